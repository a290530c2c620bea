// Plays scenarios: sends their requests, and adds what was sent to the recording.
import type { Requirement, TestableId } from '../../../generated/requirements.ts';
import type { Played, Recording } from '../../recording/recording.ts';
import { exchangesOf } from '../judge/interruptions.ts';
import { planOf } from '../plan.ts';
import { inOrder } from './order.ts';
import { playedAgain } from './again.ts';
import { asksForError, type Planned, playScenario, wasCut } from './attempts.ts';
import type { Run } from './run.ts';
import { Turns } from './turns.ts';

interface Options {
  /** how many scenarios run at the same time */
  concurrency: number;
  /** called when it is known what will be played */
  begun?: () => void;
  /** called when a scenario has ended, with its last attempt */
  ended?: (played: Played) => void;
  /** called when only scenarios are left that waited for all others */
  whenOthersEnded?: () => void;
}

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
  options.begun?.();
  const turns = new Turns(options.concurrency);
  const interrupted: Played[] = [];
  const whole: Played[] = [];
  const postponed: Planned[] = [];
  // They ended before the service had responded to anything, so nobody knows yet whether it was starting.
  const early: Played[] = [];
  const end = (played: Played) => {
    if (wasCut(played, run)) return void interrupted.push(played);
    whole.push(played);
    options.ended?.(played);
  };
  const ended = inOrder(planned).map((each) =>
    turns.run(async (othersEnded) => {
      if (run.interruptions?.takenOut && asksForError(each)) return void postponed.push(each);
      const played = await playScenario(run, othersEnded, each, recording);
      if (run.interruptions?.hasResponded === false) early.push(played);
      else end(played);
    }),
  );
  if (options.whenOthersEnded) void turns.othersEnded().then(options.whenOthersEnded);
  await Promise.all(ended);
  early.forEach(end);
  // What a gateway responded is what the contract allows there; another scenario with the same exchange may demand more.
  const lost = new Set(interrupted.flatMap(exchangesOf));
  for (const exchange of whole.flatMap(exchangesOf))
    if (exchange.interrupted === 'briefly' && !lost.has(exchange)) delete exchange.interrupted;
  for (const played of await playedAgain(run, interrupted, postponed, recording, options.concurrency))
    options.ended?.(played);
  await run.pause('the end');
  const { receiver } = run.manifest.webhook ?? {};
  const { start } = recording.watched;
  recording.exchanges.push(...(receiver?.exchanges ?? []).filter(({ started }) => started! >= start));
  if (run.unreachable !== undefined) recording.unreachable = run.unreachable;
  const { list = [], takenOut } = run.interruptions ?? {};
  if (list.length > 0) recording.interruptions = list;
  if (takenOut) recording.takenOut = takenOut;
  recording.watched.end = performance.now();
}
