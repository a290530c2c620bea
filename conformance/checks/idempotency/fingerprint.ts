import { expectAccepted } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import { forEachGenerated, jsonTextOf, jsonWritings } from '../support/fixtures/generated.ts';
import { partsOf } from '../support/fixtures/upload.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder } from '../support/rows/rows.ts';
import {
  caseWithEvidence,
  createWithKey,
  expectReplay,
  requireCreateReplay,
  requireUploadReplay,
  uploadWithKey,
  withKey,
} from './steps.ts';

/** Which differences between two requests do not matter. */
export const fingerprintChecks = {
  'idempotency.equal-json': async (context) => {
    const { tenant, run } = context;
    await requireCreateReplay(context);
    const [key, body] = [
      run.reference(),
      { type: 'PF' as const, reference: `é/"🪪 jklmno/-mnolkjonm ${run.reference()}` },
    ];
    const first = await createWithKey(tenant, key, body);

    const texts = {
      'another order': JSON.stringify({ reference: body.reference, type: body.type }),
      'white space': JSON.stringify(body, null, 4).replaceAll('\n', '\r\n'),
      escapes: jsonTextOf(body, [1]),
      'short escapes': jsonTextOf(body, [3]),
      'white space wherever JSON allows it': jsonTextOf(body, [4, 8, 12]),
    };
    const replays = async (text: string) =>
      expectReplay(await tenant.createRaw(Buffer.from(text), withKey(key)), first);
    await forEachRowInOrder(texts, replays);
    const typed = { 'Content-Type': 'application/json; charset=utf-8' };
    await precondition('http.media-type-parameters-ignored', async () =>
      expectAccepted(await tenant.create(tenant.newCase(), { headers: typed })),
    );
    await forEachRow({ 'another media type': { ...typed, ...withKey(key).headers } }, async (headers) =>
      expectReplay(await tenant.create(body, { headers }), first),
    );
    await forEachGenerated(context, jsonWritings, (ways) => replays(jsonTextOf(body, ways)));
  },

  'idempotency.upload-fingerprint': async (context) => {
    const { tenant } = context;
    await requireUploadReplay(context);
    const id = await caseWithEvidence(context);
    const key = context.run.reference();
    const first = await uploadWithKey(tenant, id, key);

    const [kind, file] = partsOf();
    const same = {
      'another boundary': () => tenant.uploadParts(id, [kind, file], { boundary: 'another-boundary', ...withKey(key) }),
      'another order of parts': () => tenant.uploadParts(id, [file, kind], withKey(key)),
      'another file name': () => tenant.upload(id, { filename: 'renamed.jpeg' }, withKey(key)),
      'another declared type for the same file': () =>
        tenant.upload(id, { type: 'application/octet-stream' }, withKey(key)),
      'no declared type': () => tenant.upload(id, { type: null }, withKey(key)),
      'without Content-Length': () => tenant.upload(id, {}, { chunked: true, ...withKey(key) }),
    };
    await forEachRowInOrder(same, async (send) => expectReplay(await send(), first));
  },
} satisfies Checks<'idempotency'>;
