import { expectAccepted } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import { jsonOfSize, largestJson, longBodies, rejectedOrClosed, tooLarge } from '../support/fixtures/sizes.ts';
import { precondition } from '../support/preconditions.ts';

/** The size of a JSON body. */
export const jsonLimitChecks = {
  'limits.json-accepted': async (context) => {
    await context.tenant.requireCreates();

    for (const chunked of [false, true])
      expectAccepted(await context.tenant.createRaw(jsonOfSize(context, largestJson), { chunked }));
  },

  'limits.json-refused': async (context) => {
    await context.tenant.requireCreates();

    for (const body of longBodies(context)) await rejectedOrClosed(() => context.tenant.createRaw(body), tooLarge);
  },

  'limits.json-refused-unannounced': async (context) => {
    await context.tenant.requireCreates();

    for (const body of longBodies(context))
      await rejectedOrClosed(() => context.tenant.createRaw(body, { chunked: true }), tooLarge);
    // Behind the refusals: a service that takes nothing without a length fails by its own answer to them.
    await precondition('limits.json-accepted', async () =>
      expectAccepted(await context.tenant.createRaw(jsonOfSize(context, 1000), { chunked: true })),
    );
  },
} satisfies Partial<Checks<'limits'>>;
