import type { RequirementId } from '../../../../generated/requirements.ts';
import type { HttpResponse } from '../../../engine/exchange.ts';
import type { Context } from '../context.ts';
import { foreignContents, jpeg, png } from '../fixtures/evidence-files.ts';
import { fullCase } from '../fixtures/sizes.ts';
import { unknownCaseId, unknownKey } from '../fixtures/unknown.ts';
import { partsOf } from '../fixtures/upload.ts';

/**
 * One request, and the requirement whose check judges that it is answered as it must be; `mayClose` where a closed
 * connection is as good as an answer (D74).
 */
export type Sample = [
  what: string,
  requirement: RequirementId,
  send: () => Promise<HttpResponse>,
  mayClose?: 'mayClose',
];

/** Requests that are refused, one of each sort. */
export function rejectedSamples(context: Context, id: string): Sample[] {
  const { tenant, anonymous } = context;
  const stranger = context.withCredential(unknownKey);
  const json = { 'Content-Type': 'application/json' };
  return [
    ['a create without a key', 'authentication.missing-key-401', () => anonymous.create(tenant.newCase())],
    ['an upload without a key', 'authentication.missing-key-401', () => anonymous.upload(id)],
    ['a read without a key', 'authentication.missing-key-401', () => anonymous.read(id)],
    ['a create with an unknown key', 'authentication.unknown-key-401', () => stranger.create(tenant.newCase())],
    ['an upload with an unknown key', 'authentication.unknown-key-401', () => stranger.upload(id)],
    ['a read with an unknown key', 'authentication.unknown-key-401', () => stranger.read(id)],
    ['a read of an unknown case', 'get-case.unknown-404', () => tenant.read(unknownCaseId)],
    ['the same read again', 'get-case.unknown-404', () => tenant.read(unknownCaseId)],
    ['an upload to an unknown case', 'upload-artifact.case-must-exist', () => tenant.upload(unknownCaseId)],
    ['an unknown path', 'http.unknown-path-404', () => tenant.send({ method: 'GET', path: '/no-such-path' })],
    [
      'a POST to an unknown path',
      'http.unknown-path-404',
      () => tenant.send({ method: 'POST', path: '/no-such-path' }),
    ],
    ['a wrong method', 'http.wrong-method-405', () => tenant.send({ method: 'DELETE', path: `/cases/${id}` })],
    ['a GET of all cases', 'http.wrong-method-405', () => tenant.send({ method: 'GET', path: '/cases' })],
    [
      'a GET of the artifacts',
      'http.wrong-method-405',
      () => tenant.send({ method: 'GET', path: `/cases/${id}/artifacts` }),
    ],
    ['malformed JSON', 'create-case.malformed-json', () => tenant.createRaw(Buffer.from('{'))],
    [
      'a truncated upload',
      'upload-artifact.truncated-multipart',
      () => tenant.uploadParts(id, partsOf(), { last: false }),
    ],
    [
      'a create of another media type',
      'http.wrong-content-type-415',
      () => tenant.createRaw(Buffer.from('x'), { headers: { 'Content-Type': 'text/plain' } }),
    ],
    [
      'an upload of another media type',
      'http.wrong-content-type-415',
      () => tenant.uploadRaw(id, Buffer.from('{}'), { headers: json }),
    ],
    [
      'a create without a media type',
      'http.missing-content-type-415',
      () => tenant.send({ method: 'POST', path: '/cases', body: Buffer.from(JSON.stringify(tenant.newCase())) }),
    ],
    ['an upload without a media type', 'http.missing-content-type-415', () => tenant.uploadRaw(id, Buffer.from('x'))],
    ['an empty file', 'upload-artifact.empty-file', () => tenant.upload(id, { file: new Uint8Array() })],
    [
      'an unknown content',
      'upload-artifact.unknown-content',
      () => tenant.upload(id, { file: foreignContents['plain text']! }),
    ],
    [
      'a label that disagrees',
      'upload-artifact.part-type-disagrees',
      () => tenant.upload(id, { file: png(), type: 'image/jpeg' }),
    ],
    ['a wrong type of case', 'create-case.invalid-type', () => tenant.create({ ...tenant.newCase(), type: 'XX' })],
    [
      'a reference that is too long',
      'create-case.too-long-reference',
      () => tenant.create(tenant.newCase('PF', 'x'.repeat(257))),
    ],
    [
      'JSON that is too long',
      'limits.json-refused',
      () => tenant.create(tenant.newCase('PF', 'x'.repeat(66_000))),
      'mayClose',
    ],
    ['a missing reference', 'create-case.missing-member', () => tenant.create({ type: 'PF' })],
    ['an unknown member', 'create-case.unknown-member', () => tenant.create({ ...tenant.newCase(), nickname: 'x' })],
    ['an unknown kind', 'upload-artifact.unknown-kind', () => tenant.upload(id, { kind: 'UNKNOWN' })],
    [
      'an upload without its file',
      'upload-artifact.missing-part',
      () => tenant.uploadParts(id, [{ name: 'kind', content: 'ID_FRONT' }]),
    ],
    ['a body that is no object', 'create-case.no-object', () => tenant.create([])],
    ['a repeated part', 'upload-artifact.repeated-part', () => tenant.uploadParts(id, [...partsOf(), ...partsOf()])],
    [
      'an unknown part',
      'upload-artifact.unknown-part',
      () => tenant.uploadParts(id, [...partsOf(), { name: 'note', content: 'x' }]),
    ],
    [
      'an encoded create',
      'http.content-encoding-415',
      () => tenant.create(tenant.newCase(), { headers: { 'Content-Encoding': 'gzip' } }),
    ],
    [
      'an illegal idempotency key',
      'idempotency.illegal-key-400',
      () => tenant.create(tenant.newCase(), { headers: { 'Idempotency-Key': 'x'.repeat(256) } }),
    ],
    ['a key for another payload', 'idempotency.create-key-reused', () => reuseKey(context)],
    ['a key for another file', 'idempotency.upload-key-reused-other-file', () => reuseUploadKey(context, id)],
    ...(context.claimsSandbox ? sandboxRefusals(context) : []),
  ];
}

