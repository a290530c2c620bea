import { CaseDecided } from '../../../generated/validators.js';
import { expectHeader, expectSame, expectThat, expectValid, show } from '../../engine/expect.ts';
import { Inconclusive } from '../../engine/verdict.ts';
import { knownCase } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { areSameInstant } from '../../engine/same.ts';
import { planResult } from './cases.ts';
import { caseDecidedIn, idOf, isId, isSeconds, secondsOf } from './event.ts';
import { forEachEvent } from './steps.ts';

/** How far the clock of the candidate is ahead, in milliseconds, to half a second; 0 when it sends no Date. */
async function clockOffset({ tenant }: Context, id: string): Promise<{ ahead: number; isKnown: boolean }> {
  const date = Date.parse((await tenant.readOrBlock(id)).header('Date') ?? '');
  return Number.isNaN(date) ? { ahead: 0, isKnown: false } : { ahead: date + 500 - Date.now(), isKnown: true };
}

/** The request that carries an event. */
export const eventContentChecks = {
  'webhook.method-post': check({ needs: ['webhook'] }, (context) =>
    forEachEvent(context, (event) => expectSame('wrong-method', 'the method', event.method, 'POST', event)),
  ),

  'webhook.content-type-json': check({ needs: ['webhook'] }, (context) =>
    forEachEvent(context, (event) =>
      expectHeader(event, 'Content-Type', (type) => /^application\/json *(;|$)/i.test(type), 'application/json'),
    ),
  ),

  'webhook.body-schema': check({ needs: ['webhook'] }, (context) =>
    forEachEvent(context, (event) => expectValid(event, CaseDecided, 'CaseDecided')),
  ),

  'webhook.timestamp-is-decision': check({ needs: ['webhook'] }, (context) =>
    forEachEvent(context, async (event, name) => {
      const { timestamp } = await caseDecidedIn(event);
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
    forEachEvent(context, async (event, name) => {
      const { data } = await caseDecidedIn(event);
      const read = knownCase(await context.tenant.readCase((await planResult(context, name)).id));
      expectSame('wrong-event-data', 'the data', knownCase(data), read, event);
    }),
  ),

  'webhook.id-header': check({ needs: ['webhook'] }, (context) =>
    forEachEvent(context, (event) => expectHeader(event, 'webhook-id', isId, '1 to 255 characters')),
  ),

  'webhook.timestamp-header': check({ needs: ['webhook'] }, (context) =>
    forEachEvent(context, (event) => expectHeader(event, 'webhook-timestamp', isSeconds, 'whole seconds')),
  ),

  'webhook.ids-differ': check({ needs: ['webhook'] }, async (context) => {
    const ids: string[] = [];
    await forEachEvent(context, async (event) => ids.push(await idOf(event)));

    expectSame('repeated-id', 'the number of different webhook-id values', new Set(ids).size, ids.length);
  }),

  'webhook.timestamp-of-sending': check({ needs: ['webhook'] }, (context) =>
    forEachEvent(context, async (event, name) => {
      const { ahead, isKnown } = await clockOffset(context, (await planResult(context, name)).id);
      const age = (event.arrivedAt + ahead) / 1000 - (await secondsOf(event));
      // Both clocks are read in whole seconds, and the transit takes time.
      const holds = age > -6.5 && age < 7.5;
      if (!holds && !isKnown)
        throw new Inconclusive('no response of the candidate has a Date header that shows its clock');
      expectThat(
        'wrong-event-timestamp',
        holds,
        'a webhook-timestamp within 5 s of the delivery',
        `a webhook-timestamp ${age.toFixed(0)} s before the delivery`,
        event,
      );
    }),
  ),
} satisfies Checks<'webhook'>;
