// Records some scenarios, changes their responses, and collects what the oracle says of each change.
import type { TestableId } from '../../generated/requirements.ts';
import type { Exchange } from '../../conformance/wire/exchange.ts';
import type { Finding } from '../../conformance/oracle/terms.ts';
import { brokenBy, frozen } from '../frozen.ts';
import { FaultyService } from '../inputs/input-fault.ts';
import { inputFaults } from '../selection.ts';
import { allowedBy } from './allowed.ts';
import { eventJudge, eventMutantsOf, receivedIn } from './events.ts';
import { judged, type Judged } from './judge.ts';
import { type Mutant, mutantsOf, type Wanted } from './mutants.ts';
import { Needed, withRules } from './needed.ts';
import { randomMutantsOf } from './random.ts';
import { type Recorded, type RecordedRun, record, type Share } from './record.ts';
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
  /** by fault that is a predicate or a mutant: the requirements that fail */
  faults: Record<string, TestableId[]>;
  /** the rules of the oracle that something here needs */
  needed: string[];
}

export async function proveShare(share: Share): Promise<ShareReport> {
  const proof = new ShareProof(share, await record(share));
  await proof.changeResponses();
  await proof.changeEvents();
  await proof.applyInputFaults();
  return proof.report();
}

class ShareProof {
  readonly #share: Share;
  readonly #recorded: RecordedRun;
  readonly #report: ShareReport;
  /** by mutant that is a fault: the requirements that fail */
  readonly #failing = new Map<string, Set<string>>();
  readonly #needed = new Needed();

