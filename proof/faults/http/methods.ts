import type { IncomingMessage } from 'node:http';
import type { Defect, FaultTable } from '../support/fault.ts';
import { seeing, changingFallback, notFound, typeOf, rejecting } from '../support/http.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import type { Caller } from '../../../reference-impl/ports.ts';
import { Rejected, problem } from '../../../reference-impl/domain/rejections.ts';

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

const faults: FaultTable = {
  'http.wrong-method-405': {
    'responds with 404 to a wrong method': changingFallback(() => notFound),
    'lists the cases of a reference': rejecting(({ method, url }) =>
      method === 'GET' && url!.startsWith('/cases?reference=')
        ? new Rejected({ status: 200, body: [] } as never)
        : undefined,
    ),
  },
  'http.unknown-path-404': {
    'responds with 501 to PATCH': changingFallback((response, method) =>
      method === 'PATCH' ? { ...response, status: 501, problem: 'method-not-allowed' } : response,
    ),
  },
  'http.allow': {
    'omits POST in Allow': changingFallback((response) =>
      response.status === 405 ? { ...response, headers: { Allow: 'GET, HEAD' } } : response,
    ),
    'lists the rejected method in Allow': changingFallback((response, method) =>
      response.status === 405 ? { ...response, headers: { Allow: method } } : response,
    ),
  },
  'http.no-method-override': {
    'uses the method in X-HTTP-Method-Override': overriding(header('x-http-method-override')),
    'uses the method in X-HTTP-Method': overriding(header('x-http-method')),
    'uses the method in the query': overriding(methodInQuery),
    'uses the method in a form field': overriding((request) =>
      typeOf(request).startsWith('application/x-www') ? fieldOf(request, '_method') : undefined,
    ),
    'uses DELETE from X-Method-Override on a read': rejecting((request) =>
      request.headers['x-method-override'] === 'DELETE' && request.method === 'GET' ? methodNotAllowed() : undefined,
    ),
    'uses DELETE from the query of a read': rejecting((request) =>
      methodInQuery(request) === 'DELETE' ? methodNotAllowed() : undefined,
    ),
    'deletes a case after a read whose query says DELETE': seeing((original, requestOf) => {
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
    'uses GET from X-HTTP-Method-Override on a create': rejecting((request) =>
      request.headers['x-http-method-override'] === 'GET' && request.url === '/cases' ? methodNotAllowed() : undefined,
    ),
  },
};

export default faults;
