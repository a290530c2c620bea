import type { RequirementId } from '../../../generated/requirements.ts';
import type { HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted, expectSame, expectStatus, objectOf } from '../../engine/expect.ts';
import type { RequestOptions } from '../support/api-client.ts';
import { caseIn, listedIn, requireArtifacts } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { foreignContents, jpeg } from '../support/fixtures/evidence-files.ts';
import { unknownCaseId } from '../support/fixtures/unknown.ts';
import { kindPart, partsOf } from '../support/fixtures/upload.ts';
import { retryWhileOverloaded } from '../support/overload.ts';
import { precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder, inRow } from '../support/rows/rows.ts';
import { illegalKeys } from '../../values/keys.ts';
import {
  caseWithEvidence,
  createWithKey,
  expectReplay,
  requireCreateReplay,
  requireUploadReplay,
  uploadWithKey,
  withKey,
} from './steps.ts';

/**
 * A request with a stored key and another payload, and the requirement that demands its rejection: one about the key, or
 * one that also applies without a key.
 */
type Repeat = [by: RequirementId, send: (key: RequestOptions) => Promise<HttpResponse>];

/** Other payloads for the key of a create: a valid one, invalid ones, and those that ask the sandbox for an error. */
function repeatsOfCreate({ tenant, claimsSandbox }: Context): Record<string, Repeat> {
  const errorOf =
    (status: 429 | 503) =>
    (key: RequestOptions): Promise<HttpResponse> =>
      tenant.create(tenant.newCase('PF', `sandbox:error:${status}`), { ...key, expects: 'either' });
  return {
    'another payload': ['idempotency.create-key-reused', (key) => tenant.create(tenant.newCase(), key)],
    'a wrong type': ['create-case.invalid-type', (key) => tenant.create({ ...tenant.newCase(), type: 'XX' }, key)],
    'an unknown property': [
      'create-case.unknown-member',
      (key) => tenant.create({ ...tenant.newCase(), nickname: 'x' }, key),
    ],
    'not an object': ['create-case.no-object', (key) => tenant.create([], key)],
    'malformed JSON': ['create-case.malformed-json', (key) => tenant.createRaw(Buffer.from('{'), key)],
    'a reference with an unknown sandbox directive': [
      claimsSandbox ? 'sandbox.unknown-directive-refused' : 'sandbox.absent-refuses',
      (key) => tenant.create(tenant.newCase('PF', 'sandbox:x'), key),
    ],
    ...(claimsSandbox && {
      'the error 429': ['sandbox.error-429', errorOf(429)] satisfies Repeat,
      'the error 503': ['sandbox.error-503', errorOf(503)] satisfies Repeat,
    }),
  };
}

/** Other payloads for the key of an upload: valid ones and invalid ones. */
function repeatsOfUpload({ tenant }: Context, id: string): Record<string, Repeat> {
  return {
    'another file': [
      'idempotency.upload-key-reused-other-file',
      (key) => tenant.upload(id, { file: jpeg('another') }, key),
    ],
    'another kind': ['idempotency.upload-key-reused-other-kind', (key) => tenant.upload(id, { kind: 'ID_BACK' }, key)],
    'an unknown kind': ['upload-artifact.unknown-kind', (key) => tenant.upload(id, { kind: 'UNKNOWN' }, key)],
    'no file': ['upload-artifact.missing-part', (key) => tenant.uploadParts(id, [kindPart], key)],
    'an unknown part': [
      'upload-artifact.unknown-part',
      (key) => tenant.uploadParts(id, [...partsOf(), { name: 'note', content: 'x' }], key),
    ],
    'a file of an unknown type': [
      'upload-artifact.unknown-content',
      (key) => tenant.upload(id, { file: foreignContents['plain text']! }, key),
    ],
    'a truncated body': [
      'upload-artifact.truncated-multipart',
      (key) => tenant.uploadParts(id, partsOf(), { ...key, last: false }),
    ],
  };
}

const operations = {
  'a create': async (context: Context) => {
    const { tenant, run } = context;
    await requireCreateReplay(context);
    const [key, body] = [run.reference(), tenant.newCase()];
    const first = await createWithKey(tenant, key, body);
    const repeat = () => tenant.create(body, withKey(key));
    return { key: withKey(key), first, repeat, others: repeatsOfCreate(context) };
  },
  'an upload': async (context: Context) => {
    const { tenant, run } = context;
    await requireUploadReplay(context);
    const [id, key] = [await caseWithEvidence(context), run.reference()];
    const first = await uploadWithKey(tenant, id, key);
    const repeat = () => tenant.upload(id, {}, withKey(key));
    return { key: withKey(key), first, repeat, others: repeatsOfUpload(context, id) };
  },
};

