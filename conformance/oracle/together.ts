// What only several exchanges show together.
import { hasProblem } from './facts.ts';
import { mayBeRunning } from './idempotency/idempotency.ts';
import { gatewayStatuses } from './gateway.ts';
import type { History } from './history.ts';
import { ofKey } from './idempotency/key-uses.ts';
import { at } from './support/place.ts';
import type { Reading } from './request/reading.ts';
import { isClear } from './request/target.ts';
import { type Expectation, isBefore, type Report, type Reports } from './terms.ts';

/** Judges a response by those to similar requests. */
export function judgeTogether(
  reading: Reading,
  history: History,
  expectation: Expectation,
  { answer, set }: Reports,
): void {
  judgeStranger(reading, history, set);
  judgeInUse(reading, history, expectation, answer);
  if (isInUse(reading) && meetsFirst(reading, history))
    set('idempotency.in-use-waits', 'the response of the first request with this key', at('/type'));
  if (history.isForeign(reading)) history.foreignCases.judge(reading, set);
  history.lengths.judge(reading, set);
  history.overload.judge(reading, history.keys.hadSandboxError(reading), answer);
}

/** Without a valid key, the status does not depend on whether the case exists (D23). */
function judgeStranger(reading: Reading, history: History, report: Report): void {
  const { target, authorization, exchange } = reading;
  const isStranger = !authorization.caller && !authorization.unclear && isClear(target);
  if (!isStranger || target.caseId === undefined || !history.caseWith(target.caseId)) return;
  const { status } = exchange.response!;
  const other = history.comparisons.statusForUnknown(reading);
  if (other !== undefined && other !== status && !gatewayStatuses.includes(status))
    report('authentication.checked-first', `the status for an unknown case, ${other}`, `status ${status}`);
}

/** A key is in use only while another request with it is carried out, and that one is not told the same (D57). */
function judgeInUse(reading: Reading, history: History, { rejections, accepts }: Expectation, report: Report): void {
  if (!isInUse(reading) || history.since !== undefined) return;
  const earlier = history.keys.usesBeforeEnd(reading);
  const others = earlier.filter((use) => mayBeRunning(use, reading));
  const areAllInUse =
    others.length > 0 && others.every((use) => isInUse(use.reading) && !use.reading.exchange.sentTwice);
  if (!areAllInUse) return;
  const expected = 'a success of at least one request';
  const actual = 'each request with this key was told that it is in use';
  // A request that was rejected before has left the key in use.
  const isLeft = earlier.every(({ effect }) => effect !== 'done') && earlier.some((use) => !isInUse(use.reading));
  const broken = rejections.find(({ must }) => must)?.requirement ?? accepts;
  report(isLeft ? broken : ofKey(reading).once, expected, actual);
}

/** True when the request began while the one was running that was carried out. */
const meetsFirst = (reading: Reading, { keys }: History) =>
  keys.usesBeforeEnd(reading).some((use) => use.effect === 'done' && !isBefore(use.reading.span, reading.span));

const isInUse = ({ exchange }: Reading) =>
  exchange.response?.status === 409 && hasProblem(exchange, 'idempotency-key-in-use');
