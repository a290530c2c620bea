import type { HttpResponse } from '../../engine/exchange.ts';
import { multipart } from '../../engine/multipart.ts';
import { uploadOfSize } from './sizes.ts';
import { partsOf, type Tenant } from './tenant.ts';

type Rows = Record<string, () => Promise<HttpResponse>>;

/** Creates that are refused for one thing each, when nothing comes before it (D23). */
export function wrongCreates(tenant: Tenant): Rows {
  const body = tenant.newCase();
  return {
    'JSON that does not parse': () => tenant.createRaw(Buffer.from('{')),
    'a wrong type': () => tenant.create({ type: 'XX' }),
    'another media type': () => tenant.createRaw(Buffer.from('x'), { headers: { 'Content-Type': 'text/plain' } }),
    'an illegal idempotency key': () => tenant.create(body, { headers: { 'Idempotency-Key': 'x'.repeat(256) } }),
    'a content encoding': () => tenant.create(body, { headers: { 'Content-Encoding': 'gzip' } }),
  };
}

/** Uploads that are refused for one thing each, when neither key nor case comes before it (D23). */
export function wrongUploads(tenant: Tenant, caseId: string): Rows {
  const { contentType, body } = multipart(partsOf({}));
  const encoded = { 'Content-Type': contentType, 'Content-Encoding': 'gzip' };
  return {
    'an unknown kind': () => tenant.upload(caseId, { kind: 'UNKNOWN' }),
    'no file': () => tenant.uploadParts(caseId, [{ name: 'kind', content: 'ID_FRONT' }]),
    'another media type': () =>
      tenant.uploadRaw(caseId, Buffer.from('x'), { headers: { 'Content-Type': 'text/plain' } }),
    'a body that does not parse': () => tenant.uploadParts(caseId, partsOf({}), { last: false }),
    'an illegal idempotency key': () => tenant.upload(caseId, {}, { headers: { 'Idempotency-Key': 'x'.repeat(256) } }),
    'a content encoding': () => tenant.uploadRaw(caseId, body, { headers: encoded }),
  };
}

/** A create and an upload that are too long, as their announced length tells; the connection may be closed (D74). */
export const longCreate = (tenant: Tenant) => tenant.create(tenant.newCase('PF', 'x'.repeat(66_000)));
export const longUpload = (tenant: Tenant, caseId: string) => uploadOfSize(tenant, caseId, 12 * 1024 * 1024);
