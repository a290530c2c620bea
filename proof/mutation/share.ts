// Records a share of the scenarios, changes their responses, and collects what the oracle says of each change.
import type { TestableId } from '../../generated/requirements.ts';
import type { Exchange } from '../../conformance/wire/exchange.ts';
import type { Finding } from '../../conformance/oracle/terms.ts';
import { allowedBy } from './allowed.ts';
import { eventJudge, eventMutantsOf } from './events.ts';
import { failingWith } from './input-faults.ts';
import { inputFaults } from './inputs.ts';
import { judged, type Judged } from './judge.ts';
import { type Mutant, mutantsOf, type Wanted } from './mutants.ts';
import { type Recorded, type Recording, record, type Share } from './record.ts';
import { donorsIn, problemOf } from './responses.ts';
import { reasonOf, survivors } from './survivors.ts';

export interface ShareReport {
  scenarios: number;
  /** scenarios that the reference implementation did not pass */
  unclean: string[];
  mutants: number;
  killed: number;
  /** mutants without a finding, by what allows them */
  allowed: Record<string, number>;
  /** the same where nothing allows them, with a scenario */
  gaps: Record<string, string>;
  /** scenarios that no mutant showed failing */
  unseen: string[];
  /** requirements that a finding names, and those that alone are named for some mutant */
  named: Set<string>;
  alone: Set<string>;
  /** by fault that reads requests wrongly: the requirements that fail */
  inputs: Record<string, TestableId[]>;
}

export async function proveShare(share: Share): Promise<ShareReport> {
  const recording = await record(share);
  const report: ShareReport = {
    scenarios: recording.scenarios.length + recording.events.scenarios.length,
    unclean: recording.unclean,
    mutants: 0,
    killed: 0,
    allowed: {},
    gaps: {},
    unseen: [],
    named: new Set(),
    alone: new Set(),
    inputs: {},
  };
  await proveResponses(recording, report);
  await proveEvents(recording, report);
  await proveInputs(recording, report);
  return report;
}

async function proveResponses(recording: Recording, report: ShareReport): Promise<void> {
  const donors = donorsIn(recording.scenarios);
  // Facts that responses have in common are changed once: those of form for each kind of response, the others for each
  // requirement too. A scenario that no whole response showed failing gets all of them.
  const known = new Set<string>();
  const isNew = (...likeness: unknown[]) => {
    const text = likeness.join(' ');
    if (known.has(text)) return false;
    known.add(text);
    return true;
  };
  for (const recorded of recording.scenarios) {
    const { id, scenario } = recorded;
    let isSeen = false;
    const wanted: Wanted = {
      wantsForm: ({ do: kind }, { request, response }) => isNew(kind, request.method, problemOf(response!)) || !isSeen,
      wantsProperties: ({ do: kind }, { request, response }) =>
        isNew(id, kind, request.method, problemOf(response!)) || !isSeen,
    };
    for (const mutant of mutantsOf(recorded, donors, wanted))
      if (await proveMutant(mutant, recorded, recording, report)) isSeen = true;
    if (!isSeen) report.unseen.push(`${id}: ${scenario.label}`);
  }
}

async function proveEvents({ events, manifest }: Recording, report: ShareReport): Promise<void> {
  if (events.scenarios.length === 0) return;
  const { judge, failing } = eventJudge(events, manifest);
  const unseen = new Set(events.scenarios);
  const original = judge({ received: events.received, changed: new Map() }).findings;
  report.unclean.push(...original.map(({ requirement, actual }) => `${requirement}: ${actual}`));
  for (const mutant of eventMutantsOf(events, manifest)) {
    const judgement = judge(mutant);
    report.mutants += 1;
    if (judgement.findings.length > 0) {
      noteKilled(judgement.findings, report);
      for (const each of await failing(judgement)) unseen.delete(each);
    } else noteSurvivor(mutant.name, 'event', 'an event', report);
  }
  report.unseen.push(...[...unseen].map(({ id, scenario }) => `${id}: ${scenario.label}`));
}

async function proveInputs({ scenarios, manifest }: Recording, report: ShareReport): Promise<void> {
  if (scenarios.length === 0) return;
  const donors = donorsIn(scenarios);
  for (const [name, fault] of Object.entries(inputFaults))
    report.inputs[name] = await failingWith(fault, scenarios, donors, manifest);
}

/** @returns whether the scenario fails under its own requirement */
async function proveMutant(
  mutant: Mutant,
  recorded: Recorded,
  { manifest }: Recording,
  report: ShareReport,
): Promise<boolean> {
  const ended = await judged(recorded, manifest, mutant.changed);
  report.mutants += 1;
  if (ended.findings.length > 0) {
    noteKilled(ended.findings, report);
    return showsFailing(mutant, ended);
  }
  const [[original, changed]] = mutant.changed as unknown as [[Exchange, Exchange]];
  const source = allowedBy(recorded, manifest, original, changed.response!);
  if (source === undefined)
    noteSurvivor(mutant.name, placeOf(recorded, original), `${recorded.id}: ${recorded.scenario.label}`, report);
  else report.allowed[source] = (report.allowed[source] ?? 0) + 1;
  return false;
}

/** True when the scenario fails under its own requirement. A changed fact proves nothing but the rule about this fact. */
const showsFailing = ({ isNearest }: Mutant, { failures }: Judged): boolean =>
  failures.some(({ kind }) => isNearest || kind !== 'answer');

function noteKilled(findings: readonly Finding[], report: ShareReport): void {
  report.killed += 1;
  const ids = new Set(findings.map(({ requirement }) => requirement));
  for (const id of ids) report.named.add(id);
  if (ids.size === 1) for (const id of ids) report.alone.add(id);
}

/** `create 201`, and what is unusual: `read until decided 200`, `read HEAD 200`, `read live 200`, `read watching 200` */
function placeOf({ scenario, own }: Recorded, exchange: Exchange): string {
  const { step, at } = own.sent.find((each) => each.exchange === exchange)!;
  const { method, as } = step.change ?? {};
  const isWatching = step.do === 'read' && [...scenario.setting, ...scenario.steps][at]?.watchedBy !== undefined;
  const unusual = [
    step.until && `until ${step.until}`,
    method,
    as === 'live' ? as : undefined,
    isWatching ? 'watching' : undefined,
  ];
  return [step.do, ...unusual, exchange.response!.status].filter((part) => part !== undefined).join(' ');
}

/** @param place operation and status of the original response */
function noteSurvivor(name: string, place: string, scenario: string, { allowed, gaps }: ShareReport): void {
  const found = survivors.find(({ mutant, of }) => mutant.test(name) && (of?.test(place) ?? place !== 'event'));
  const source = found && reasonOf(found);
  if (source === undefined) gaps[`${place}: ${name}`] ??= scenario;
  else allowed[source] = (allowed[source] ?? 0) + 1;
}
