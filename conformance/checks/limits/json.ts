import { expectAccepted } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import {
  bodiesOverTheLimit,
  expectTooLarge,
  jsonOfSize,
  maxJsonSize,
  rejectedOrClosed,
} from '../support/fixtures/sizes.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder } from '../support/rows/rows.ts';

/** The size of a JSON body. */
export const jsonLimitChecks = {
  'limits.json-accepted': async (context) => {
    await context.tenant.requireCreates();

    await forEachRow({ 'with Content-Length': false, 'chunked, without Content-Length': true }, async (chunked) =>
      expectAccepted(await context.tenant.createRaw(jsonOfSize(context, maxJsonSize), { chunked })),
    );
  },

  'limits.json-refused': async (context) => {
    await context.tenant.requireCreates();

    await forEachRowInOrder(bodiesOverTheLimit(context), (body) =>
      rejectedOrClosed(() => context.tenant.createRaw(body), expectTooLarge),
    );
  },

  'limits.json-refused-unannounced': async (context) => {
    await context.tenant.requireCreates();

    await forEachRowInOrder(bodiesOverTheLimit(context), (body) =>
      rejectedOrClosed(() => context.tenant.createRaw(body, { chunked: true }), expectTooLarge),
    );
    // At the end: a service that requires Content-Length rejects this precondition with 411. The check must report that as
    // a failure of the requests above before the precondition can make it inconclusive.
    await precondition('limits.json-accepted', async () =>
      expectAccepted(await context.tenant.createRaw(jsonOfSize(context, 1000), { chunked: true })),
    );
  },
} satisfies Checks<'limits'>;
