import { type FaultTable, failing } from '../support/fault.ts';
import { rejecting, seeing } from '../support/http.ts';
import { keyedToo, operationOf, queryOf } from '../support/requests.ts';
import { problem, Rejected } from '../../../reference-impl/http/problems.ts';
import type { Success } from '../../../reference-impl/domain/contract.ts';

const notThere = () => new Rejected(problem(404, 'not-found', 'There is nothing at this path.'));
const otherType = () => new Rejected({ status: 406 as never, problem: 'unsupported-media-type', detail: 'Only JSON.' });
const notMet = () => new Rejected({ status: 412 as never, problem: 'malformed-request', detail: 'Not this version.' });

/** What was carried out for a request is answered to the next one with the same id. */
const oncePerRequestId = (header: string) =>
  seeing((original, requestOf) => {
    const known = new Map<string, Success>();
    const idOf = (caller: Parameters<typeof requestOf>[0]) => requestOf(caller).headers[header]?.toString();
    return {
      async createCase(call, parts) {
        const id = idOf(call.caller);
        const response = (id === undefined ? undefined : known.get(id)) ?? (await original.createCase(call, parts));
        if (id !== undefined) known.set(id, response as Success);
        return response as Awaited<ReturnType<typeof original.createCase>>;
      },
    };
  });

const changed = 'changed-by-request-header';

/** Defects of services that obey what must have no effect; `conformance/checks/support/noise.ts` sends it. */
export const httpNoiseFaults: FaultTable = {
  'routes by X-Original-URL': [
    { 'http.left-open-answers': { code: changed, row: 'a create: X-Original-URL: /cases/other' } },
    rejecting(({ headers }) => (headers['x-original-url'] === '/cases/other' ? notThere() : undefined)),
  ],
  'routes an upload by X-Rewrite-URL': [
    { 'http.left-open-answers': { code: changed, row: 'an upload: X-Rewrite-URL: /cases' } },
    rejecting((request) =>
      request.headers['x-rewrite-url'] === '/cases' && operationOf(request) === 'upload' ? notThere() : undefined,
    ),
  ],
  'answers 500 to a language that it does not know': [
    { 'http.left-open-answers': { code: changed, row: 'a create: Accept-Language: x', status: 500 } },
    ({ authenticate }) => ({
      authenticate(request) {
        if (request.headers['accept-language'] === 'x') throw new Error('no such locale');
        return authenticate(request);
      },
    }),
  ],
  'opens one case for one request id': [
    {
      'idempotency.create-replays': changed,
      'create-case.returns-reference': 'wrong-reference',
      'http.left-open-answers': { code: 'repeated-id', row: 'a create: X-Request-Id: 4711' },
    },
    oncePerRequestId('x-request-id'),
  ],
  'refuses requests from pages of other sites': [
    { 'http.left-open-answers': { code: changed, row: 'an upload: Origin: https://shop.example', status: 404 } },
    rejecting((request) =>
      request.headers.origin !== undefined && operationOf(request) === 'upload' ? notThere() : undefined,
    ),
  ],
  'judges a create by a condition': [
    { 'http.left-open-answers': { code: changed, row: 'a create: If-None-Match: "x"', status: 412 } },
    rejecting(({ method, url, headers }) =>
      method === 'POST' && url === '/cases' && headers['if-none-match'] === '"x"' ? notMet() : undefined,
    ),
  ],
  'demands a media type of a read': [
    { 'http.left-open-answers': { code: changed, row: 'a read: Content-Type: text/plain', status: 406 } },
    rejecting(({ method, headers }) =>
      method === 'GET' && headers['content-type'] === 'text/plain' ? otherType() : undefined,
    ),
  ],
  'answers 406 to a format in the query of a read': [
    { 'http.left-open-answers': { code: 'changed-by-query', row: 'a read: ?format=xml', status: 406 } },
    rejecting((request) =>
      request.method === 'GET' && queryOf(request).get('format') === 'xml' ? otherType() : undefined,
    ),
  ],
  'reads the case of an upload from the query': [
    { 'http.left-open-answers': { code: 'changed-by-query', row: 'an upload: ?case_id=other', status: 404 } },
    rejecting((request) =>
      operationOf(request) === 'upload' && queryOf(request).has('case_id') ? notThere() : undefined,
    ),
  ],
  'fails at a query that does not decode': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'a create: %zz', status: 500 } },
    ({ authenticate }) => ({
      authenticate(request) {
        if (request.url!.includes('%zz')) throw new Error('malformed');
        return authenticate(request);
      },
    }),
  ],
  'judges a read by a condition': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'a read with If-Match: "x"', status: 412 } },
    rejecting(({ method, headers }) => (method === 'GET' && headers['if-match'] === '"x"' ? notMet() : undefined)),
  ],
  'refuses requests whose addresses disagree': [
    { 'http.left-open-answers': { code: changed, row: 'a create: all at once', status: 404 } },
    rejecting(({ headers }) =>
      headers['client-ip'] !== undefined && headers['x-forwarded-for'] !== undefined ? notThere() : undefined,
    ),
  ],
  'demands the length of an upload': [
    {
      'http.left-open-answers': { code: 'changed-by-spelling', row: 'an upload: no announced length' },
      'idempotency.upload-fingerprint': { code: 'wrong-status', row: 'no announced length' },
      'limits.file-accepted': { code: 'not-accepted', row: 'a PDF without announced length' },
      'limits.file-refused-unannounced': 'wrong-status',
    },
    rejecting((request) =>
      operationOf(request) === 'upload' && request.headers['transfer-encoding'] === 'chunked' ? notThere() : undefined,
    ),
  ],
  ...failing(
    {
      'idempotency.create-replays': { code: changed, row: 'a repeated create: X-Request-Id: 4711' },
      'idempotency.upload-replays': { code: changed, row: 'a repeated upload: X-Request-Id: 4711' },
    },
    { 'makes the request id a part of the key': keyedToo(({ headers }) => headers['x-request-id']?.toString()) },
  ),
  ...failing(
    {
      'idempotency.create-replays': { code: 'changed-by-query', row: 'a repeated create: ?&' },
      'idempotency.upload-replays': { code: 'changed-by-query', row: 'a repeated upload: ?&' },
    },
    {
      'keeps idempotency keys by the whole address': keyedToo(({ url }) => url?.split('?')[1]),
    },
  ),
};
