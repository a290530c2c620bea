import { hash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { Problem } from './problems.ts';

/** Who sends a request: a tenant, in one of two modes. */
export interface Caller {
  tenant: string;
  mode: 'live' | 'sandbox';
}

/** Accepts only requests with an issued key, and returns their tenant. Keys are looked up by their digest. */
export function authenticate(keys: Record<string, Caller>): RequestHandler {
  const callers = new Map(Object.entries(keys).map(([key, caller]) => [hash('sha256', key), caller]));
  return (request, response, next) => {
    // `headers` would show only the first of several.
    const [sent = '', ...more] = request.headersDistinct['authorization'] ?? [];
    const [, key] = more.length > 0 ? [] : (/^bearer +([!-~]+)$/i.exec(sent) ?? []);
    const caller = key === undefined ? undefined : callers.get(hash('sha256', key));
    if (caller) {
      response.locals['caller'] = caller;
      return next();
    }
    const challenge = `Bearer realm="cases"${key === undefined ? '' : ', error="invalid_token"'}`;
    const headers = { 'WWW-Authenticate': challenge };
    throw new Problem(401, 'unauthorized', 'Send an issued key as "Authorization: Bearer <key>".', { headers });
  };
}
