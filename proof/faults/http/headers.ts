import type { IncomingMessage } from 'node:http';
import { type Defect, changing, rendering, type FaultTable } from '../support/fault.ts';
import { seeing, lacking, changingFallback } from '../support/http.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import { onMethod } from '../support/responses.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';
import { Rejected, problem } from '../../../reference-impl/domain/rejections.ts';
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

/** Some bodies begin with a byte-order mark. */
const withMark =
  (where: (status: number) => boolean): Defect =>
  (original) => ({
    ...rendering(({ status, body }) => (where(status) ? { body: `\ufeff${body}` } : {}))(original),
    mismatchOf: () => undefined,
  });

const faults: FaultTable = {
  'http.no-store': {
    'allows caches to store reads with a live key': (original) => ({
      async getCase(call, parts) {
        const response = await original.getCase(call, parts);
        return call.caller.mode === 'live' ? { ...response, headers: { 'Cache-Control': 'private' } } : response;
      },
    }),
    'allows caches to store the response to OPTIONS': onMethod('OPTIONS', { 'Cache-Control': 'max-age=600' }),
    'allows caches to store errors': lacking('Cache-Control', (status) => status >= 400),
    'allows caches to store successes': lacking('Cache-Control', (status) => status < 400),
    'allows caches to store the response to an unknown key': lacking('Cache-Control', (status) => status === 401),
    'allows caches to store the response to a wrong method': lacking('Cache-Control', (status) => status === 405),
    'allows caches to store the rejection of a long body': lacking('Cache-Control', (status) => status === 413),
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
  'http.nosniff': {
    'allows browsers to sniff the response to PUT': onMethod('PUT', { 'X-Content-Type-Options': 'none' }),
    'allows browsers to sniff content types': lacking('X-Content-Type-Options', () => true),
    'allows browsers to sniff the content types of errors': lacking(
      'X-Content-Type-Options',
      (status) => status >= 400,
    ),
  },
  'http.no-byte-order-mark': {
    'writes a byte-order mark before every body': withMark(() => true),
    'writes a byte-order mark before every problem': withMark((status) => status >= 400),
    'writes a byte-order mark before the response to a read': withMark((status) => status === 200),
  },
  'http.no-cors': {
    'allows every site to read responses': rendering(({ headers }) => ({
      headers: { ...headers, 'Access-Control-Allow-Origin': '*' },
    })),
    'allows every site to read rejections': rendering(({ status, headers }) =>
      status === 404 ? { headers: { ...headers, 'Access-Control-Allow-Origin': '*' } } : {},
    ),
    'allows every site to read the response to a missing key': rendering(({ status, headers }) =>
      status === 401 ? { headers: { ...headers, 'Access-Control-Allow-Origin': '*' } } : {},
    ),
    'allows every site to read the response to a wrong media type': rendering(({ status, headers }) =>
      status === 415 ? { headers: { ...headers, 'Access-Control-Allow-Origin': '*' } } : {},
    ),
    'allows the site in Origin to read a case': allowing('getCase', ({ headers }) => headers.origin),
    'allows the site in Origin to read the response to its create': allowing(
      'createCase',
      ({ headers }) => headers.origin,
    ),
    'allows every site in a preflight': changingFallback((response, method) =>
      method === 'OPTIONS' ? { status: 204, headers: { 'Access-Control-Allow-Origin': '*' }, body: '' } : response,
    ),
    'allows every site in a preflight before it asks for a key': ({ authenticate }) => ({
      authenticate(request) {
        const headers = { Allow: 'GET, POST', 'Access-Control-Allow-Origin': '*' };
        if (request.method === 'OPTIONS' && !request.headers.authorization)
          throw new Rejected(problem(405, 'method-not-allowed', 'Not this method.', { headers }));
        return authenticate(request);
      },
    }),
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
