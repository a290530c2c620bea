import type { HttpResponse } from '../../../engine/exchange.ts';
import type { SampleContext, Samples } from './sample.ts';

/** Requests that are accepted, one for each kind of response. */
export const acceptedSamples: Samples = {
  'create-case.opens-person-case': {
    'a create': ({ tenant }) => tenant.create(tenant.newCase()),
  },
  'upload-artifact.accepts-evidence': {
    'an upload': ({ tenant, id }) => tenant.upload(id),
  },
  'get-case.reads-case': {
    'a read': ({ tenant, id }) => tenant.read(id),
  },
  'idempotency.create-replays': {
    'a create again with its key': repeatCreate,
  },
  'idempotency.upload-replays': {
    'an upload again with its key': repeatUpload,
  },
};

export const acceptedSandboxSamples: Samples = {
  'sandbox.approves-person': {
    'a read of a decided case': async ({ tenant }) => tenant.read((await tenant.decidedCase('APPROVED')).id),
  },
};

async function repeatCreate({ context, tenant }: SampleContext): Promise<HttpResponse> {
  const headers = { 'Idempotency-Key': context.run.reference() };
  const body = tenant.newCase();
  await tenant.create(body, { headers });
  return tenant.create(body, { headers });
}

async function repeatUpload({ context, tenant, id }: SampleContext): Promise<HttpResponse> {
  const headers = { 'Idempotency-Key': context.run.reference() };
  await tenant.upload(id, {}, { headers });
  return tenant.upload(id, {}, { headers });
}
