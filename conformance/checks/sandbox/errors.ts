import { expectAccepted, expectHeader, expectProblem, expectStatus } from '../../engine/expect.ts';
import { check, type Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { requireKeyModes } from '../support/keys.ts';
import { errorTypes, retryWhileOverloaded } from '../support/overload.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder, inRow } from '../support/rows/rows.ts';
import { rowsOf } from '../../values/rows-of.ts';

/** Returns the 429 or 503 that a reference requests, instead of trying again. */
export const errorOptions = (reference: string) =>
  reference.startsWith('sandbox:error:') ? ({ expects: 'either' } as const) : {};

/** A create that requests the error is rejected with its problem. */
export async function rejectsWith(context: Context, status: keyof typeof errorTypes): Promise<void> {
  const { tenant } = context;
  await requireKeyModes(context, tenant.credential);
  await tenant.requireCreates();
  await forEachRowInOrder(rowsOf('PF', 'PM'), (type) =>
    retryWhileOverloaded(tenant, async () => {
      const response = await tenant.create(tenant.newCase(type, `sandbox:error:${status}`), { expects: 'either' });
      expectProblem(response, status, errorTypes[status]);
      expectHeader(response, 'Retry-After', (value) => value === '1', 'the value 1');
    }),
  );
}

/** The errors that a reference can request. */
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
} satisfies Checks<'sandbox'>;
