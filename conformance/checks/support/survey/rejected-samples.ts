import type { RequirementId } from '../../../../generated/requirements.ts';
import type { HttpResponse } from '../../../engine/exchange.ts';
import { foreignContents, jpeg, png } from '../../../values/evidence-files.ts';
import { fullCase } from '../fixtures/sizes.ts';
import { unknownCaseId } from '../fixtures/unknown.ts';
import { kindPart, partsOf } from '../fixtures/upload.ts';
import { requestIds } from '../../../values/headers.ts';
import { sandboxError } from '../overload.ts';
import type { SampleContext, Samples } from './sample.ts';

const unknownPath = '/no-such-path';

/** Requests that are rejected, at least one for each kind of problem. */
export const rejectedSamples: Samples = {
  'authentication.missing-key-401': {
    'a create without a key': ({ anonymous, tenant }) => anonymous.create(tenant.newCase()),
    'an upload without a key': ({ anonymous, id }) => anonymous.upload(id),
    'a read without a key': ({ anonymous, id }) => anonymous.read(id),
  },
  'authentication.unknown-key-401': {
    'a create with an unknown key': ({ stranger, tenant }) => stranger.create(tenant.newCase()),
    'an upload with an unknown key': ({ stranger, id }) => stranger.upload(id),
    'a read with an unknown key': ({ stranger, id }) => stranger.read(id),
  },
  'get-case.unknown-404': {
    'a read of an unknown case': ({ tenant }) => tenant.read(unknownCaseId),
    'a read that names its request': ({ tenant }) => tenant.read(unknownCaseId, { headers: requestIds }),
    'another read with the same name': ({ tenant }) => tenant.read(unknownCaseId, { headers: requestIds }),
  },
  'upload-artifact.case-must-exist': {
    'an upload to an unknown case': ({ tenant }) => tenant.upload(unknownCaseId),
  },
  'http.unknown-path-404': {
    'an unknown path': ({ tenant }) => tenant.send({ method: 'GET', path: unknownPath }),
    'a POST to an unknown path': ({ tenant }) => tenant.send({ method: 'POST', path: unknownPath }),
  },
  'http.wrong-method-405': {
    'a wrong method': ({ tenant, id }) => tenant.send({ method: 'DELETE', path: `/cases/${id}` }),
    'a GET of all cases': ({ tenant }) => tenant.send({ method: 'GET', path: '/cases' }),
    'a GET of the artifacts': ({ tenant, id }) => tenant.send({ method: 'GET', path: `/cases/${id}/artifacts` }),
  },
  'create-case.malformed-json': {
    'malformed JSON': ({ tenant }) => tenant.createRaw(Buffer.from('{')),
  },
  'upload-artifact.truncated-multipart': {
    'a truncated upload': ({ tenant, id }) => tenant.uploadParts(id, partsOf(), { last: false }),
  },
  'http.wrong-content-type-415': {
    'a create of another media type': ({ tenant }) =>
      tenant.createRaw(Buffer.from('x'), { headers: { 'Content-Type': 'text/plain' } }),
    'an upload of another media type': ({ tenant, id }) =>
      tenant.uploadRaw(id, Buffer.from('{}'), { headers: { 'Content-Type': 'application/json' } }),
  },
  'http.missing-content-type-415': {
    'a create without a media type': ({ tenant }) =>
      tenant.send({ method: 'POST', path: '/cases', body: Buffer.from(JSON.stringify(tenant.newCase())) }),
    'an upload without a media type': ({ tenant, id }) => tenant.uploadRaw(id, Buffer.from('x')),
  },
  'upload-artifact.empty-file': {
    'an empty file': ({ tenant, id }) => tenant.upload(id, { file: new Uint8Array() }),
  },
  'upload-artifact.unknown-content': {
    'a file of an unknown type': ({ tenant, id }) => tenant.upload(id, { file: foreignContents['plain text']! }),
  },
  'upload-artifact.part-type-disagrees': {
    'a declared type that does not match': ({ tenant, id }) => tenant.upload(id, { file: png(), type: 'image/jpeg' }),
  },
  'create-case.invalid-type': {
    'a wrong type of case': ({ tenant }) => tenant.createInvalid(tenant.invalidCase({ type: 'XX' })),
  },
  'create-case.too-long-reference': {
    'a reference that is too long': ({ tenant }) => tenant.createInvalid({ type: 'PF', reference: 'x'.repeat(257) }),
  },
  'limits.json-refused': {
    'JSON that is too long': ({ tenant }) => tenant.create(tenant.newCase('PF', 'x'.repeat(66_000))),
  },
  'create-case.missing-member': {
    'a missing reference': ({ tenant }) => tenant.createInvalid({ type: 'PF' }),
  },
  'create-case.unknown-member': {
    'an unknown property': ({ tenant }) => tenant.createInvalid(tenant.invalidCase({ nickname: 'x' })),
  },
  'upload-artifact.unknown-kind': {
    'an unknown kind': ({ tenant, id }) => tenant.upload(id, { kind: 'UNKNOWN' }),
  },
  'upload-artifact.missing-part': {
    'an upload without its file': ({ tenant, id }) => tenant.uploadParts(id, [kindPart]),
  },
  'create-case.no-object': {
    'a body that is not an object': ({ tenant }) => tenant.createInvalid([]),
  },
  'upload-artifact.repeated-part': {
    'a repeated part': ({ tenant, id }) => tenant.uploadParts(id, [...partsOf(), ...partsOf()]),
  },
  'upload-artifact.unknown-part': {
    'an unknown part': ({ tenant, id }) => tenant.uploadParts(id, [...partsOf(), { name: 'note', content: 'x' }]),
  },
  'http.content-encoding-415': {
    'an encoded create': ({ tenant }) => tenant.create(tenant.newCase(), { headers: { 'Content-Encoding': 'gzip' } }),
  },
  'idempotency.illegal-key-400': {
    'an illegal idempotency key': ({ tenant }) =>
      tenant.create(tenant.newCase(), { headers: { 'Idempotency-Key': 'x'.repeat(256) } }),
  },
  'idempotency.create-key-reused': {
    'a key for another payload': reuseCreateKey,
  },
  'idempotency.upload-key-reused-other-file': {
    'a key for another file': reuseUploadKey,
  },
};

