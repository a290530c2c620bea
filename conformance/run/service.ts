import { randomBytes, randomInt } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { contract } from '../../generated/requirements.ts';
import type { Manifest } from '../manifest.ts';
import type { Played, Recording } from '../recording/recording.ts';
import type { Exchange } from '../wire/exchange.ts';
import { deadlineOf } from './estimate.ts';
import { Judge } from './judge/judge.ts';
import type { Judgement } from './judge/judgement.ts';
import { outcomeOf } from './judge/outcome.ts';
import type { Result } from './judge/verdict.ts';
import { type KnownFailures, withKnown } from '../known-failures/list.ts';
import { longestWait } from './play/interruptions.ts';
import { play, plannedFor } from './play/play.ts';
import { Run } from './play/run.ts';
import { lossOf } from '../known-failures/run-record.ts';
import { type Selection, selected, shuffled, wholeSuite } from './selection.ts';

/** A recording to which nothing was added yet. */
export function newRecording(
  run: Run,
  { class: name, only }: Pick<Selection, 'class' | 'only'>,
  seed: number,
): Recording {
  return {
    format: 1,
    contract,
    id: run.id,
    seed,
    startedAt: new Date(),
    facts: run.facts,
    selection: { class: name, only },
    planned: {},
    exchanges: run.exchanges,
    played: [],
    watched: { start: performance.now() },
  };
}

/** Is told what happens in a run. */
export interface Follower {
  /** a run has begun: it is known what will be played */
  begun?: (recording: Recording) => void;
  exchange?: (exchange: Exchange) => void;
  /** an attempt at a scenario has ended */
  attempted?: (played: Played) => void;
  /** a scenario was played, and is not played again */
  played?: (played: Played) => void;
  /** everything was played */
  over?: (recording: Recording) => void;
}

/**
 * Judges the candidate at the manifest's address.
 *
 * @param progress is called when every scenario of a requirement was played; those about events are judged later
 * @param interruption ends the run early, with its reason
 * @param waiting is called once a second while the service is away, with how long; at last with nothing
 */
export async function judgeService(
  manifest: Manifest,
  selection: Selection = wholeSuite,
  progress: (result: Pick<Result, 'verdict'>, done: number, of: number) => void = () => {},
  interruption?: AbortSignal,
  follower: Follower = {},
  waiting: (milliseconds?: number) => void = () => {},
): Promise<Judgement> {
  const deadline = new AbortController();
  const { seed = randomInt(1, 1_000_000), timeout, rate, known } = selection;
  const signal = interruption ? AbortSignal.any([deadline.signal, interruption]) : deadline.signal;
  const run = new Run(manifest, randomBytes(4).toString('hex'), { timeout, rate, signal });
  const interruptions = run.watchInterruptions(waiting);
  const recording = newRecording(run, selection, seed);
  run.ended = (exchange) => follower.exchange?.(exchange);
  run.attempted = (played) => follower.attempted?.(played);
  const judge = new Judge(recording);
  const cancel = abortAfter(
    () => deadlineOf(selection, manifest.claims, run.http.uploadTime) + Math.min(interruptions.waited, longestWait),
    deadline,
  );
  try {
    await playAll(run, { ...selection, seed }, recording, judge, progress, follower);
    if (interruption?.aborted) recording.interrupted = true;
    follower.over?.(recording);
    const judgement = judgedWith(known, { ...judge.judgement(), source: 'run' });
    return { ...judgement, milliseconds: performance.now() - recording.watched.start };
  } finally {
    cancel();
    run.close();
  }
}

async function playAll(
  run: Run,
  { shuffle, seed, concurrency, ...selection }: Selection & { seed: number },
  recording: Recording,
  judge: Judge,
  progress: (result: Pick<Result, 'verdict'>, done: number, of: number) => void,
  follower: Follower,
): Promise<void> {
  const chosen = selected(selection).filter(({ untestable }) => untestable === null);
  const planned = plannedFor(run, shuffle ? shuffled(chosen, seed) : chosen);
  const left = Map.groupBy(planned, ({ id }) => id as string);
  let done = 0;
  const judgedAll = (requirement: (typeof chosen)[number]) => {
    done += 1;
    progress({ verdict: judge.verdictSoFar(requirement) }, done, chosen.length);
  };
  for (const requirement of chosen) if (!left.has(requirement.id)) judgedAll(requirement);
  let meanwhile = Promise.resolve();
  await play(run, planned, recording, {
    concurrency,
    begun: () => follower.begun?.(recording),
    ended: (played) => {
      follower.played?.(played);
      const { id } = played;
      left.get(id)!.pop();
      if (left.get(id)!.length === 0) judgedAll(chosen.find((requirement) => requirement.id === id)!);
    },
    // The run waits for a while now. The races need the processor first.
    whenOthersEnded: () => {
      if (selection.class === 'full') meanwhile = run.racesEnded.then(() => judgeMeanwhile(judge, run));
      // It is awaited below.
      meanwhile.catch(() => {});
    },
  });
  await meanwhile;
}

// Milliseconds. Meanwhile the requests and responses of the run have to wait.
const longestTurn = 5;

/** Judges the exchanges so far while the run waits for something else. */
async function judgeMeanwhile(judge: Judge, run: Run): Promise<void> {
  let turn = performance.now();
  for (const _ of judge.exchanges(run.openSince)) {
    if (performance.now() - turn < longestTurn) continue;
    await setImmediate();
    turn = performance.now();
  }
}

/** The same run, judged with a list of known failures if there is one. */
export function judgedWith(list: KnownFailures | undefined, judgement: Judgement): Judgement {
  if (!list) return judgement;
  const results = withKnown(judgement.results, list);
  const outcome = outcomeOf(results, judgement.scope, lossOf(judgement, list.run, list.file));
  const notices = outcome.exitCode === 0 ? [] : (judgement.notices ?? []);
  return { ...judgement, results, outcome, notices };
}

/** Aborts after a time that may grow meanwhile. Returns a function that cancels it. */
function abortAfter(milliseconds: () => number, controller: AbortController): () => void {
  const started = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const check = () => {
    const left = milliseconds() - (performance.now() - started);
    if (left <= 0) controller.abort();
    else timer = setTimeout(check, left);
  };
  check();
  return () => clearTimeout(timer);
}
