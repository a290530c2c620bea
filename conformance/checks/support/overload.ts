import { type Exchange, type HttpResponse, isOverloaded, responseOf, retryAfter } from '../../engine/exchange.ts';
import { expectProblem } from '../../engine/expect.ts';
import { wait } from '../../engine/http.ts';
import { Inconclusive, Violation } from '../../engine/verdict.ts';
import type { Tenant } from './tenant.ts';

/** The problems that `sandbox:error:` requests. */
const errorTypes = { 429: '/problems/rate-limited', 503: '/problems/unavailable' } as const;

/**
 * Judges a 429 or 503 that the check requested. The candidate may send its own 429 or 503 in between, so there are
 * several tries, each after the pause that it asks for. After the last, a plain create shows whether the candidate is
 * overloaded.
 */
async function retryWhileOverloaded(tenant: Tenant, judge: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await judge();
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      const seconds = secondsAskedFor(error.exchange);
      const tries = seconds === 0 ? quickTries : slowTries;
      if (attempt >= tries && seconds !== undefined) await requireNotOverloaded(tenant);
      if (attempt >= tries) throw error;
      // The pause is random, so that two checks do not keep in step and meet the same responses each time.
      const pause = Math.min(attempt, 4) * shortestPause * (1 + Math.random());
      if (seconds !== undefined) await wait(Math.max(seconds * 1000, pause), tenant.session.run.signal);
    }
}

async function requireNotOverloaded(tenant: Tenant): Promise<void> {
  const { status, exchange } = await tenant.create(tenant.newCase(), { expects: 'either' });
  if (isOverloaded(status))
    throw new Inconclusive(
      `the candidate responds with ${status} to every request; raise its limit for the run`,
      undefined,
      exchange,
    );
}

// One in 4,096 series of tries meets a gateway that rejects every other request each time.
const quickTries = 12;
// When the candidate asks for a pause.
const slowTries = 6;
// Seconds.
const longestPause = 10;
// Milliseconds.
const shortestPause = 100;

/** The seconds in the `Retry-After` of a 429 or 503, if any. */
function secondsAskedFor(exchange: Exchange | undefined): number | undefined {
  const response = exchange?.response;
  if (!response || !isOverloaded(response.status)) return undefined;
  const seconds = retryAfter(responseOf(exchange, response));
  return seconds === undefined ? undefined : Math.min(seconds, longestPause);
}

/** The problem that a sandbox reference requests, or the last response if none of these tries got that problem. */
export async function sandboxError(tenant: Tenant, status: keyof typeof errorTypes): Promise<HttpResponse> {
  let last: HttpResponse | undefined;
  try {
    await retryWhileOverloaded(tenant, async () => {
      last = await tenant.create(tenant.newCase('PF', `sandbox:error:${status}`), { expects: 'either' });
      expectProblem(last, status, errorTypes[status]);
    });
  } catch (error) {
    if (!last || !(error instanceof Violation)) throw error;
  }
  return last!;
}
