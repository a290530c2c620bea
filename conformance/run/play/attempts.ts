// Plays one scenario: sends its requests, and again when that showed nothing.
import { inspect } from 'node:util';
import { whyEnded } from '../../wire/connection/time-limit.ts';
import { Inconclusive } from '../../wire/inconclusive.ts';
import { stepsOf } from '../../scenarios/vocabulary.ts';
import type { Played, Recording, Stopped } from '../../recording/recording.ts';
import { type EventScenario, isAboutEvents } from '../judge/events.ts';
import { blockedByControl, isCut, mostAttempts, wasInterrupted } from '../judge/scenario.ts';
import { NoEvent, phasesOf } from './events/phases.ts';
import { performed, textOf } from './sending/perform.ts';
import type { Run } from './run.ts';
import type { OthersEnded } from './turns.ts';
import { DecidedLive } from './sending/undecided.ts';

/** A scenario that is to be played. */
export type Planned = Pick<Played, 'id' | 'at' | 'scenario'>;

/** How often it asks the sandbox for an error. */
export const errorsAskedBy = ({ scenario }: Pick<Planned, 'scenario'>): number =>
  textOf([...scenario.control, ...stepsOf(scenario)]).split('"sandbox:error:').length - 1;

export const asksForError = (planned: Pick<Planned, 'scenario'>): boolean => errorsAskedBy(planned) > 0;

/** True for an attempt that shows nothing, because the service was away meanwhile. */
export const wasCut = (played: Played, run: Run): boolean =>
  run.interruptions !== undefined && isCut(played, run.facts, run.interruptions.list);

/** Plays a scenario until no temporary rejection interrupts it. @returns its last attempt */
export async function playScenario(
  run: Run,
  othersEnded: OthersEnded,
  planned: Planned,
  recording: Recording,
  first = 1,
): Promise<Played> {
  const begun = performance.now();
  for (let attempt = first; ; attempt += 1) {
    const sent = await attemptAt(run, othersEnded, planned, attempt);
    const played = { ...planned, attempt, ...sent, milliseconds: performance.now() - begun };
    recording.played.push(played);
    run.attempted(played);
    const isLast = attempt === first + mostAttempts - 1;
    if (isLast || wasCut(played, run) || !wasInterrupted(played, run.facts)) return played;
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
