import { demoKeys } from '../../../reference-impl/demo-keys.ts';
import type { Key } from '../../../reference-impl/http/keys.ts';
import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../../reference-impl/ports.ts';
import type { Defect } from './fault.ts';
import type { Rejected } from '../../../reference-impl/domain/rejections.ts';

export type Operation = 'create' | 'upload' | 'read';

export const [first] = demoKeys as [Key];

export function operationOf({ method, url }: IncomingMessage): Operation | undefined {
  if (method === 'GET') return 'read';
  if (method !== 'POST') return undefined;
  return url!.split('?')[0]!.endsWith('/artifacts') ? 'upload' : 'create';
}

/** A request that is rejected because of its key is tried again with the key that the defect reads. */
export const otherwise =
  (find: (request: IncomingMessage) => Caller | undefined): Defect =>
  ({ authenticate }) => ({
    authenticate(request) {
      const caller = authenticate(request);
      return typeof caller === 'string' ? (find(request) ?? caller) : caller;
    },
  });

/** The value of `Authorization`; nothing if it is repeated, which is a defect of its own. */
export function authorizationOf({ headersDistinct }: IncomingMessage): string {
  const [value = '', ...more] = headersDistinct['authorization'] ?? [];
  return more.length === 0 ? value : '';
}

export const bearerOf = (request: IncomingMessage) => /^bearer +(\S+)$/i.exec(authorizationOf(request))?.[1];

/** Rejects a request without a valid key for another reason first. */
export const rejectedFirst =
  (concerns: (request: IncomingMessage) => Rejected | undefined): Defect =>
  ({ authenticate }) => ({
    authenticate(request) {
      const caller = authenticate(request);
      const rejection = typeof caller === 'string' && concerns(request);
      if (rejection) throw rejection;
      return caller;
    },
  });

export const queryOf = ({ url }: { url?: string | undefined }) => new URL(url!, 'http://localhost').searchParams;

export const known = (query: URLSearchParams) =>
  Object.fromEntries([...query].filter(([name]) => ['type', 'reference'].includes(name)));

/** Adds another part of the request to idempotency keys. */
export const keyedToo =
  (more: (request: IncomingMessage) => string | undefined): Defect =>
  ({ idempotencyKeyOf }) => ({
    idempotencyKeyOf(request) {
      const key = idempotencyKeyOf(request);
      return key && key + (more(request) ?? '');
    },
  });
