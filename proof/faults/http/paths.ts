import { changingFallback, notFound, seeing, rejecting, typeOf, unsupported } from '../support/http.ts';
import { invalid, problem, Rejected } from '../../../reference-impl/domain/rejections.ts';
import { rendering, type FaultTable } from '../support/fault.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import type { Caller } from '../../../reference-impl/ports.ts';
import { slash } from '../support/disclosure.ts';
import type { Artifact } from '../../../reference-impl/domain/contract.ts';
import { tooLong, elevenMebibytes, operationOf, encoded } from '../support/requests.ts';
import { writingFor } from '../support/problems.ts';

const faults: FaultTable = {
  'http.unknown-path-404': {
    'responds to an unknown path with 400': changingFallback((response) =>
      response.status === 404 ? problem(400, 'malformed-request', 'There is nothing at this path.') : response,
    ),
    'responds to an unknown path with HTML': rendering(({ body, headers }) =>
      body.includes(notFound.detail)
        ? { headers: { ...headers, 'Content-Type': 'text/html' }, body: '<h1>Not Found</h1>' }
        : {},
    ),
    'responds with 405 to a DELETE of an unknown path': changingFallback((response, method) =>
      method === 'DELETE'
        ? { ...response, status: 405, problem: 'method-not-allowed', headers: { Allow: 'GET, POST' } }
        : response,
    ),
    'ignores a file extension in a path': ({ fallback }) => ({
      fallback: (method, path) => fallback(method, path.replace(/\.json$/, '')),
    }),
    'shows a case for any path that begins with the path of the case': seeing((original, _, latest) => ({
      fallback: (async (...asked: Parameters<Parts['fallback']>) => {
        const id = /^\/cases\/([^/]+)\/status$/.exec(asked[1])?.[1];
        const found = id && (await original.store.findCase(original.authenticate(latest()) as Caller, id));
        return found ? { status: 200, body: found } : original.fallback(...asked);
      }) as never,
    })),
    'lists cases if the path ends with a slash': rejecting(({ method, url }) =>
      method === 'GET' && url === '/cases/' ? new Rejected({ status: 200, body: [] } as never) : undefined,
    ),
    'redirects a path with a slash at its end': changingFallback((response, _, path) => {
      const location = slash.exec(path)?.[1];
      return location === undefined ? response : { status: 307, headers: { Location: location }, body: null };
    }),
    'returns evidence by its id': (original) => {
      const artifacts = new Map<string, Artifact>();
      const giving = changingFallback((response, method, path) => {
        const found = method === 'GET' && artifacts.get(path.split('/')[4] ?? '');
        return found ? { status: 200, body: found } : response;
      });
      return {
        ...giving(original),
        newArtifact(upload, parts) {
          const artifact = original.newArtifact(upload, parts);
          artifacts.set(artifact.id, artifact);
          return artifact;
        },
      };
    },
    // type
    'writes about:blank as the type of an unknown path': writingFor(
      ({ detail }) => detail === 'There is nothing at this path.',
      (problem) => ({ ...problem, type: 'about:blank' }),
    ),
  },
  'http.case-before-other-rejections': {
    'checks the form of an id in the path of an upload': rejecting(({ url }) =>
      /^\/cases\/[^/]{1,9}\/artifacts$/.test(url!)
        ? new Rejected(invalid([{ pointer: '#', detail: 'is no id' }]))
        : undefined,
    ),
    'reads an upload before it searches for the case': (original) => ({
      async uploadArtifact(call, parts) {
        const read = await call.read();
        return original.uploadArtifact({ ...call, read: async () => read }, parts);
      },
    }),
    'checks the media type of an upload before it searches for the case': rejecting((request) =>
      request.url!.endsWith('/artifacts') && request.method === 'POST' && typeOf(request) === 'text/plain'
        ? unsupported()
        : undefined,
    ),
    'checks the idempotency key of an upload before it searches for the case': (original) =>
      rejecting((request) =>
        request.url!.endsWith('/artifacts') ? void original.idempotencyKeyOf(request) : undefined,
      )(original),
    'checks the length of an upload before it searches for the case': rejecting((request) =>
      tooLong(request, elevenMebibytes),
    ),
    'checks the encoding of an upload before it searches for the case': rejecting((request) =>
      operationOf(request) === 'upload' ? encoded(request) : undefined,
    ),
  },
};

export default faults;
