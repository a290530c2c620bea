import { hash } from 'node:crypto';
import { Problem } from './problems.ts';

/** Who sends a request: a tenant, in one of two modes. */
export interface Caller {
  tenant: string;
  mode: 'live' | 'sandbox';
}

/** Keys of your own come from where you keep secrets; these are public. */
export const demoKeys: Record<string, Caller> = {
  sandbox_demo_key_of_tenant_one: { tenant: 'one', mode: 'sandbox' },
  sandbox_demo_key_of_tenant_two: { tenant: 'two', mode: 'sandbox' },
  live_demo_key_of_tenant_one: { tenant: 'one', mode: 'live' },
};

/**
 * Returns the tenant of an `Authorization` header. Keys are looked up by their digest.
 *
 * @throws Problem for any other than one issued key
 */
export function authenticator(keys: Record<string, Caller>): (authorization: string | undefined) => Caller {
  const callers = new Map(Object.entries(keys).map(([key, caller]) => [hash('sha256', key), caller]));
  return (authorization = '') => {
    const [, key] = /^bearer +([!-~]+)$/i.exec(authorization) ?? [];
    const caller = key === undefined ? undefined : callers.get(hash('sha256', key));
    if (caller) return caller;
    const challenge = `Bearer realm="cases"${key === undefined ? '' : ', error="invalid_token"'}`;
    const headers = { 'WWW-Authenticate': challenge };
    throw new Problem(401, 'unauthorized', 'Send an issued key as "Authorization: Bearer <key>".', { headers });
  };
}
