import { expectThat, show } from '../../engine/expect.ts';
import { Inconclusive } from '../../engine/verdict.ts';
import { caseIn } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows/rows.ts';
import { firstDelivery, planResult, repeatedDeliveries, requireDelivery } from './cases.ts';
import { announced, arrivalTime, isDenial } from './plans.ts';
import { forEachEvent, hasOneEventId, named } from './steps.ts';

/** Which events arrive, when and where. */
export const arrivalChecks = {
  'webhook.arrives': check({ needs: ['webhook'] }, async (context) => {
    const { otherSecret } = context.webhook;
    const approved = announced.filter((name) => !isDenial(name));
    await forEachRow(named(...approved, ...(otherSecret === undefined ? [] : (['foreign'] as const))), async (name) => {
      const event = await firstDelivery(context, name);
      const { decided } = await planResult(context, name);
      const seconds = ((event.arrived - decided) / 1000).toFixed(1);
      expectThat(
        'late-event',
        event.arrived - decided <= arrivalTime,
        'the event within 5 s of the decision',
        `the event after ${seconds} s`,
        event,
      );
    });
  }),

  'webhook.announces-denial': check({ needs: ['webhook'] }, async (context) => {
    await requireDelivery(context, 'approved');

    await forEachRow(named(...announced.filter(isDenial)), async (name) => {
      await firstDelivery(context, name);
    });
  }),

  'webhook.state-before-event': check({ needs: ['webhook'] }, (context) =>
    forEachEvent(context, async (_, name) => {
      const read = (await planResult(context, name)).readOnArrival();
      if (!read) throw new Inconclusive('no response to a read arrived while the event waited', 'get-case.reads-case');
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

  'webhook.once-a-case': check({ needs: ['webhook'] }, (context) =>
    forEachRow(named(...announced), (name) => hasOneEventId(context, name)),
  ),

  'webhook.not-while-pending': check({ needs: ['webhook'] }, (context) =>
    forEachRow(named('held', 'without evidence'), async (name) => {
      await repeatedDeliveries(context, 'approved');
      const [event] = (await planResult(context, name)).deliveries();
      expectThat('unexpected-event', event === undefined, 'no event for a pending case', 'an event', event);
    }),
  ),

  'webhook.own-endpoint': check({ needs: ['webhook', 'otherTenant'] }, async (context) => {
    await repeatedDeliveries(context, 'approved');

    await forEachRow(named(...announced, 'foreign'), async (name) => {
      const [stray] = (await planResult(context, name)).misdirected();
      expectThat(
        'event-at-foreign-endpoint',
        !stray,
        'events only at the endpoint of their own tenant',
        `an event at ${stray?.path}`,
        stray,
      );
    });
  }),
} satisfies Checks<'webhook'>;
