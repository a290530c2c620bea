// What the attempts to deliver the event of one case show together: retries, copies, and their absence (D48, D69).
import type { RequirementId } from '../../../generated/requirements.ts';
import { type Report, wasAway, type Watched } from '../terms.ts';
import { hasId, hasSeconds } from './content.ts';
import { type Attempt, isClosedBySuite } from './event.ts';
import { retryTime, shortestWait } from '../facts.ts';
import { at } from '../support/place.ts';

// A copy may be in transit when the suite responds.
const transitTime = 750;
// Copies that are sent together arrive together: before a response that takes long.
const heldResponse = 90;
// A copy that was about to arrive with the response.
const meeting = 20;
// A retry that comes sooner than that cannot be told from a copy.
const copiesApart = 500;
// Two timestamps in whole seconds differ when they are so far apart, also if the first attempt arrived sooner.
const surelyApart = 2400;
// A success after a long wait is judged apart from others.
const longWait = 10_000;

/** Judges the attempts of one case, in the order of their arrival. */
export function judgeAttempts(
  attempts: readonly Attempt[],
  watched: Watched,
  reportOf: (attempt: Attempt) => Report,
): void {
  for (const [at, attempt] of attempts.entries()) {
    const report = reportOf(attempt);
    judgePatience(attempt, report);
    judgeRepetition(attempt, attempts.slice(0, at), watched, report);
  }
  const [first] = attempts;
  if (first?.fate === 'failed') judgeRetry(first, attempts, watched, reportOf(first));
}

function judgePatience({ exchange: { abandonedAfter } }: Attempt, report: Report): void {
  if (abandonedAfter === undefined || abandonedAfter > shortestWait) return;
  const actual = `a connection that was closed after ${(abandonedAfter / 1000).toFixed(1)} s`;
  report('webhook.slow-success-accepted', 'a connection that waits 15 s for the response', actual);
}

function judgeRepetition(attempt: Attempt, earlier: readonly Attempt[], watched: Watched, report: Report): void {
  const [first] = earlier;
  if (!first) return;
  if (attempt.id !== first.id) {
    if (!hasId(first) || !hasId(attempt)) return;
    const isRetry = earlier.every(({ fate, ended }) => fate === 'failed' && ended <= attempt.arrived);
    const expected = `the webhook-id ${first.id}, that of the first attempt`;
    return report(isRetry ? 'webhook.retry-keeps-event' : 'webhook.once-a-case', expected, at('webhook-id'));
  }
  const settled = earlier.find(
    (each) =>
      (each.fate === 'accepted' || each.fate === 'gone') &&
      isLater(attempt, each.ended) &&
      !wasAway(watched, each.arrived, attempt.arrived) &&
      !isCopyOfFailed(each, earlier),
  );
  if (settled) report(settledBy(settled), 'no other delivery of the event', 'the event again');
  if (isRetryOf(attempt, earlier)) judgeRetried(attempt, first, report);
}

/**
 * One copy may be in transit when the suite responds. A service of which several copies arrive shortly after a response
 * that the suite held back sends again what was acknowledged.
 *
 * @param all the attempts of each case
 */
export function judgeCopies(all: readonly (readonly Attempt[])[], reportOf: (attempt: Attempt) => Report): void {
  const copies = all.flatMap(([first, ...others]) => {
    if (first?.fate !== 'accepted' || first.exchange.milliseconds < heldResponse) return [];
    const isCopy = (each: Attempt) =>
      each.id === first.id && each.arrived > first.ended + meeting && !isLater(each, first.ended);
    return others.find(isCopy) ?? [];
  });
  if (copies.length < 2) return;
  const actual = `copies of ${copies.length} events, shortly after their responses`;
  for (const copy of copies) reportOf(copy)('webhook.success-not-again', 'at most one copy in transit', actual);
}

const isLater = ({ arrived }: Attempt, ended: number) => arrived > ended + transitTime;

/** A service that sends an attempt twice may count the copy that failed. */
const isCopyOfFailed = ({ arrived }: Attempt, others: readonly Attempt[]) =>
  others.some(({ fate, ended }) => fate === 'failed' && Math.abs(arrived - ended) <= copiesApart);

/** True when one of the attempts before had failed. */
export const isRetryOf = ({ arrived }: Attempt, earlier: readonly Attempt[]): boolean =>
  earlier.some(({ fate, ended }) => fate === 'failed' && ended <= arrived);

function settledBy({ fate, exchange }: Attempt): RequirementId {
  if (fate === 'gone') return 'webhook.gone-stops';
  if (exchange.milliseconds > longWait) return 'webhook.slow-success-accepted';
  return 'webhook.success-not-again';
}

function judgeRetried(attempt: Attempt, first: Attempt, report: Report): void {
  if (!attempt.body.equals(first.body))
    report('webhook.retry-keeps-event', `the bytes ${first.body.toString()}`, attempt.body.toString());
  if (attempt.arrived - first.arrived < surelyApart || !hasSeconds(first) || !hasSeconds(attempt)) return;
  if (Number(attempt.timestamp) <= Number(first.timestamp))
    report('webhook.retry-renews-signature', `a webhook-timestamp after ${first.timestamp}`, at('webhook-timestamp'));
}

function judgeRetry(first: Attempt, attempts: readonly Attempt[], watched: Watched, report: Report): void {
  const due = first.ended + retryTime;
  if (wasAway(watched, first.arrived, due)) return;
  const [second] = attempts.filter(
    (each) => each !== first && (each.arrived >= first.ended || each.fate === 'accepted' || each.fate === 'open'),
  );
  if (second ? second.arrived <= due : watched.end < due) return;
  const actual = second ? `the retry after ${((second.arrived - first.ended) / 1000).toFixed(1)} s` : 'no retry';
  report(retriedBy(first), 'the event again at the registered address, within 10 s of its failure', actual);
}

function retriedBy({ exchange }: Attempt): RequirementId {
  if (exchange.response || isClosedBySuite(exchange)) return 'webhook.failure-retried';
  return 'webhook.no-response-retried';
}
