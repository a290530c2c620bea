import type { IncomingMessage } from 'node:http';
import { type Defect, changing, rendering, failing, type FaultTable } from '../support/fault.ts';
import { seeing, lacking, changingFallback } from '../support/http.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import { onMethod } from '../support/responses.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';
import { Rejected, problem } from '../../../reference-impl/http/problems.ts';
import { replayingCreates } from '../support/idempotency.ts';

/** Allows a site to read the answers of this kind. */
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

/** Defects that the checks in `conformance/checks/http/headers.ts` must find. */
export const httpHeadersFaults: FaultTable = {
  'lets reads with a live key be stored': [
    { 'http.no-store': { code: 'wrong-header', actual: 'private' } },
    (original) => ({
      async getCase(call, parts) {
        const response = await original.getCase(call, parts);
        return call.caller.mode === 'live' ? { ...response, headers: { 'Cache-Control': 'private' } } : response;
      },
    }),
  ],
  'lets the response to OPTIONS be stored': [
    { 'http.no-store': { code: 'wrong-header', row: 'the 405 to OPTIONS /cases' } },
    onMethod('OPTIONS', { 'Cache-Control': 'max-age=600' }),
  ],
  ...failing(
    { 'http.no-store': 'missing-header' },
    {
      'lets errors be stored': lacking('Cache-Control', (status) => status >= 400),
      'lets successes be stored': lacking('Cache-Control', (status) => status < 400),
    },
  ),
  'lets the response to an unknown key be stored': [
    { 'http.no-store': { code: 'missing-header', row: 'a create without a key' } },
    lacking('Cache-Control', (status) => status === 401),
  ],
  'lets the response to a wrong method be stored': [
    { 'http.no-store': { code: 'missing-header', row: 'a wrong method' } },
    lacking('Cache-Control', (status) => status === 405),
  ],
  'lets the rejection of a long body be stored': [
    { 'http.no-store': { code: 'missing-header', row: 'JSON that is too long' } },
    lacking('Cache-Control', (status) => status === 413),
  ],
  'lets a decided case be stored': [
    { 'http.no-store': { code: 'wrong-header', row: 'a read of a decided case' } },
    changing('getCase', ({ body }) =>
      (body as Case).status === 'PENDING' ? {} : { headers: { 'Cache-Control': 'private, max-age=60' } },
    ),
  ],
  'says no-cache instead of no-store to a read': [
    { 'http.no-store': { code: 'wrong-header', actual: 'private, no-cache' } },
    rendering(({ status, headers }) =>
      status === 200 ? { headers: { ...headers, 'Cache-Control': 'private, no-cache' } } : {},
    ),
  ],
  'lets the repetition of a create be stored': [
    { 'http.no-store': { code: 'wrong-header', row: 'a create again with its key' } },
    replayingCreates(({ headers }) => ({ headers: { ...headers, 'Cache-Control': 'private' } })),
  ],
  'lets browsers sniff the response to PUT': [
    { 'http.nosniff': 'wrong-header' },
    onMethod('PUT', { 'X-Content-Type-Options': 'none' }),
  ],
  ...failing(
    { 'http.nosniff': 'missing-header' },
    {
      'lets browsers sniff': lacking('X-Content-Type-Options', () => true),
      'lets browsers sniff errors': lacking('X-Content-Type-Options', (status) => status >= 400),
    },
  ),
  'writes a byte-order mark before every body': [
    { 'http.no-byte-order-mark': { code: 'invalid-json', row: 'a create' } },
    withMark(() => true),
  ],
  'writes a byte-order mark before every problem': [
    { 'http.no-byte-order-mark': { code: 'invalid-json', row: 'a create without a key' } },
    withMark((status) => status >= 400),
  ],
  'writes a byte-order mark before a case that is read': [
    { 'http.no-byte-order-mark': { code: 'invalid-json', row: 'a read' } },
    withMark((status) => status === 200),
  ],
  'lets every site read its responses': [
    { 'http.no-cors': { code: 'unexpected-header', actual: '*' } },
    rendering(({ headers }) => ({ headers: { ...headers, 'Access-Control-Allow-Origin': '*' } })),
  ],
  'lets every site read its rejections': [
    { 'http.no-cors': { code: 'unexpected-header', row: 'a refusal' } },
    rendering(({ status, headers }) =>
      status === 404 ? { headers: { ...headers, 'Access-Control-Allow-Origin': '*' } } : {},
    ),
  ],
  'lets every site read that a key is missing': [
    { 'http.no-cors': { code: 'unexpected-header', row: 'an answer to nobody' } },
    rendering(({ status, headers }) =>
      status === 401 ? { headers: { ...headers, 'Access-Control-Allow-Origin': '*' } } : {},
    ),
  ],
  'lets every site read that a media type is wrong': [
    { 'http.no-cors': { code: 'model-violation', status: 415 } },
    rendering(({ status, headers }) =>
      status === 415 ? { headers: { ...headers, 'Access-Control-Allow-Origin': '*' } } : {},
    ),
  ],
  'lets the site that asks read a case': [
    { 'http.no-cors': { code: 'unexpected-header', actual: 'https://shop.example' } },
    allowing('getCase', ({ headers }) => headers.origin),
  ],
  'lets the site that asks read what it created': [
    { 'http.no-cors': { code: 'unexpected-header', row: 'a create' } },
    allowing('createCase', ({ headers }) => headers.origin),
  ],
  'allows every site in a preflight': [
    { 'http.no-cors': { code: 'unexpected-header', row: 'a preflight with a key' } },
    changingFallback((response, method) =>
      method === 'OPTIONS' ? { status: 204, headers: { 'Access-Control-Allow-Origin': '*' }, body: '' } : response,
    ),
  ],
  'allows every site in a preflight before it asks for a key': [
    { 'http.no-cors': { code: 'unexpected-header', row: 'a preflight' } },
    ({ authenticate }) => ({
      authenticate(request) {
        const headers = { Allow: 'GET, POST', 'Access-Control-Allow-Origin': '*' };
        if (request.method === 'OPTIONS' && !request.headers.authorization)
          throw new Rejected(problem(405, 'method-not-allowed', 'Not this method.', { headers }));
        return authenticate(request);
      },
    }),
  ],
  'lets pages of localhost read a case': [
    { 'http.no-cors': { code: 'unexpected-header', row: 'a read from http://localhost:3000' } },
    allowing('getCase', ({ headers: { origin } }) => (origin?.startsWith('http://localhost') ? origin : undefined)),
  ],
  'lets a sandboxed page read a case': [
    { 'http.no-cors': { code: 'unexpected-header', row: 'a read from null' } },
    allowing('getCase', ({ headers: { origin } }) => (origin === 'null' ? origin : undefined)),
  ],
  'lets pages of its own host read a case': [
    { 'http.no-cors': { code: 'unexpected-header', row: 'a read from its own host' } },
    allowing('getCase', ({ headers: { origin, host } }) => (origin === `http://${host}` ? origin : undefined)),
  ],
};
