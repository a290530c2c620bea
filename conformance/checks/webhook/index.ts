import { CaseDecided } from '../../../generated/validators.js';
import { excerpt, expectHeader, expectSame, expectThat, expectValid, show } from '../../engine/expect.ts';
import type { Delivery } from '../../engine/receiver.ts';
import { Inconclusive } from '../../engine/verdict.ts';
import { caseIn } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import type { Context, ContextWith } from '../support/context.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows.ts';
import { areSameInstant } from '../support/timestamps.ts';
import { arrival, arrived, arrivedAgain, planResult, retry } from './cases.ts';
import { comparable, expectSigned, idOf, isId, isSeconds, isSignedWith, membersOf, secondsOf } from './event.ts';
import { arrivalTime, type Name } from './plans.ts';

/** Judges an event of each sort. */
function eachSort(context: ContextWith<'webhook'>, judge: (event: Delivery, name: Name) => unknown): Promise<void> {
  return forEachRow(named('approved', 'denied', 'entity'), async (name) => {
    await judge(await arrived(context, name), name);
  });
}

const named = <T extends Name>(...names: T[]) => Object.fromEntries(names.map((name) => [name, name])) as Record<T, T>;

const redirects = [
  ...(['redirected with 301', 'redirected with 302', 'redirected with 303'] as const),
  ...(['redirected with 307', 'redirected with 308'] as const),
];

/** Each event is not sent again. */
function notAgain(context: ContextWith<'webhook'>, ...names: Name[]): Promise<void> {
  return forEachRow(named(...names), async (name) => {
    const again = await arrivedAgain(context, name);
    const [late] = again;
    expectThat('repeated-event', again.length === 0, 'no other delivery of the event', `${again.length} more`, late);
  });
}

/** All events of a case are one. */
async function announcedOnce(context: ContextWith<'webhook'>, name: Name): Promise<void> {
  await arrivedAgain(context, name);
  const events = (await planResult(context, name)).deliveries();
  const ids = new Set(await Promise.all(events.map((event) => idOf(event))));
  expectThat('repeated-event', ids.size === 1, 'one webhook-id for the case', `${ids.size} of them`, events.at(-1));
}

/** Each event that failed is sent again in time. */
async function comesAgain(context: ContextWith<'webhook'>, ...names: Name[]): Promise<void> {
  await forEachRow(named(...names), async (name) => {
    await retry(context, name);
  });
}

/** A failed attempt and its retry, of which the one may follow at once and the other after a while. */
function eachRetry(
  context: ContextWith<'webhook'>,
  judge: (first: Delivery, second: Delivery) => unknown,
): Promise<void> {
  return forEachRow(named('answered with 500', 'answered late'), async (name) => {
    const { first, second } = await precondition('webhook.error-retried', () => retry(context, name));
    await judge(first, second);
  });
}

/** How far the candidate's clock is ahead of ours, in milliseconds, to half a second; 0 where it does not tell. */
async function clockOffset({ tenant }: Context, id: string): Promise<{ ahead: number; isKnown: boolean }> {
  const date = Date.parse((await tenant.readOrBlock(id)).header('Date') ?? '');
  return Number.isNaN(date) ? { ahead: 0, isKnown: false } : { ahead: date + 500 - Date.now(), isKnown: true };
}

