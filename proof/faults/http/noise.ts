import type { FaultTable } from '../support/fault.ts';
import { rejecting, seeing } from '../support/http.ts';
import { keyedToo, operationOf, queryOf } from '../support/requests.ts';
import { problem, Rejected } from '../../../reference-impl/domain/rejections.ts';
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

const faults: FaultTable = {
  'http.left-open-responses': {
    'routes by X-Original-URL': rejecting(({ headers }) =>
      headers['x-original-url'] === '/cases/other' ? notThere() : undefined,
    ),
    'routes an upload by X-Rewrite-URL': rejecting((request) =>
      request.headers['x-rewrite-url'] === '/cases' && operationOf(request) === 'upload' ? notThere() : undefined,
    ),
    'responds with 500 to an unknown Accept-Language': ({ authenticate }) => ({
      authenticate(request) {
        if (request.headers['accept-language'] === 'x') throw new Error('no such locale');
        return authenticate(request);
      },
    }),
    'rejects a read that a page of another site links to, unless a script sends it': rejecting(({ headers, method }) =>
      method === 'GET' && headers.referer !== undefined && (headers['x-requested-with'] ?? headers.origin) === undefined
        ? notThere()
        : undefined,
    ),
    'rejects requests from pages of other sites': rejecting((request) =>
      request.headers.origin !== undefined && operationOf(request) === 'upload' ? notThere() : undefined,
    ),
    'evaluates a conditional header of a create': rejecting(({ method, url, headers }) =>
      method === 'POST' && url === '/cases' && headers['if-none-match'] === '"x"' ? notMet() : undefined,
    ),
    'requires a media type for a read': rejecting(({ method, headers }) =>
      method === 'GET' && headers['content-type'] === 'text/plain' ? otherType() : undefined,
    ),
    'responds with 406 to a format in the query of a read': rejecting((request) =>
      request.method === 'GET' && queryOf(request).get('format') === 'xml' ? otherType() : undefined,
    ),
    'uses the case id in the query of an upload': rejecting((request) =>
      operationOf(request) === 'upload' && queryOf(request).has('case_id') ? notThere() : undefined,
    ),
    'fails at invalid percent-encoding in a query': ({ authenticate }) => ({
      authenticate(request) {
        if (request.url!.includes('%zz')) throw new Error('malformed');
        return authenticate(request);
      },
    }),
    'evaluates a conditional header of a read': rejecting(({ method, headers }) =>
      method === 'GET' && headers['if-match'] === '"x"' ? notMet() : undefined,
    ),
    'rejects requests with both Client-IP and X-Forwarded-For': rejecting(({ headers }) =>
      headers['client-ip'] !== undefined && headers['x-forwarded-for'] !== undefined ? notThere() : undefined,
    ),
    'requires the Content-Length of an upload': rejecting((request) =>
      operationOf(request) === 'upload' && request.headers['transfer-encoding'] === 'chunked' ? notThere() : undefined,
    ),
  },
  'idempotency.create-replays': {
    'opens only one case for each request id': oncePerRequestId('x-request-id'),
    'makes the request id a part of the idempotency key': keyedToo(({ headers }) =>
      headers['x-request-id']?.toString(),
    ),
    'stores idempotency keys by the whole URL': keyedToo(({ url }) => url?.split('?')[1]),
  },
};

export default faults;
