// A `fetch` that sends a request again where this is safe (D111 of the contract).
import { setTimeout } from 'node:timers/promises';

// Milliseconds before a repetition that nobody said how long to wait for; it doubles.
const firstPause = 500;
const mostAttempts = 4;

/** Nothing was done, whatever the request was. */
const wasRejectedForAWhile = async (response: Response): Promise<boolean> => {
  if ([408, 429, 503].includes(response.status)) return true;
  if (response.status !== 409) return false;
  // Of the three conflicts of the contract, only this one passes.
  const problem = (await response.clone().json()) as { type?: string };
  return problem.type?.endsWith('/problems/idempotency-key-in-use') === true;
};

/**
 * Waits as `Retry-After` says, and sends a request without a whole response, or with one from a failing gateway, again: a
 * POST only if it carries an `Idempotency-Key`, so that it has its effect once.
 */
export const repeatingFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const isSafe = request.method === 'GET' || request.headers.has('Idempotency-Key');
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === mostAttempts;
    let pause = firstPause * 2 ** (attempt - 1);
    try {
      const response = await fetch(request.clone());
      // The body is read here, so that a cut one is noticed here.
      const body = await response.arrayBuffer();
      const { status, headers } = response;
      const whole = () => new Response(body.byteLength > 0 ? body : null, { status, headers });
      const mayFail = [500, 502, 504].includes(status) && isSafe;
      if (isLast || !(mayFail || (await wasRejectedForAWhile(whole())))) return whole();
      pause = Math.max(pause, Number(headers.get('Retry-After') ?? 0) * 1000);
    } catch (error) {
      if (isLast || !isSafe || request.signal.aborted) throw error;
    }
    await setTimeout(pause, undefined, { signal: request.signal });
  }
};
