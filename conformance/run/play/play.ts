// Plays scenarios: sends their requests, and adds what was sent to the recording.
import { inspect } from 'node:util';
import type { Requirement, TestableId } from '../../../generated/requirements.ts';
import { whyEnded } from '../../wire/connection/time-limit.ts';
import { Inconclusive } from '../../wire/inconclusive.ts';
import type { Played, Recording, Stopped } from '../../recording/recording.ts';
import { type EventScenario, isAboutEvents } from '../judge/events.ts';
import { blockedByControl, wasInterrupted } from '../judge/scenario.ts';
import { planOf } from '../plan.ts';
import { NoEvent, phasesOf } from './events/phases.ts';
import { inOrder } from './order.ts';
import { performed } from './sending/perform.ts';
import type { Run } from './run.ts';
import { type OthersEnded, Turns } from './turns.ts';
import { DecidedLive } from './sending/undecided.ts';

interface Options {
  /** how many scenarios run at the same time */
  concurrency: number;
  /** called when a scenario has ended, with its last attempt */
  ended?: (played: Played) => void;
  /** called when only scenarios are left that waited for all others */
  whenOthersEnded?: () => void;
}

/** A scenario that is to be played. */
type Planned = Pick<Played, 'id' | 'at' | 'scenario'>;

/** The scenarios of the requirements that apply to the candidate. Untestable requirements have none. */
export const plannedFor = (run: Run, chosen: Requirement[]): Planned[] =>
  chosen
    .filter(({ untestable }) => untestable === null)
    .flatMap((requirement) =>
      planOf(requirement, run.facts).scenarios.map((scenario, at) => ({
        id: requirement.id as TestableId,
        at,
        scenario,
      })),
    );

/** Plays the scenarios, many at the same time. Those that take long begin first. */
export async function play(run: Run, planned: Planned[], recording: Recording, options: Options): Promise<void> {
  for (const { id } of planned) recording.planned[id] = (recording.planned[id] ?? 0) + 1;
  const turns = new Turns(options.concurrency);
  const ended = inOrder(planned).map((each) =>
    turns.run(async (othersEnded) => {
      const played = await playScenario(run, othersEnded, each, recording);
      options.ended?.(played);
    }),
  );
  if (options.whenOthersEnded) void turns.othersEnded().then(options.whenOthersEnded);
  await Promise.all(ended);
  await run.pause('the end');
  const { receiver } = run.manifest.webhook ?? {};
  const { start } = recording.watched;
  recording.exchanges.push(...(receiver?.exchanges ?? []).filter(({ started }) => started! >= start));
  if (run.unreachable !== undefined) recording.unreachable = run.unreachable;
  recording.watched.end = performance.now();
}

// A request in 150 that is rejected for a while interrupts a scenario of ten requests three times once in 3,000 times.
const mostAttempts = 3;

/** Plays a scenario until no temporary rejection interrupts it. @returns its last attempt */
async function playScenario(
  run: Run,
  othersEnded: OthersEnded,
  planned: Planned,
  recording: Recording,
): Promise<Played> {
  const begun = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const sent = await attemptAt(run, othersEnded, planned, attempt);
    const played = { ...planned, attempt, ...sent, milliseconds: performance.now() - begun };
    recording.played.push(played);
    if (attempt === mostAttempts || !wasInterrupted(played, run.facts)) return played;
  }
}

type Outcome = Pick<Played, 'control' | 'own' | 'stopped'>;

async function attemptAt(
  run: Run,
  othersEnded: OthersEnded,
  { id, scenario }: Planned,
  attempt: number,
): Promise<Outcome> {
  try {
    if (run.signal.aborted) throw new Inconclusive(whyEnded(run.signal));
    if (isAboutEvents(scenario)) return await playEvents(run, othersEnded, scenario);
    const { control: before, setting, steps, observe } = scenario;
    const control = await performed(run, othersEnded, before, attempt);
    if (blockedByControl({ id, scenario, control }, run.facts)) return { control };
    const own = await performed(run, othersEnded, [...setting, ...steps, ...observe], attempt, control.opened[0]);
    return { control, own };
  } catch (error) {
    return { stopped: stoppedBy(error) };
  }
}

function stoppedBy(error: unknown): Stopped {
  if (error instanceof Inconclusive) {
    const { message: reason, exchange } = error;
    return { as: error instanceof DecidedLive ? 'omitted' : 'inconclusive', reason, ...(exchange && { exchange }) };
  }
  const { message: reason, stack } = error instanceof Error ? error : new Error(inspect(error));
  return { as: 'error', reason, ...(stack !== undefined && { stack }) };
}

/** Opens the cases of a scenario when no events of other scenarios are being sent, and waits for what it has to show. */
async function playEvents(run: Run, othersEnded: OthersEnded, scenario: EventScenario): Promise<Outcome> {
  const { control, setting, events } = scenario;
  await othersEnded();
  await run.racesEnded;
  const phases = phasesOf(run);
  const sent: Outcome = {};
  try {
    if (control.length > 0) sent.control = await phases.with(control);
    sent.own = await phases.with(setting);
    if (events.show === 'absence' || events.show === 'retries')
      await phases.whenQuiet(setting, control.length > 0 ? [control] : []);
  } catch (error) {
    // Then there is nothing to wait for.
    if (!(error instanceof NoEvent)) throw error;
  }
  return sent;
}
