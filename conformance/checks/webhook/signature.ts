import { expectThat } from '../../engine/expect.ts';
import { check, type Checks } from '../support/check.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows/rows.ts';
import { requireDelivery } from './cases.ts';
import { expectSigned, isSignedWith } from './event.ts';
import { forEachEvent, forEachRetry } from './steps.ts';

/** The signature of an event. */
export const signatureChecks = {
  'webhook.signature': check({ needs: ['webhook'] }, (context) =>
    forEachEvent(context, (event) => expectSigned(context.webhook.secret, event)),
  ),

  'webhook.own-secret': check({ needs: ['webhook', 'otherTenant', 'otherWebhookSecret'] }, async (context) => {
    const { webhook, otherWebhookSecret } = context;
    const [own, foreign] = [await requireDelivery(context, 'approved'), await requireDelivery(context, 'foreign')];
    await precondition('webhook.signature', () => expectSigned(webhook.secret, own));

    await expectSigned(otherWebhookSecret, foreign);
    const events = {
      'an event of the second tenant': [foreign, webhook.secret],
      'an event of the first tenant': [own, otherWebhookSecret],
    } as const;
    await forEachRow(events, async ([event, secret]) =>
      expectThat(
        'foreign-signature',
        !(await isSignedWith(secret, event)),
        'no signature with the secret of another tenant',
        'a signature with this secret',
        event,
      ),
    );
  }),

  'webhook.retry-signed-anew': check({ needs: ['webhook'] }, (context) =>
    forEachRetry(context, async (first, second) => {
      const { secret } = context.webhook;
      await precondition('webhook.signature', () => expectSigned(secret, first));
      await expectSigned(secret, second);
    }),
  ),
} satisfies Checks<'webhook'>;
