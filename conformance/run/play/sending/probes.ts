import type { Credential } from '../../../wire/exchange.ts';
import type { Request } from '../../../wire/http.ts';

/** A create that belongs to no scenario. */
export const createWith = (credential: Credential, reference: string): Request => ({
  method: 'POST',
  path: '/cases',
  headers: { 'Content-Type': 'application/json' },
  body: Buffer.from(JSON.stringify({ type: 'PF', reference })),
  credential,
});
