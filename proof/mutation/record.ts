// Records one run of the suite against the reference implementation: the exchanges of each scenario.
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { arrivalTime } from '../../conformance/oracle/facts.ts';
import { requirements, type TestableId } from '../../generated/requirements.ts';
import type { Exchange } from '../../conformance/wire/exchange.ts';
import { Receiver } from '../../conformance/wire/receiver.ts';
import type { Manifest } from '../../conformance/manifest.ts';
import { applies, notApplicable } from '../../conformance/run/applies.ts';
import { resultsOf } from '../../conformance/run/judge/scenario.ts';
import { eventsOf, phaseOf } from '../../conformance/run/play/events/phases.ts';
import { isAboutEvents, resultsByEvents } from '../../conformance/run/judge/events.ts';
import { type Performed, performed } from '../../conformance/run/play/sending/perform.ts';
import { Run } from '../../conformance/run/play/run.ts';
import { inOrder } from '../../conformance/run/play/order.ts';
import { type OthersEnded, Turns } from '../../conformance/run/play/turns.ts';
import { type Events, phases } from '../../conformance/scenarios/events.ts';
import { scenarios } from '../../conformance/scenarios/families.ts';
import type { Scenario, Step } from '../../conformance/scenarios/vocabulary.ts';
import type { Profile } from '../faults/support/fault.ts';
import { setupOf } from '../prove.ts';
import { serving } from '../serve.ts';

/** A scenario with what was sent and received for it. */
export interface Recorded {
  id: TestableId;
  scenario: Scenario;
  control: Performed;
  /** of the setting, the steps and what observes them */
  own: Performed;
}

export interface RecordedEvents {
  scenarios: { id: TestableId; scenario: Scenario & { events: Events } }[];
  /** by the steps of a control or a setting */
  performed: Map<readonly Step[], Performed>;
  received: Exchange[];
  /** while the receiver was listening */
  watched: { start: number; end: number };
}

export interface Recording {
  manifest: Manifest;
  scenarios: Recorded[];
  events: RecordedEvents;
  /** scenarios that the reference implementation did not pass, with the reason */
  unclean: string[];
}

/** What is recorded together; scenarios about events have a recording of their own. */
export interface Share {
  profile: Profile;
  /** the requirements whose scenarios are recorded, if they apply */
  recorded: TestableId[];
  /** those whose responses are changed */
  mutated: TestableId[];
  /** the names of faults that are predicates, and of those that are mutants */
  inputs: string[];
  mutants: string[];
}

type Chosen = Pick<Recorded, 'id' | 'scenario'>;

/** With webhooks, only the scenarios about events; without the sandbox, only those that cannot apply with it. */
function chosenOf(run: Run, { profile, recorded }: Share): Chosen[] {
  const isWithEvents = profile === 'with webhooks' || profile === 'slow';
  return requirements
    .filter((each) => recorded.includes(each.id as TestableId) && !notApplicable(each, run.manifest.claims))
    .filter(({ unless }) => profile !== 'without sandbox' || unless === 'sandbox')
    .flatMap(({ id }) => scenarios[id as TestableId].map((scenario: Scenario) => ({ id: id as TestableId, scenario })))
    .filter(({ scenario }) => applies(scenario, run) && (!isWithEvents || isAboutEvents(scenario)));
}

/** With everything in it that a lookup may treat wrongly: letters of both cases, a digit, a hyphen, an underscore. */
const newCaseId = () => `case_${randomBytes(16).toString('base64url')}-aZ7`;

export async function record(share: Share): Promise<Recording> {
  const receiver = await Receiver.open({ host: '127.0.0.1', port: 0 });
  try {
    const { parts, claimed } = setupOf(share, receiver);
    return await serving(
      { parts: { newCaseId, ...parts }, claimed },
      () => ({}),
      (manifest) => recordRun(manifest, share),
    );
  } finally {
    receiver.close();
  }
}

async function recordRun(manifest: Manifest, share: Share): Promise<Recording> {
  const run = new Run(manifest, '5eed5eed', { timeout: 10_000, rate: undefined, signal: new AbortController().signal });
  const unclean: string[] = [];
  const recorded: Recorded[] = [];
  const chosen = inOrder(chosenOf(run, share));
  const turns = new Turns(8);
  const play = async (othersEnded: OthersEnded, { id, scenario }: Chosen) => {
    const parts: Performed[] = [];
    const send = async (steps: readonly Step[], control?: Performed) => {
      parts.push(await performed(run, othersEnded, steps, 1, control?.opened[0]));
      return parts.at(-1)!;
    };
    const { results } = isAboutEvents(scenario)
      ? await resultsByEvents(run, othersEnded, id, scenario)
      : await resultsOf(id, scenario, manifest, send);
    const [control, own] = parts;
    const failed = results.find(({ verdict }) => verdict !== 'pass');
    if (failed) unclean.push(`${id}: ${scenario.label}: ${failed.reason}`);
    else if (control && own) recorded.push({ id, scenario, control, own });
  };
  const about = chosen.flatMap(({ id, scenario }) => (isAboutEvents(scenario) ? [{ id, scenario }] : []));
  const withEvents = await performedWithEvents(run, about);
  await Promise.all(chosen.map((each) => turns.run((othersEnded) => play(othersEnded, each))));
  const { receiver } = run.manifest.webhook ?? {};
  const events = {
    scenarios: about,
    performed: withEvents,
    received: [...(receiver?.exchanges ?? [])],
    watched: { start: receiver?.since ?? 0, end: performance.now() },
  };
  run.close();
  return { manifest, scenarios: recorded, events, unclean };
}

/**
 * Performs the settings of scenarios about events, each phase after the earlier ones. Before an endpoint responds with 410,
 * which excuses what is still missing, and at the end passes the time in which every event would have arrived.
 */
async function performedWithEvents(run: Run, about: RecordedEvents['scenarios']): Promise<RecordedEvents['performed']> {
  const settings = [...new Set(about.flatMap(({ scenario: { control, setting } }) => [control, setting]))];
  const known: RecordedEvents['performed'] = new Map();
  for (const phase of phases) {
    const opened = settings.filter((steps) => steps.length > 0 && phaseOf(steps) === phase);
    if (opened.length > 0 && (phase === 'late' || phase === 'gone')) await setTimeout(arrivalTime);
    for (const steps of opened) known.set(steps, (await eventsOf(run).with(steps)).performed);
  }
  if (known.size > 0) await setTimeout(arrivalTime);
  return known;
}