export const webhook: Checks<'webhook'> = {
  'webhook.arrives': check({ needs: ['webhook'] }, async (context) => {
    const { otherSecret } = context.webhook;
    const names = [...(['approved', 'entity'] as const), ...(otherSecret === undefined ? [] : (['foreign'] as const))];
    await forEachRow(named(...names), async (name) => {
      const event = await arrival(context, name);
      const { decided } = await planResult(context, name);
      const seconds = ((event.arrived - decided) / 1000).toFixed(1);
      expectThat(
        'late-event',
        event.arrived - decided <= arrivalTime,
        'the event within 5 s of the decision',
        `it after ${seconds} s`,
        event,
      );
    });
  }),

  'webhook.announces-denial': check({ needs: ['webhook'] }, async (context) => {
    await arrived(context, 'approved');

    await arrival(context, 'denied');
  }),

  'webhook.method-post': check({ needs: ['webhook'] }, (context) =>
    eachSort(context, (event) => expectSame('wrong-method', 'the method', event.method, 'POST', event)),
  ),

  'webhook.content-type-json': check({ needs: ['webhook'] }, (context) =>
    eachSort(context, (event) =>
      expectHeader(event, 'Content-Type', (type) => /^application\/json *(;|$)/i.test(type), 'application/json'),
    ),
  ),

  'webhook.body-schema': check({ needs: ['webhook'] }, (context) =>
    eachSort(context, (event) => expectValid(event, CaseDecided, 'CaseDecided')),
  ),

  'webhook.timestamp-is-decision': check({ needs: ['webhook'] }, (context) =>
    eachSort(context, async (event, name) => {
      const { timestamp } = await membersOf(event);
      const { decided_at } = await context.tenant.readCase((await planResult(context, name)).id);
      const same = areSameInstant(timestamp, decided_at);
      expectThat(
        'wrong-event-timestamp',
        same,
        `the timestamp ${show(decided_at)}, which is decided_at`,
        show(timestamp),
        event,
      );
    }),
  ),

  'webhook.data-is-case': check({ needs: ['webhook'] }, (context) =>
    eachSort(context, async (event, name) => {
      const { data } = await membersOf(event);
      const read = await context.tenant.readCase((await planResult(context, name)).id);
      expectSame('wrong-event-data', 'the data', comparable(data), comparable(read), event);
    }),
  ),

  'webhook.state-before-event': check({ needs: ['webhook'] }, (context) =>
    eachSort(context, async (_, name) => {
      const read = (await planResult(context, name)).onArrival();
      if (!read) throw new Inconclusive('no read was answered while the event waited', 'get-case.reads-case');
      const { status } = await precondition('get-case.reads-case', async () => caseIn(read));
      expectThat(
        'event-before-decision',
        status !== 'PENDING',
        'a decided case when its event arrives',
        `the status ${show(status)}`,
        read,
      );
    }),
  ),

  'webhook.id-header': check({ needs: ['webhook'] }, (context) =>
    eachSort(context, (event) => expectHeader(event, 'webhook-id', isId, '1 to 255 characters')),
  ),

  'webhook.timestamp-header': check({ needs: ['webhook'] }, (context) =>
    eachSort(context, (event) => expectHeader(event, 'webhook-timestamp', isSeconds, 'whole seconds')),
  ),

  'webhook.signature': check({ needs: ['webhook'] }, (context) =>
    eachSort(context, (event) => expectSigned(context.webhook.secret, event)),
  ),

  'webhook.timestamp-of-sending': check({ needs: ['webhook'] }, (context) =>
    eachSort(context, async (event, name) => {
      const { ahead, isKnown } = await clockOffset(context, (await planResult(context, name)).id);
      const age = (event.arrivedAt + ahead) / 1000 - (await secondsOf(event));
      // Both clocks are read to the second, and the event was on its way.
      const holds = age > -6.5 && age < 7.5;
      if (!holds && !isKnown) throw new Inconclusive('no answer of the candidate tells its clock in Date');
      expectThat(
        'wrong-event-timestamp',
        holds,
        'a webhook-timestamp within 5 s of the sending',
        `one of ${age.toFixed(0)} s before it`,
        event,
      );
    }),
  ),

  'webhook.ids-differ': check({ needs: ['webhook'] }, async (context) => {
    const ids: string[] = [];
    await eachSort(context, async (event) => ids.push(await idOf(event)));

    expectSame('repeated-id', 'different values of webhook-id, as many as', new Set(ids).size, ids.length);
  }),

  'webhook.once-a-case': check({ needs: ['webhook'] }, (context) =>
    forEachRow(named('approved', 'denied', 'busy'), (name) => announcedOnce(context, name)),
  ),

  'webhook.not-while-pending': check({ needs: ['webhook'] }, (context) =>
    forEachRow(named('held', 'without evidence'), async (name) => {
      await arrivedAgain(context, 'approved');
      const [event] = (await planResult(context, name)).deliveries();
      expectThat('unexpected-event', event === undefined, 'no event of a case that is pending', 'one', event);
    }),
  ),

  'webhook.success-not-again': check({ needs: ['webhook'] }, (context) =>
    notAgain(context, 'approved', 'denied', 'entity'),
  ),

  'webhook.any-2xx-is-success': check({ needs: ['webhook'] }, (context) =>
    notAgain(context, 'answered with 200', 'answered with 201', 'answered with 202', 'answered with 299'),
  ),

  'webhook.error-retried': check({ needs: ['webhook'] }, (context) =>
    comesAgain(
      context,
      ...(['answered with 500', 'answered with 503', 'answered with 400'] as const),
      ...(['answered with 404', 'answered with 429'] as const),
    ),
  ),

  'webhook.redirect-retried': check({ needs: ['webhook'] }, (context) => comesAgain(context, ...redirects)),

  'webhook.redirect-not-followed': check({ needs: ['webhook'] }, (context) =>
    forEachRow(named(...redirects), async (name) => {
      await arrived(context, name);
      const followed = (await planResult(context, name)).strays().find(({ path }) => path.includes('/redirected/'));
      expectThat(
        'redirect-followed',
        !followed,
        'nothing at the address of the redirect',
        `${followed?.method} ${followed?.path}`,
        followed,
      );
    }),
  ),

  'webhook.closed-connection-retried': check({ needs: ['webhook'] }, (context) => comesAgain(context, 'closed')),

  'webhook.retry-keeps-id': check({ needs: ['webhook'] }, async (context) => {
    await precondition('webhook.once-a-case', () => announcedOnce(context, 'approved'));

    await eachRetry(context, async (first, second) =>
      expectSame('changed-event-id', 'the webhook-id', await idOf(second), await idOf(first), second),
    );
  }),

  'webhook.retry-keeps-body': check({ needs: ['webhook'] }, (context) =>
    eachRetry(context, ({ body }, second) => {
      const wanted = `the bytes of the first attempt, ${excerpt(body.toString())}`;
      expectThat('changed-event-body', body.equals(second.body), wanted, excerpt(second.body.toString()), second);
    }),
  ),

  'webhook.retry-renews-timestamp': check({ needs: ['webhook'] }, async (context) => {
    const { first, second } = await precondition('webhook.error-retried', () => retry(context, 'answered late'));

    const [before, after] = [await secondsOf(first), await secondsOf(second)];
    expectThat(
      'wrong-event-timestamp',
      after > before,
      `a webhook-timestamp after ${before}, that of the first attempt`,
      `${after}`,
      second,
    );
  }),

  'webhook.retry-signed-anew': check({ needs: ['webhook'] }, (context) =>
    eachRetry(context, async (first, second) => {
      const { secret } = context.webhook;
      await precondition('webhook.signature', () => expectSigned(secret, first));
      await expectSigned(secret, second);
    }),
  ),

  'webhook.gone-stops': check({ needs: ['webhook'] }, (context) => notAgain(context, 'gone')),

  'webhook.own-endpoint': check({ needs: ['webhook', 'otherTenant'] }, async (context) => {
    await arrivedAgain(context, 'approved');

    const own: Name[] = ['approved', 'denied', 'entity', 'busy', 'foreign'];
    await forEachRow(named(...own), async (name) => {
      const [stray] = (await planResult(context, name)).strays();
      expectThat(
        'event-at-foreign-endpoint',
        !stray,
        'events at the endpoint of their own tenant only',
        `one at ${stray?.path}`,
        stray,
      );
    });
  }),

  'webhook.own-secret': check({ needs: ['webhook', 'otherTenant', 'otherWebhookSecret'] }, async (context) => {
    const { webhook, otherWebhookSecret } = context;
    const [own, foreign] = [await arrived(context, 'approved'), await arrived(context, 'foreign')];
    await precondition('webhook.signature', () => expectSigned(webhook.secret, own));

    await expectSigned(otherWebhookSecret, foreign);
    const wanted = 'no signature with the secret of another tenant';
    expectThat(
      'wrong-signature',
      !(await isSignedWith(webhook.secret, foreign)),
      wanted,
      'one of the second tenant',
      foreign,
    );
    expectThat(
      'wrong-signature',
      !(await isSignedWith(otherWebhookSecret, own)),
      wanted,
      'one of the first tenant',
      own,
    );
  }),

  'webhook.slow-success-taken': check({ needs: ['webhook', 'slow'] }, async (context) => {
    const event = await arrived(context, 'taken late');

    const seconds = ((event.abandonedAt ?? 0) - event.arrived) / 1000;
    const wanted = 'a connection that waits 15 s for the answer';
    expectThat(
      'response-not-awaited',
      event.abandonedAt === undefined,
      wanted,
      `one that was closed after ${seconds.toFixed(1)} s`,
      event,
    );
    await notAgain(context, 'taken late');
  }),

  'webhook.no-answer-retried': check({ needs: ['webhook', 'slow'] }, (context) =>
    comesAgain(context, 'never answered'),
  ),
};
