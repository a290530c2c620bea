import { expectSame } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import { rejectedOrClosed } from '../support/fixtures/sizes.ts';
import { unknownCaseId, unknownKey, unknownLike } from '../support/fixtures/unknown.ts';
import { longCreate, longUpload, wrongCreates, wrongUploads } from '../support/fixtures/wrong-requests.ts';
import { forEachRow } from '../support/rows.ts';
import { control, unauthorized } from './steps.ts';

/** The key is checked before anything else. */
export const authenticationPrecedenceChecks = {
  'authentication.before-case': async (context) => {
    const id = await control(context);

    for (const tenant of [context.anonymous, context.withCredential(unknownKey)]) {
      await forEachRow(
        { 'a known case': id, 'an unknown case': unknownCaseId, 'an id of a wrong form': 'x' },
        async (any) => {
          unauthorized(await tenant.read(any));
          unauthorized(await tenant.upload(any));
        },
      );
      // HEAD may be 405 or 404 as well (D80), but as much for the one as for the other.
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
    const id = await control(context);

    for (const tenant of [context.anonymous, context.withCredential(unknownKey)]) {
      await forEachRow(wrongCreates(tenant), async (send) => unauthorized(await send()));
      await forEachRow(wrongUploads(tenant, id), async (send) => unauthorized(await send()));
      await forEachRow({ 'a long create': longCreate }, (send) => rejectedOrClosed(() => send(tenant), unauthorized));
    }
    await forEachRow({ 'a long upload': longUpload }, (send) =>
      rejectedOrClosed(() => send(context.anonymous, id), unauthorized),
    );
  },
} satisfies Partial<Checks<'authentication'>>;