  constructor(share: Share, recorded: RecordedRun) {
    this.#share = share;
    this.#recorded = recorded;
    const isWanted = ({ id }: Pick<Recorded, 'id'>) => share.mutated.includes(id);
    this.#report = {
      scenarios: [...recorded.scenarios, ...recorded.events].filter(isWanted).length,
      unclean: recorded.unclean,
      mutants: 0,
      killed: 0,
      allowed: {},
      gaps: {},
      unseen: [],
      faults: {},
      needed: [],
    };
    for (const name of share.mutants) this.#failing.set(frozen.faults[name]!.mutant!, new Set());
  }

  async changeResponses(): Promise<void> {
    const donors = donorsIn(this.#recorded.scenarios);
    // Facts that responses have in common are changed once: those of form for each kind of response, the others for each
    // requirement too. A scenario that no whole response showed failing gets all of them.
    const known = new Set<string>();
    const isNew = (...likeness: unknown[]) => {
      const text = likeness.join(' ');
      if (known.has(text)) return false;
      known.add(text);
      return true;
    };
    const mutated = this.#recorded.scenarios.filter(({ id }) => this.#share.mutated.includes(id));
    for (const { of, mutant } of randomMutantsOf(mutated)) await this.#changeResponse(mutant, of);
    for (const recorded of mutated) {
      const { id, scenario } = recorded;
      let isSeen = false;
      const wanted: Wanted = {
        wantsForm: ({ do: kind }, { request, response }) =>
          isNew(kind, request.method, problemOf(response!)) || !isSeen,
        wantsProperties: ({ do: kind }, { request, response }) =>
          isNew(id, kind, request.method, problemOf(response!)) || !isSeen,
      };
      for (const mutant of mutantsOf(recorded, donors, wanted))
        if (await this.#changeResponse(mutant, recorded)) isSeen = true;
      if (!isSeen) this.#report.unseen.push(`${id}: ${scenario.label}`);
    }
  }

  async changeEvents(): Promise<void> {
    const { events, recording } = this.#recorded;
    if (events.length === 0) return;
    const { facts } = recording;
    const all = receivedIn(recording);
    const { judge, failing } = eventJudge(events, recording);
    const original = judge({ received: all, changed: new Map() }).findings;
    this.#report.unclean.push(...original.map(({ requirement, actual }) => `${requirement}: ${actual}`));
    for (const name of this.#share.inputs.filter((each) => inputFaults[each]!.events)) {
      const received = all.flatMap((event) => inputFaults[name]!.events!(event, facts, all));
      const [judgement, reported] = await withRules(() => judge({ received, changed: new Map() }));
      this.#needed.noteFault(reported, brokenBy(name));
      const failed = failing(judgement).map(({ id }) => id);
      this.#report.faults[name] = [
        ...failed,
        ...judgement.findings.map(({ requirement }) => requirement as TestableId),
      ];
    }
    const unseen = new Set(events.filter(({ id }) => this.#share.mutated.includes(id)));
    if (unseen.size === 0) return;
    for (const mutant of eventMutantsOf(events, recording)) {
      const [judgement, reported] = await withRules(() => judge(mutant));
      this.#needed.noteMutant(reported);
      this.#report.mutants += 1;
      if (judgement.findings.length === 0) {
        this.#noteSurvivor(mutant.name, 'event', 'an event');
        continue;
      }
      const failed = failing(judgement);
      for (const each of failed) unseen.delete(each);
      this.#noteKilled(
        `event: ${mutant.name}`,
        judgement.findings,
        failed.map(({ id }) => id),
      );
    }
    this.#report.unseen.push(...[...unseen].map(({ id, scenario }) => `${id}: ${scenario.label}`));
  }

  async applyInputFaults(): Promise<void> {
    const { scenarios, recording } = this.#recorded;
    if (scenarios.length === 0) return;
    const service = new FaultyService(scenarios, donorsIn(scenarios), recording.facts);
    for (const name of this.#share.inputs) {
      const wanted = Object.hasOwn(frozen.faults, name) ? brokenBy(name) : this.#share.recorded;
      const [failing, reported] = await withRules(() => service.failing(inputFaults[name]!, wanted));
      this.#report.faults[name] = failing;
      this.#needed.noteFault(reported, wanted);
    }
  }

  report(): ShareReport {
    for (const name of this.#share.mutants) {
      const failing = this.#failing.get(frozen.faults[name]!.mutant!)!;
      this.#report.faults[name] = brokenBy(name).filter((id) => failing.has(id));
    }
    return { ...this.#report, needed: this.#needed.rules };
  }

  /** @returns whether the scenario fails under its own requirement */
  async #changeResponse(mutant: Mutant, recorded: Recorded): Promise<boolean> {
    const { facts } = this.#recorded.recording;
    const [ended, reported] = await withRules(() => judged(recorded, facts, mutant.changed));
    this.#needed.noteMutant(reported);
    this.#report.mutants += 1;
    const [[original, changed]] = mutant.changed as unknown as [[Exchange, Exchange]];
    const place = placeOf(recorded, original);
    if (ended.findings.length > 0) {
      const failed = ended.failures.length > 0 ? [recorded.id] : [];
      this.#noteKilled(`${place}: ${mutant.name}`, ended.findings, failed);
      return showsFailing(mutant, ended);
    }
    const source = allowedBy(recorded, facts, original, changed.response);
    if (source === undefined) this.#noteSurvivor(mutant.name, place, `${recorded.id}: ${recorded.scenario.label}`);
    else this.#noteAllowed(source);
    return false;
  }

  #noteKilled(name: string, findings: readonly Finding[], failed: string[]): void {
    this.#report.killed += 1;
    const known = this.#failing.get(name);
    // What is wrong with a response itself fails the requirement that the finding names, in whichever scenario.
    const named = findings.filter(({ kind }) => kind !== 'answer').map(({ requirement }) => requirement);
    for (const id of [...named, ...failed]) known?.add(id);
  }

  /** @param place operation and status of the original response */
  #noteSurvivor(name: string, place: string, scenario: string): void {
    const found = survivors.find(({ mutant, of }) => mutant.test(name) && (of?.test(place) ?? place !== 'event'));
    if (found) this.#noteAllowed(reasonOf(found));
    else this.#report.gaps[`${place}: ${name}`] ??= scenario;
  }

  #noteAllowed(source: string): void {
    const { allowed } = this.#report;
    allowed[source] = (allowed[source] ?? 0) + 1;
  }
}

/** True when the scenario fails under its own requirement. A changed fact proves nothing but the rule about this fact. */
const showsFailing = ({ isNearest }: Mutant, { failures }: Judged): boolean =>
  failures.some(({ kind }) => isNearest || kind !== 'answer');

/**
 * `create 201`, and what is unusual: `read until decided 200`, `read HEAD 200`, `read live 200`, `read watching 200`; of
 * one that began before the response to the step that it watches, `read watching meanwhile 200`
 */
function placeOf({ scenario, own }: Recorded, exchange: Exchange): string {
  const { step, at } = own.sent.find((each) => each.exchange === exchange)!;
  const { method, as } = step.change ?? {};
  const isWatching = step.do === 'read' && [...scenario.setting, ...scenario.steps][at]?.watchedBy !== undefined;
  const watched = own.sent.find((each) => each.at === at && each.step.do !== 'read')?.exchange;
  const isMeanwhile = watched !== undefined && exchange.started! < watched.started! + watched.milliseconds;
  const unusual = [
    step.until && `until ${step.until}`,
    method,
    as === 'live' ? as : undefined,
    isWatching ? 'watching' : undefined,
    isWatching && isMeanwhile ? 'meanwhile' : undefined,
  ];
  return [step.do, ...unusual, exchange.response!.status].filter((part) => part !== undefined).join(' ');
}