/** Only in a sandbox do cases stay open, or are decided, as one likes. */
function sandboxRefusals(context: Context): Sample[] {
  const { tenant } = context;
  const failing = (status: 429 | 503) =>
    tenant.create(tenant.newCase('PF', `sandbox:error:${status}`), { expects: 'either' });
  return [
    ['a create when there are too many', 'sandbox.error-429', () => failing(429)],
    ['a create when the service is unavailable', 'sandbox.error-503', () => failing(503)],
    ['evidence for a full case', 'limits.twenty-first-artifact', async () => (await fullCase(context)).twentyFirst()],
    [
      'evidence for a decided case',
      'case-lifecycle.decided-case-refuses-evidence',
      async () => {
        const { id } = await tenant.decidedCase('APPROVED');
        return tenant.upload(id);
      },
    ],
  ];
}

async function reuseKey({ tenant, run }: Context): Promise<HttpResponse> {
  const headers = { 'Idempotency-Key': run.reference() };
  await tenant.create(tenant.newCase(), { headers });
  return tenant.create(tenant.newCase(), { headers });
}

async function reuseUploadKey({ tenant, run }: Context, id: string): Promise<HttpResponse> {
  const headers = { 'Idempotency-Key': run.reference() };
  await tenant.upload(id, {}, { headers });
  return tenant.upload(id, { file: jpeg('another') }, { headers });
}

/** Sends the same request twice with one key, for its second answer. */
async function again(
  { run }: Context,
  send: (headers: Record<string, string>) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const headers = { 'Idempotency-Key': run.reference() };
  await send(headers);
  return send(headers);
}

/** Requests that are accepted, one of each sort. */
export function acceptedSamples(context: Context, id: string): Sample[] {
  const { tenant } = context;
  const body = tenant.newCase();
  return [
    ['a create', 'create-case.opens-person-case', () => tenant.create(tenant.newCase())],
    ['an upload', 'upload-artifact.accepts-evidence', () => tenant.upload(id)],
    ['a read', 'get-case.reads-case', () => tenant.read(id)],
    [
      'a create again with its key',
      'idempotency.create-replays',
      () => again(context, (headers) => tenant.create(body, { headers })),
    ],
    [
      'an upload again with its key',
      'idempotency.upload-replays',
      () => again(context, (headers) => tenant.upload(id, {}, { headers })),
    ],
    ...(context.claimsSandbox ? [decidedRead(context)] : []),
  ];
}

function decidedRead({ tenant }: Context): Sample {
  const read = async () => tenant.read((await tenant.decidedCase('APPROVED')).id);
  return ['a read of a decided case', 'sandbox.approves-person', read];
}
