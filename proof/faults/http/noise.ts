import { type FaultTable, failing } from '../support/fault.ts';
import { rejecting, seeing } from '../support/http.ts';
import { keyedToo, operationOf, queryOf } from '../support/requests.ts';
import { problem, Rejected } from '../../../reference-impl/http/problems.ts';
import type { Success } from '../../../reference-impl/domain/contract.ts';

const notThere = () => new Rejected(problem(404, 'not-found', 'There is nothing at this path.'));
const otherType = () => new Rejected({ status: 406 as never, problem: 'unsupported-media-type', detail: 'Only JSON.' });
const notMet = () => new Rejected({ status: 412 as never, problem: 'malformed-request', detail: 'Not this version.' });

/** Replays the response to an earlier request with the same request id. */
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

/** Services that react to headers or queries without effect; `conformance/checks/support/rows/noise.ts` sends them. */
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
  'responds with 500 to an unknown Accept-Language': [
    { 'http.left-open-answers': { code: changed, row: 'a create: Accept-Language: x', status: 500 } },
    ({ authenticate }) => ({
      authenticate(request) {
        if (request.headers['accept-language'] === 'x') throw new Error('no such locale');
        return authenticate(request);
      },
    }),
  ],
  'rejects a read that a page of another site links to, unless a script sends it': [
    { 'http.left-open-answers': { code: changed, row: 'a read: Referer: https://shop.example/x', status: 404 } },
    rejecting(({ headers, method }) =>
      method === 'GET' && headers.referer !== undefined && (headers['x-requested-with'] ?? headers.origin) === undefined
        ? notThere()
        : undefined,
    ),
  ],
  'opens only one case for each request id': [
    {
      'idempotency.create-replays': changed,
      'create-case.returns-reference': 'wrong-reference',
      'http.left-open-answers': { code: 'repeated-id', row: 'a create: X-Request-Id: 4711' },
    },
    oncePerRequestId('x-request-id'),
  ],
  'rejects requests from pages of other sites': [
    { 'http.left-open-answers': { code: changed, row: 'an upload: Origin: https://shop.example', status: 404 } },
    rejecting((request) =>
      request.headers.origin !== undefined && operationOf(request) === 'upload' ? notThere() : undefined,
    ),
  ],
  'evaluates a conditional header of a create': [
    { 'http.left-open-answers': { code: changed, row: 'a create: If-None-Match: "x"', status: 412 } },
    rejecting(({ method, url, headers }) =>
      method === 'POST' && url === '/cases' && headers['if-none-match'] === '"x"' ? notMet() : undefined,
    ),
  ],
  'requires a media type for a read': [
    { 'http.left-open-answers': { code: changed, row: 'a read: Content-Type: text/plain', status: 406 } },
    rejecting(({ method, headers }) =>
      method === 'GET' && headers['content-type'] === 'text/plain' ? otherType() : undefined,
    ),
  ],
  'responds with 406 to a format in the query of a read': [
    { 'http.left-open-answers': { code: 'changed-by-query', row: 'a read: ?format=xml', status: 406 } },
    rejecting((request) =>
      request.method === 'GET' && queryOf(request).get('format') === 'xml' ? otherType() : undefined,
    ),
  ],
  'uses the case id in the query of an upload': [
    { 'http.left-open-answers': { code: 'changed-by-query', row: 'an upload: ?case_id=other', status: 404 } },
    rejecting((request) =>
      operationOf(request) === 'upload' && queryOf(request).has('case_id') ? notThere() : undefined,
    ),
  ],
  'fails at invalid percent-encoding in a query': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'a create: %zz', status: 500 } },
    ({ authenticate }) => ({
      authenticate(request) {
        if (request.url!.includes('%zz')) throw new Error('malformed');
        return authenticate(request);
      },
    }),
  ],
  'evaluates a conditional header of a read': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'a read with If-Match: "x"', status: 412 } },
    rejecting(({ method, headers }) => (method === 'GET' && headers['if-match'] === '"x"' ? notMet() : undefined)),
  ],
  'rejects requests with both Client-IP and X-Forwarded-For': [
    { 'http.left-open-answers': { code: changed, row: 'a create: all at once', status: 404 } },
    rejecting(({ headers }) =>
      headers['client-ip'] !== undefined && headers['x-forwarded-for'] !== undefined ? notThere() : undefined,
    ),
  ],
  'requires the Content-Length of an upload': [
    {
      'http.left-open-answers': { code: 'changed-by-spelling', row: 'an upload: without Content-Length' },
      'idempotency.upload-fingerprint': { code: 'wrong-status', row: 'without Content-Length' },
      'limits.file-accepted': { code: 'not-accepted', row: 'a PDF without Content-Length' },
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
    {
      'makes the request id a part of the idempotency key': keyedToo(({ headers }) =>
        headers['x-request-id']?.toString(),
      ),
    },
  ),
  ...failing(
    {
      'idempotency.create-replays': { code: 'changed-by-query', row: 'a repeated create: ?&' },
      'idempotency.upload-replays': { code: 'changed-by-query', row: 'a repeated upload: ?&' },
    },
    {
      'stores idempotency keys by the whole URL': keyedToo(({ url }) => url?.split('?')[1]),
    },
  ),
};
