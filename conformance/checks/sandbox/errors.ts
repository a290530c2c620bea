import { type Exchange, isOverloaded, responseOf, retryAfter } from '../../engine/exchange.ts';
import { expectAccepted, expectHeader, expectProblem, expectStatus } from '../../engine/expect.ts';
import { wait } from '../../engine/http.ts';
import { Inconclusive, Violation } from '../../engine/verdict.ts';
import { check, type Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { requireKeyModes } from '../support/keys.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder, inRow, rowsOf } from '../support/rows.ts';
import type { Tenant } from '../support/tenant.ts';

/** Returns the 429 or 503 that a reference asks for, instead of trying again. */
export const errorOptions = (reference: string) =>
  reference.startsWith('sandbox:error:') ? ({ expects: 'either' } as const) : {};

/**
 * Judges a 429 or 503 that the check asked for. The candidate may send one of its own in between, so there are six tries,
 * each after the pause that it asks for and a little longer than the previous one. After the last, a plain create shows
 * whether the candidate is overloaded.
 */
export async function retryWhileOverloaded(tenant: Tenant, judge: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await judge();
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      const seconds = secondsAskedFor(error.exchange);
      if (attempt === 6 && seconds !== undefined) await requireNotOverloaded(tenant);
      if (attempt === 6) throw error;
      if (seconds !== undefined)
        await wait(Math.max(seconds * 1000, attempt * shortestPause), tenant.session.run.signal);
    }
}

async function requireNotOverloaded(tenant: Tenant): Promise<void> {
  const { status, exchange } = await tenant.create(tenant.newCase(), { expects: 'either' });
  if (isOverloaded(status))
    throw new Inconclusive(
      `the candidate answers ${status} to everything; raise its limit for the run`,
      undefined,
      exchange,
    );
}

// Seconds.
const longestPause = 10;
// Milliseconds.
const shortestPause = 100;

/** The seconds that a 429 or 503 asks to wait, if it does. */
function secondsAskedFor(exchange: Exchange | undefined): number | undefined {
  const response = exchange?.response;
  if (!response || !isOverloaded(response.status)) return undefined;
  const seconds = retryAfter(responseOf(exchange, response));
  return seconds === undefined ? undefined : Math.min(seconds, longestPause);
}

const types = { 429: '/problems/rate-limited', 503: '/problems/unavailable' } as const;

/** A create that asks for the error is rejected with its problem. */
export async function rejectsWith(context: Context, status: keyof typeof types): Promise<void> {
  const { tenant } = context;
  await requireKeyModes(context, tenant.credential);
  await tenant.requireCreates();
  await forEachRowInOrder(rowsOf('PF', 'PM'), (type) =>
    retryWhileOverloaded(tenant, async () => {
      const response = await tenant.create(tenant.newCase(type, `sandbox:error:${status}`), { expects: 'either' });
      expectProblem(response, status, types[status]);
      expectHeader(response, 'Retry-After', (value) => value === '1', 'the value 1');
    }),
  );
}

/** The errors that a reference can ask for. */
export const errorChecks = {
  'sandbox.error-429': (context) => rejectsWith(context, 429),

  'sandbox.error-503': (context) => rejectsWith(context, 503),

  'sandbox.error-not-stored': check({ long: true }, async (context) => {
    const { tenant, run } = context;
    await forEachRow({ 'the error 429': 429, 'the error 503': 503 } as const, async (status) => {
      await precondition(`sandbox.error-${status}`, () => rejectsWith(context, status));
      const headers = { 'Idempotency-Key': run.reference() };
      const body = tenant.newCase('PF', `sandbox:error:${status}`);
      await forEachRowInOrder(rowsOf('the first create with a key', 'the second'), () =>
        retryWhileOverloaded(tenant, async () =>
          expectStatus(await tenant.create(body, { expects: 'either', headers }), status),
        ),
      );
      await inRow('a plain create with the key', () =>
        retryWhileOverloaded(tenant, async () =>
          expectAccepted(await tenant.create(tenant.newCase(), { expects: 'either', headers })),
        ),
      );
    });
  }),
} satisfies Partial<Checks<'sandbox'>>;
