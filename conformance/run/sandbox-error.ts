// Tells an error that the sandbox was asked for from one of an overloaded service or a gateway.
import { type Exchange, headerIn, isOverloaded, retryAfter } from '../wire/exchange.ts';
import { demanded } from '../oracle/request/rejections.ts';
import { typeIn } from '../oracle/response/problem.ts';

// One in 4,096 series of tries meets a gateway that rejects every other request each time.
const quickTries = 12;
// When the candidate asks for a pause.
const slowTries = 6;
// Milliseconds.
const shortestPause = 100;
const longestPause = 10_000;

/**
 * After a 429 or 503 that may be one of these: the milliseconds to wait before the request is sent again; undefined after
 * any other response, after the error that was asked for, and after the last try.
 *
 * @param hasSandbox false for a key with which nothing can be asked for
 */
export function pauseAfterError(exchange: Exchange, attempt: number, hasSandbox: boolean): number | undefined {
  const { response } = exchange;
  if (!response || !isOverloaded(response.status) || (hasSandbox && isAsked(exchange))) return undefined;
  const wanted = retryAfter(response.headers);
  if (attempt >= (wanted === 0 ? quickTries : slowTries)) return undefined;
  const pause = Math.min((wanted ?? 0) * 1000, longestPause);
  // Random, so that two scenarios do not keep in step and meet the same responses each time.
  return Math.max(pause, Math.min(attempt, 4) * shortestPause * (1 + Math.random()));
}

/** The problem that `sandbox:error` asks for with this status. */
function isAsked({ request, response }: Exchange): boolean {
  const { status, headers, body } = response!;
  if (status !== 429 && status !== 503) return false;
  const asks = new RegExp(`"reference":"sandbox:error:${status}["#]`);
  if (!asks.test(Buffer.concat(request.body).toString('latin1'))) return false;
  const isOfType = demanded(`sandbox.error-${status}`).some(
    ({ type }) => typeIn(body, request.url)?.endsWith(`/${type}`) === true,
  );
  return isOfType && headerIn(headers, 'Retry-After') === '1';
}
