import { excerpt, expectSame, expectThat } from '../../engine/expect.ts';
import type { Delivery } from '../../engine/receiver.ts';
import { check, type Checks } from '../support/check.ts';
import type { ContextWith } from '../support/context.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow, inRow } from '../support/rows/rows.ts';
import { deliveriesAfterRetry, planResult, repeatedDeliveries, requireDelivery, retryOf } from './cases.ts';
import { idOf, secondsOf } from './event.ts';
import { announced, type PlanName, transitTime } from './plans.ts';
import { forEachRetry, hasOneEventId, named } from './steps.ts';

const redirects = [
  ...(['redirected with 301', 'redirected with 302', 'redirected with 303'] as const),
  ...(['redirected with 307', 'redirected with 308'] as const),
];

const isOtherSuccess = (name: PlanName) => name.endsWith(' from the receiver');

/** The candidate sends none of the events again. */
function doesNotSendAgain(context: ContextWith<'webhook'>, ...names: PlanName[]): Promise<void> {
  return forEachRow(named(...names), async (name) => {
    expectNone(await repeatedDeliveries(context, name));
  });
}

const expectNone = (again: Delivery[]) =>
  expectThat('repeated-event', again.length === 0, 'no other delivery of the event', `${again.length} more`, again[0]);

// Milliseconds between a response and the copy that was already in transit.
const meeting = 20;

/**
 * A copy may have been in transit when the suite responded to the first attempt. That happens once; a candidate that
 * copies several events sends what was acknowledged.
 */
async function sendsNoCopies(context: ContextWith<'webhook'>): Promise<void> {
  const copies = await Promise.all(
    announced.map(async (name) => {
      await requireDelivery(context, name);
      const [first, ...others] = (await planResult(context, name)).deliveries();
      const until = first!.respondedAt ?? Infinity;
      return others.find((event) => event.arrived > until + meeting && event.arrived <= until + transitTime);
    }),
  );
  const found = copies.filter((copy) => copy !== undefined);
  expectThat(
    'repeated-event',
    found.length < 2,
    'at most one copy in transit',
    `copies of ${found.length} events`,
    found[0],
  );
}

/** The candidate sends each event again in time. */
function sendsAgain(context: ContextWith<'webhook'>, ...names: PlanName[]): Promise<void> {
  return forEachRow(named(...names), async (name) => {
    await retryOf(context, name);
  });
}

/** Which events are sent again, and how. */
export const retryChecks = {
  'webhook.success-not-again': check({ needs: ['webhook'] }, async (context) => {
    await doesNotSendAgain(context, ...announced.filter((name) => !isOtherSuccess(name)));
    await inRow('copies of acknowledged events', () => sendsNoCopies(context));
    await inRow('an event whose retry was acknowledged', async () => expectNone(await deliveriesAfterRetry(context)));
  }),

  'webhook.any-2xx-is-success': check({ needs: ['webhook'] }, (context) =>
    doesNotSendAgain(context, ...announced.filter(isOtherSuccess)),
  ),

  'webhook.error-retried': check({ needs: ['webhook'] }, (context) =>
    sendsAgain(
      context,
      ...(['a 500 from the receiver', 'a 503 from the receiver', 'a 400 from the receiver'] as const),
      ...(['a 404 from the receiver', 'a 429 from the receiver'] as const),
    ),
  ),

  'webhook.redirect-retried': check({ needs: ['webhook'] }, (context) => sendsAgain(context, ...redirects)),

  'webhook.redirect-not-followed': check({ needs: ['webhook'] }, (context) =>
    forEachRow(named(...redirects), async (name) => {
      await requireDelivery(context, name);
      const followed = (await planResult(context, name))
        .misdirected()
        .find(({ path }) => path.includes('/redirected/'));
      expectThat(
        'redirect-followed',
        !followed,
        'nothing at the address of the redirect',
        `${followed?.method} ${followed?.path}`,
        followed,
      );
    }),
  ),

  'webhook.closed-connection-retried': check({ needs: ['webhook'] }, (context) => sendsAgain(context, 'closed')),

  'webhook.retry-keeps-id': check({ needs: ['webhook'] }, async (context) => {
    await precondition('webhook.once-a-case', () => hasOneEventId(context, 'approved'));

    await forEachRetry(context, async (first, second) =>
      expectSame('changed-event-id', 'the webhook-id', await idOf(second), await idOf(first), second),
    );
  }),

  'webhook.retry-keeps-body': check({ needs: ['webhook'] }, (context) =>
    forEachRetry(context, ({ body }, second) => {
      const wanted = `the bytes of the first attempt, ${excerpt(body.toString())}`;
      expectThat('changed-event-body', body.equals(second.body), wanted, excerpt(second.body.toString()), second);
    }),
  ),

  'webhook.retry-renews-timestamp': check({ needs: ['webhook'] }, async (context) => {
    const { first, second } = await precondition('webhook.error-retried', () =>
      retryOf(context, 'a late response from the receiver'),
    );

    const [before, after] = [await secondsOf(first), await secondsOf(second)];
    expectThat(
      'wrong-event-timestamp',
      after > before,
      `a webhook-timestamp after ${before}, that of the first attempt`,
      `${after}`,
      second,
    );
  }),

  'webhook.gone-stops': check({ needs: ['webhook'] }, (context) => doesNotSendAgain(context, 'gone')),

  'webhook.slow-success-taken': check({ needs: ['webhook', 'slow'] }, async (context) => {
    const event = await requireDelivery(context, 'a late 204 from the receiver');

    const seconds = ((event.abandonedAt ?? 0) - event.arrived) / 1000;
    const wanted = 'a connection that waits 15 s for the response';
    expectThat(
      'response-not-awaited',
      event.abandonedAt === undefined,
      wanted,
      `a connection that was closed after ${seconds.toFixed(1)} s`,
      event,
    );
    await doesNotSendAgain(context, 'a late 204 from the receiver');
  }),

  'webhook.no-answer-retried': check({ needs: ['webhook', 'slow'] }, (context) =>
    sendsAgain(context, 'no response from the receiver'),
  ),
} satisfies Checks<'webhook'>;
