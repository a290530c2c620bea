import { expectSame } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import { rejectedOrClosed } from '../support/fixtures/sizes.ts';
import { unknownCaseId, unknownKey, unknownLike } from '../support/fixtures/unknown.ts';
import { invalidCreates, invalidUploads, longCreate, longUpload } from '../support/fixtures/wrong-requests.ts';
import { forEachRow } from '../support/rows.ts';
import { expectUnauthorized, openControlCase } from './steps.ts';

/** The key is checked before anything else. */
export const authenticationPrecedenceChecks = {
  'authentication.before-case': async (context) => {
    const id = await openControlCase(context);

    for (const tenant of [context.anonymous, context.withCredential(unknownKey)]) {
      await forEachRow(
        { 'a known case': id, 'an unknown case': unknownCaseId, 'an id of a wrong form': 'x' },
        async (any) => {
          expectUnauthorized(await tenant.read(any));
          expectUnauthorized(await tenant.upload(any));
        },
      );
      // HEAD may also be 405 or 404 (D80), but it must be the same for both.
      const head = (any: string) => tenant.send({ method: 'HEAD', path: `/cases/${any}` });
      const [known, unknown] = [await head(id), await head(unknownLike(id))];
      expectSame(
        'status-discloses-case',
        'the status of a HEAD of a known case like that of an unknown one,',
        known.status,
        unknown.status,
        known,
      );
    }
  },

  'authentication.before-validation': async (context) => {
    const id = await openControlCase(context);

    for (const tenant of [context.anonymous, context.withCredential(unknownKey)]) {
      await forEachRow(invalidCreates(tenant), async (send) => expectUnauthorized(await send()));
      await forEachRow(invalidUploads(tenant, id), async (send) => expectUnauthorized(await send()));
      await forEachRow({ 'a long create': longCreate }, (send) =>
        rejectedOrClosed(() => send(tenant), expectUnauthorized),
      );
    }
    await forEachRow({ 'a long upload': longUpload }, (send) =>
      rejectedOrClosed(() => send(context.anonymous, id), expectUnauthorized),
    );
  },
} satisfies Partial<Checks<'authentication'>>;