/** Only a sandbox keeps cases open, or decides them, when a check needs it. */
export const rejectedSandboxSamples: Samples = {
  'sandbox.error-429': {
    'a create when there are too many': ({ tenant }) => sandboxError(tenant, 429),
  },
  'sandbox.error-503': {
    'a create when the service is unavailable': ({ tenant }) => sandboxError(tenant, 503),
  },
  'limits.twenty-first-artifact': {
    'an upload to a full case': async ({ context }) => (await fullCase(context)).twentyFirst(),
  },
  'case-lifecycle.decided-case-refuses-evidence': {
    'an upload to a decided case': async ({ tenant }) => tenant.upload((await tenant.decidedCase('APPROVED')).id),
  },
};

/** D74 allows a service to close the connection instead of responding. */
export const mayCloseConnection = new Set<RequirementId>(['limits.json-refused']);

async function reuseCreateKey({ context, tenant }: SampleContext): Promise<HttpResponse> {
  const headers = { 'Idempotency-Key': context.run.reference() };
  await tenant.create(tenant.newCase(), { headers });
  return tenant.create(tenant.newCase(), { headers });
}

async function reuseUploadKey({ context, tenant, id }: SampleContext): Promise<HttpResponse> {
  const headers = { 'Idempotency-Key': context.run.reference() };
  await tenant.upload(id, {}, { headers });
  return tenant.upload(id, { file: jpeg('another') }, { headers });
}
