import type { IncomingMessage } from 'node:http';
import { type Defect, changing, rendering, type FaultTable } from '../support/fault.ts';
import { seeing, changingFallback } from '../support/http.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';
import { replayingCreates } from '../support/idempotency.ts';

/** Allows a site to read responses of this kind. */
const allowing = (
  operation: 'createCase' | 'getCase',
  origin: (request: IncomingMessage) => string | undefined,
): Defect =>
  seeing((original, requestOf) => ({
    [operation]: async (call: Parameters<Parts['createCase']>[0] & Parameters<Parts['getCase']>[0], parts: Parts) => {
      const response = await original[operation](call, parts);
      const allowed = origin(requestOf(call.caller));
      return allowed
        ? { ...response, headers: { ...response.headers, 'Access-Control-Allow-Origin': allowed } }
        : response;
    },
  }));

const faults: FaultTable = {
  'http.no-store': {
    'allows caches to store a decided case': changing('getCase', ({ body }) =>
      (body as Case).status === 'PENDING' ? {} : { headers: { 'Cache-Control': 'private, max-age=60' } },
    ),
    'sends no-cache instead of no-store in the response to a read': rendering(({ status, headers }) =>
      status === 200 ? { headers: { ...headers, 'Cache-Control': 'private, no-cache' } } : {},
    ),
    'allows caches to store the replay of a create': replayingCreates(({ headers }) => ({
      headers: { ...headers, 'Cache-Control': 'private' },
    })),
  },
  'http.no-cors': {
    'allows the site in Origin to read a case': allowing('getCase', ({ headers }) => headers.origin),
    'allows the site in Origin to read the response to its create': allowing(
      'createCase',
      ({ headers }) => headers.origin,
    ),
    'allows every site in a preflight': changingFallback((response, method) =>
      method === 'OPTIONS' ? { status: 204, headers: { 'Access-Control-Allow-Origin': '*' }, body: '' } : response,
    ),
    'allows pages of localhost to read a case': allowing('getCase', ({ headers: { origin } }) =>
      origin?.startsWith('http://localhost') ? origin : undefined,
    ),
    'allows a page with the origin null to read a case': allowing('getCase', ({ headers: { origin } }) =>
      origin === 'null' ? origin : undefined,
    ),
    'allows pages of its own host to read a case': allowing('getCase', ({ headers: { origin, host } }) =>
      origin === `http://${host}` ? origin : undefined,
    ),
  },
};

export default faults;