/** A key whose request got a sandbox error is not stored, so another request can use it. */
const requireErrorNotStored = (context: Context): Promise<void> =>
  context.once('a sandbox error is not stored', async ({ tenant, run }) => {
    const options = { ...withKey(run.reference()), expects: 'either' } as const;
    const error = tenant.newCase('PF', 'sandbox:error:429');
    await rejectedPrecondition('sandbox.error-429', () => tenant.create(error, options));
    await precondition('sandbox.error-not-stored', () =>
      retryWhileOverloaded(tenant, async () => expectAccepted(await tenant.create(tenant.newCase(), options))),
    );
  });

const judgesKey = (by: RequirementId) => by.startsWith('idempotency.');

// Illegal keys that common HTTP servers pass on, so that the service itself reads them.
const illegal = ['256 characters', 'a space inside'];

/** Repeated keys with another payload, and keys on requests that ignore the header (D83). */
export const repeatChecks = {
  'idempotency.other-payload-rejected': check({ long: true }, (context) =>
    forEachRow(operations, async (begin) => {
      const { key, others } = await begin(context);
      const invalid = Object.entries(others).filter(([, [by]]) => !judgesKey(by));
      await forEachRowInOrder(Object.fromEntries(invalid), async ([by, send]) => {
        const { status } = await rejectedPrecondition(by, () => send({}));
        // The service may reject it because the key is reused, or because the payload is invalid.
        const allowed = by.startsWith('sandbox.error') ? [429, 503] : [status];
        expectStatus(await send(key), ...new Set([422, ...allowed]));
      });
    }),
  ),

  'idempotency.kept-after-rejection': check({ long: true }, (context) =>
    forEachRow(operations, async (begin) => {
      if (context.claimsSandbox) await requireErrorNotStored(context);
      const { key, first, repeat, others } = await begin(context);
      await forEachRowInOrder(others, async ([by, send]) => {
        await rejectedPrecondition(judgesKey(by) ? by : 'idempotency.other-payload-rejected', () => send(key));
        expectReplay(await repeat(), first);
      });
    }),
  ),

  'idempotency.ignored-elsewhere': async (context) => {
    const { tenant, run } = context;
    const key = run.reference();
    const id = tenant.idOf(await createWithKey(tenant, key, tenant.newCase()));
    const other = await tenant.openCase();
    const without = objectOf(await tenant.readOrBlock(other.id));
    const keys = {
      'the key of a create': key,
      'a new key': run.reference(),
      ...Object.fromEntries(illegal.map((label) => [label, illegalKeys[label]!(run.reference())])),
    };
    await forEachRow(keys, async (value, label) => {
      const options = withKey(value);
      await inRow('a read', async () => {
        const read = await tenant.read(other.id, options);
        expectAccepted(read);
        expectSame('wrong-id', 'the id', objectOf(read)['id'], without['id'], read);
      });
      if (!illegal.includes(label)) return;
      const rejections: Record<string, Repeat> = {
        'a read of an unknown case': ['get-case.unknown-404', (sent) => tenant.read(unknownCaseId, sent)],
        'a wrong method': [
          'http.wrong-method-405',
          (sent) => tenant.send({ method: 'DELETE', path: `/cases/${id}`, ...sent }),
        ],
        'an unknown path': [
          'http.unknown-path-404',
          (sent) => tenant.send({ method: 'POST', path: '/no-such-path', ...sent }),
        ],
      };
      await forEachRow(rejections, async ([by, send]) => {
        const { status } = await rejectedPrecondition(by, () => send({}));
        expectStatus(await send(options), status);
      });
    });
    await inRow('a read after an upload, with the key of a read before it', async () => {
      await tenant.addEvidence(other.id);
      await requireArtifacts(await tenant.readOrBlock(other.id), 1);
      const read = await tenant.readOrBlock(other.id, withKey(keys['a new key']));
      expectSame('wrong-artifact-count', 'the number of artifacts', listedIn(caseIn(read)).length, 1, read);
    });
  },
} satisfies Checks<'idempotency'>;
