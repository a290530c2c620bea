import type { IncomingMessage } from 'node:http';
import type { Defect, FaultTable } from '../support/fault.ts';
import { seeing, changingFallback, notFound, lacking, typeOf, rejecting } from '../support/http.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import type { Caller } from '../../../reference-impl/ports.ts';
import { Rejected, problem } from '../../../reference-impl/http/problems.ts';

/** Treats a POST as a read if the request asks for another method. */
const overriding = (method: (request: IncomingMessage) => string | undefined | Promise<string | undefined>): Defect =>
  seeing((original, _, latest) => ({
    fallback: (async (...asked: Parameters<Parts['fallback']>) => {
      const request = latest();
      const id = /^\/cases\/([^/]+)$/.exec(asked[1])?.[1];
      const caller = original.authenticate(request) as Caller;
      if (asked[0] !== 'POST' || !id || (await method(request)) !== 'GET') return original.fallback(...asked);
      return { status: 200, body: await original.store.findCase(caller, id) };
    }) as never,
  }));

async function fieldOf(request: IncomingMessage, name: string): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  for await (const piece of request.iterator({ destroyOnReturn: false })) pieces.push(piece as Buffer);
  return new URLSearchParams(Buffer.concat(pieces).toString()).get(name) ?? undefined;
}

const header = (name: string) => (request: IncomingMessage) => request.headers[name]?.toString();

const methodInQuery = ({ url }: IncomingMessage) => new URL(url!, 'http://x').searchParams.get('_method') ?? undefined;

const methodNotAllowed = () =>
  new Rejected(problem(405, 'method-not-allowed', 'Not this method.', { headers: { Allow: 'GET, POST' } }));

/** Defects that the checks in `conformance/checks/http/methods.ts` must find. */
export const httpMethodsFaults: FaultTable = {
  'responds with 404 to a wrong method': [
    {
      'http.wrong-method-405': { code: 'wrong-status', status: 404 },
      'http.left-open-answers': { code: 'wrong-status', row: 'OPTIONS of all cases' },
    },
    changingFallback(() => notFound),
  ],
  'responds with 501 to PATCH': [
    {
      'http.unknown-path-404': { code: 'wrong-status', row: 'PATCH' },
      'http.wrong-method-405': { code: 'wrong-status', row: 'PATCH /cases' },
    },
    changingFallback((response, method) =>
      method === 'PATCH' ? { ...response, status: 501, problem: 'method-not-allowed' } : response,
    ),
  ],
  'responds with 404 to a GET of the artifacts': [
    { 'http.wrong-method-405': { code: 'wrong-status', row: 'GET /cases/{case_id}/artifacts' } },
    changingFallback((response, method, path) =>
      method === 'GET' && path.endsWith('/artifacts') ? notFound : response,
    ),
  ],
  'responds to GET /cases with an empty list': [
    { 'http.wrong-method-405': { code: 'wrong-status', row: 'GET /cases', status: 200 } },
    changingFallback((response, method, path) =>
      method === 'GET' && path === '/cases' ? { status: 200, body: [] } : response,
    ),
  ],
  'responds with 204 to a DELETE of a case': [
    {
      'http.wrong-method-405': { code: 'wrong-status', row: 'DELETE /cases/{case_id}', status: 204 },
      'http.left-open-answers': { code: 'wrong-status', row: 'a wrong method on an unknown case' },
    },
    changingFallback((response, method, path) =>
      method === 'DELETE' && /^\/cases\/[^/]+$/.test(path) && response.status === 405
        ? { status: 204, body: '' }
        : response,
    ),
  ],
  'responds to HEAD with 500': [
    {
      'http.head-like-get': 'wrong-status',
      'http.wrong-method-405': { code: 'wrong-status', row: 'HEAD /cases/{case_id}', status: 500 },
      'http.left-open-answers': { code: 'wrong-status', row: 'HEAD of a case' },
    },
    rejecting(({ method }) => {
      if (method === 'HEAD') throw new Error('no such method');
      return undefined;
    }),
  ],
  'lists the cases of a reference': [
    { 'http.wrong-method-405': { code: 'wrong-status', row: 'GET /cases?reference={reference}' } },
    rejecting(({ method, url }) =>
      method === 'GET' && url!.startsWith('/cases?reference=')
        ? new Rejected({ status: 200, body: [] } as never)
        : undefined,
    ),
  ],
  'responds with 405 without Allow': [{ 'http.allow': 'missing-header' }, lacking('Allow', () => true)],
  'responds with 405 without Allow to an unknown method': [
    { 'http.allow': { code: 'missing-header', row: 'PROPFIND /cases/{case_id}' } },
    changingFallback((response, method) =>
      method === 'PROPFIND' ? problem(405, 'method-not-allowed', 'Not this method.') : response,
    ),
  ],
  'omits POST in Allow': [
    { 'http.allow': { code: 'wrong-header', actual: 'Allow: GET, HEAD' } },
    changingFallback((response) =>
      response.status === 405 ? { ...response, headers: { Allow: 'GET, HEAD' } } : response,
    ),
  ],
  'lists the rejected method in Allow': [
    { 'http.allow': { code: 'wrong-header', actual: 'Allow: GET' } },
    changingFallback((response, method) =>
      response.status === 405 ? { ...response, headers: { Allow: method } } : response,
    ),
  ],
  'uses the method in X-HTTP-Method-Override': [
    {
      'http.no-method-override': { code: 'changed-by-request-header', row: 'a POST to a case: X-HTTP-Method-Override' },
    },
    overriding(header('x-http-method-override')),
  ],
  'uses the method in X-HTTP-Method': [
    { 'http.no-method-override': { code: 'changed-by-request-header', row: 'a POST to a case: X-HTTP-Method' } },
    overriding(header('x-http-method')),
  ],
  'uses the method in the query': [
    { 'http.no-method-override': { code: 'changed-by-query', status: 200 } },
    overriding(methodInQuery),
  ],
  'uses the method in a form field': [
    { 'http.no-method-override': 'changed-by-form-field' },
    overriding((request) =>
      typeOf(request).startsWith('application/x-www') ? fieldOf(request, '_method') : undefined,
    ),
  ],
  'uses DELETE from X-Method-Override on a read': [
    { 'http.no-method-override': { code: 'changed-by-request-header', row: 'a read: X-Method-Override' } },
    rejecting((request) =>
      request.headers['x-method-override'] === 'DELETE' && request.method === 'GET' ? methodNotAllowed() : undefined,
    ),
  ],
  'uses DELETE from the query of a read': [
    { 'http.no-method-override': { code: 'changed-by-query', status: 405 } },
    rejecting((request) => (methodInQuery(request) === 'DELETE' ? methodNotAllowed() : undefined)),
  ],
  'deletes a case after a read whose query says DELETE': [
    { 'http.no-method-override': 'lost-case' },
    seeing((original, requestOf) => {
      const deleted = new Set<string>();
      return {
        async getCase(call, parts) {
          const { case_id: id } = call.path;
          if (deleted.has(id)) return problem(404, 'not-found', 'No case has this id.');
          if (methodInQuery(requestOf(call.caller)) === 'DELETE') deleted.add(id);
          return original.getCase(call, parts);
        },
      };
    }),
  ],
  'uses GET from X-HTTP-Method-Override on a create': [
    {
      'http.no-method-override': { code: 'changed-by-request-header', row: 'a create: X-HTTP-Method-Override' },
    },
    rejecting((request) =>
      request.headers['x-http-method-override'] === 'GET' && request.url === '/cases' ? methodNotAllowed() : undefined,
    ),
  ],
};
