import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Caller, Rejection } from '../ports.ts';

export interface Key extends Caller {
  key: string;
}

/** A key of which only the digest is known: 64 lower-case hexadecimal digits. */
export interface DigestedKey extends Caller {
  sha256: string;
}

export const digestOf = (issued: Key | DigestedKey) => ('key' in issued ? hash('sha256', issued.key) : issued.sha256);

/**
 * Identifies the caller of a request (D21). Only digests of the keys are kept, so memory reveals no key, and the time to look up
 * a digest does not reveal how much of a guess was right.
 */
export function authenticator(keys: (Key | DigestedKey)[]): (request: IncomingMessage) => Caller | Rejection {
  const callers = new Map(keys.map((key) => [digestOf(key), { tenant: key.tenant, mode: key.mode }]));
  return (request) => {
    // `headers` would show only the first of several.
    const [sent = '', ...more] = request.headersDistinct['authorization'] ?? [];
    // In any letter case (D58).
    const token = /^bearer +([!-~]+)$/i.exec(sent)?.[1];
    if (!token || more.length > 0) return 'missing';
    return callers.get(hash('sha256', token)) ?? 'rejected';
  };
}

/** The `WWW-Authenticate` of a 401 (D20); RFC 6750 §3 names an error only when a key was sent. */
export const challenge = (rejection: Rejection) =>
  `Bearer realm="cases"${rejection === 'rejected' ? ', error="invalid_token"' : ''}`;
