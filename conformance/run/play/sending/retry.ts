// Why a request is sent again: each function returns the milliseconds to wait before that, or undefined.
import { type Exchange, hasProblemType, headerIn, isClosed, isOverloaded, retryAfter } from '../../../wire/exchange.ts';
import type { Request } from '../../../wire/http.ts';
import {
  hasProblem,
  hasProblemOf,
  isAskedError,
  isLong,
  releaseTime,
  type SandboxError,
} from '../../../oracle/facts.ts';

type Retry = NonNullable<Request['retry']>;

// Milliseconds in which a service releases an idempotency key after its response, and a little more.
const releaseWithin = releaseTime + 200;
const shortestWait = 250;
// A server that responds before the end of a long body may lose its response as it closes the connection.
const attemptsOfLong = 3;
// A usual `Retry-After`.
const pauseAfterLost = 1000;

/** While the idempotency key of the request is in use, and when the response to a long body was lost. */
export const whileInUseOrLost: Retry = (exchange, attempt, milliseconds) => {
  if (isClosed(exchange) && isLong(exchange)) return attempt < attemptsOfLong ? 0 : undefined;
  if (!isInUse(exchange) || milliseconds > releaseWithin) return undefined;
  const seconds = Number(headerIn(exchange.response!.headers, 'Retry-After') ?? 0);
  const pause = Number.isFinite(seconds) ? seconds * 1000 : 0;
  return Math.min(Math.max(pause, shortestWait), releaseWithin);
};

/**
 * In a race, where requests are sent once: when the response to a long body was lost. A rejection for a while may be sent
 * before the body was read, and then it may be lost (D74); this is no excuse for a candidate that sends none.
 *
 * @param isLimiting whether the candidate has rejected requests with the same key for a while
 */
export const whileRejectionIsLost =
  (isLimiting: () => boolean): Retry =>
  (exchange, attempt) =>
    isClosed(exchange) && isLong(exchange) && attempt < attemptsOfLong && isLimiting() ? pauseAfterLost : undefined;

const isInUse = (exchange: Exchange) =>
  exchange.response?.status === 409 && hasProblem(exchange, 'idempotency-key-in-use');

/**
 * For these reasons, and until an error of the sandbox is certain.
 *
 * @param hasSandbox false for a key with which nothing can be asked for
 */
export const untilErrorIsCertain =
  (hasSandbox: boolean): Retry =>
  (exchange, attempt, milliseconds) =>
    whileInUseOrLost(exchange, attempt, milliseconds) ?? pauseAfterError(exchange, attempt, hasSandbox);

// One in 4,096 series of tries meets a gateway that rejects every other request each time.
const quickTries = 12;
// When the candidate asks for a pause.
const slowTries = 6;
// For a page of a gateway that has the status of the wanted error, and a Retry-After: the service may have sent that error.
const triesOfPage = 3;
// Milliseconds.
const shortestPause = 100;
const longestPause = 10_000;

/**
 * After a 429 or 503 that an overloaded service or a gateway may have sent, and not the sandbox that was asked for it,
 * unless this was the last try.
 */
export function pauseAfterError(exchange: Exchange, attempt: number, hasSandbox: boolean): number | undefined {
  const { response } = exchange;
  if (!response || !isOverloaded(response.status) || (hasSandbox && isAsked(exchange))) return undefined;
  const wanted = retryAfter(response.headers);
  const isInstead = wanted !== undefined && isAskedError(exchange) && !hasProblemType(response.headers);
  const slowly = isInstead ? triesOfPage : slowTries;
  if (attempt >= (wanted === 0 ? quickTries : slowly)) return undefined;
  const pause = Math.min((wanted ?? 0) * 1000, longestPause);
  // Random, so that two scenarios do not keep in step and meet the same responses each time.
  return Math.max(pause, Math.min(attempt, 4) * shortestPause * (1 + Math.random()));
}

/** The problem that `sandbox:error` asks for with this status. */
function isAsked(exchange: Exchange): boolean {
  if (!isAskedError(exchange)) return false;
  const { status, headers } = exchange.response!;
  const isOfType = hasProblemOf(exchange, `sandbox.error-${status as SandboxError}`);
  return isOfType && headerIn(headers, 'Retry-After') === '1';
}
