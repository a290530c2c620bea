import { randomBytes, randomInt } from 'node:crypto';
import { contract } from '../../generated/requirements.ts';
import { leftOut } from './applies.ts';
import { Run } from './play/run.ts';
import type { Exchange } from '../wire/exchange.ts';
import { type Outcome, outcomeOf, type Scope } from './judge/outcome.ts';
import { deadlineOf } from './estimate.ts';
import { type KnownFailures, withKnown } from './known-failures.ts';
import { noticesOf } from './judge/notices.ts';
import { lossOf } from './run-record.ts';
import type { Manifest } from '../manifest.ts';
import { WholeRun, withFindings } from './judge/whole-run.ts';
import { type Selection, selected, shuffled, wholeSuite } from './selection.ts';
import { runSuite } from './play/play.ts';
import type { Result } from './judge/verdict.ts';

/** The results of one run; reports are made from it. */
export interface Judgement {
  contract: typeof contract;
  manifest: Manifest;
  runId: string;
  /** decided the order of the requirements if they were shuffled */
  seed: number;
  startedAt: Date;
  milliseconds: number;
  scope: Scope;
  results: Result[];
  outcome: Outcome;
  /** what explains most of what failed, in sentences: read it before the failures */
  notices?: string[];
  /** every exchange, where the results do not hold all of them */
  exchanges?: Exchange[];
}

/**
 * Judges the candidate at the manifest's address.
 *
 * @param progress is called with each result as it becomes available
 * @param interruption ends the run early, with its reason
 */
export async function judge(
  manifest: Manifest,
  selection: Selection = wholeSuite,
  progress?: (result: Result, done: number, of: number) => void,
  interruption?: AbortSignal,
): Promise<Judgement> {
  const startedAt = new Date();
  const started = performance.now();
  const deadline = new AbortController();
  const runId = randomBytes(4).toString('hex');
  const { seed = randomInt(1, 1_000_000), timeout, rate } = selection;
  const signal = interruption ? AbortSignal.any([deadline.signal, interruption]) : deadline.signal;
  const run = new Run(manifest, runId, { timeout, rate, signal });
  const cancel = abortAfter(() => deadlineOf(selection, manifest.claims, run.http.uploadTime), deadline);
  try {
    const chosen = selected(selection);
    const { shuffle, known, concurrency } = selection;
    const whole = new WholeRun(run.exchanges, manifest);
    const isJudgedWhole = selection.class === 'full';
    const found = await runSuite(run, shuffle ? shuffled(chosen, seed) : chosen, {
      concurrency,
      progress: (result, done, of) => progress?.(result, done, of),
      // The run waits for a while now. The races need the processor first.
      whenOthersEnded: () => {
        if (isJudgedWhole) void run.racesEnded.then(() => whole.begin());
      },
    });
    const ordered = found.toSorted((a, b) => chosen.indexOf(a.requirement) - chosen.indexOf(b.requirement));
    const judged = isJudgedWhole ? withFindings(ordered, await whole.findings(), run.senders) : ordered;
    const results = known ? withKnown(judged, known) : judged;
    const scope: Scope = {
      class: selection.class,
      claimed: manifest.claims,
      leftOut: leftOut(manifest),
      partial: selection.only.length > 0,
    };
    const outcome = outcomeOf(results, scope, known && lossOf({ manifest, scope, results }, known.run, known.file));
    const milliseconds = performance.now() - started;
    const notices = outcome.exitCode === 0 ? [] : await noticesOf(run, { started, interruption });
    return { contract, manifest, runId, seed, startedAt, milliseconds, scope, results, outcome, notices };
  } finally {
    cancel();
    run.close();
  }
}

/** The same run, judged with another list of known failures. */
export function judgedWith(list: KnownFailures, judgement: Judgement): Judgement {
  const results = withKnown(judgement.results, list);
  return {
    ...judgement,
    results,
    outcome: outcomeOf(results, judgement.scope, lossOf(judgement, list.run, list.file)),
  };
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
