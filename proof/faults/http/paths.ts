import { changingFallback, notFound, seeing, rejecting, typeOf, unsupported } from '../support/http.ts';
import { invalid, problem, Rejected } from '../../../reference-impl/http/problems.ts';
import { rendering, failing, type FaultTable } from '../support/fault.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import type { Caller } from '../../../reference-impl/ports.ts';
import { slash } from '../support/disclosure.ts';
import type { Artifact } from '../../../reference-impl/domain/contract.ts';
import { tooLong, elevenMebibytes, operationOf, encoded } from '../support/requests.ts';
import { writingFor } from '../support/problems.ts';

/** Defects that the checks in `conformance/checks/http/paths.ts` must find. */
export const httpPathsFaults: FaultTable = {
  'responds to an unknown path with 400': [
    {
      'http.unknown-path-404': { code: 'wrong-status', status: 400 },
      'http.left-open-answers': { code: 'wrong-status', row: 'a create whose path ends with a slash' },
    },
    changingFallback((response) =>
      response.status === 404 ? problem(400, 'malformed-request', 'There is nothing at this path.') : response,
    ),
  ],
  'responds to an unknown path with HTML': [
    {
      'http.unknown-path-404': { code: 'invalid-json', actual: '<h1>' },
      'problems.media-type': { code: 'wrong-media-type', actual: 'text/html' },
      'problems.members': { code: 'invalid-json', actual: '<h1>' },
      'problems.status-matches': { code: 'invalid-json', actual: '<h1>' },
      'problems.instance-fresh': { code: 'invalid-json', actual: '<h1>' },
    },
    rendering(({ body, headers }) =>
      body.includes(notFound.detail)
        ? { headers: { ...headers, 'Content-Type': 'text/html' }, body: '<h1>Not Found</h1>' }
        : {},
    ),
  ],
  'responds to an unknown path with a problem type for another error': [
    { 'http.unknown-path-404': { code: 'wrong-problem-type', actual: '/problems/malformed-request' } },
    changingFallback((response) =>
      response.status === 404 ? { ...response, problem: 'malformed-request' } : response,
    ),
  ],
  ...failing(
    { 'http.unknown-path-404': { code: 'wrong-status', status: 405 } },
    {
      'responds with 405 to a DELETE of an unknown path': changingFallback((response, method) =>
        method === 'DELETE'
          ? { ...response, status: 405, problem: 'method-not-allowed', headers: { Allow: 'GET, POST' } }
          : response,
      ),
      'ignores a file extension in a path': ({ fallback }) => ({
        fallback: (method, path) => fallback(method, path.replace(/\.json$/, '')),
      }),
    },
  ),
  'shows a case for any path that begins with the path of the case': [
    { 'http.unknown-path-404': { code: 'wrong-status', row: '/cases/{case_id}/status' } },
    seeing((original, _, latest) => ({
      fallback: (async (...asked: Parameters<Parts['fallback']>) => {
        const id = /^\/cases\/([^/]+)\/status$/.exec(asked[1])?.[1];
        const found = id && (await original.store.findCase(original.authenticate(latest()) as Caller, id));
        return found ? { status: 200, body: found } : original.fallback(...asked);
      }) as never,
    })),
  ],
  'checks the form of an id in the path of an upload': [
    { 'http.case-before-other-refusals': { code: 'wrong-status', row: 'the id "x"', status: 422 } },
    rejecting(({ url }) =>
      /^\/cases\/[^/]{1,9}\/artifacts$/.test(url!)
        ? new Rejected(invalid([{ pointer: '#', detail: 'is no id' }]))
        : undefined,
    ),
  ],
  'lists cases if the path ends with a slash': [
    { 'http.unknown-path-404': { code: 'wrong-status', row: 'GET /cases/', status: 200 } },
    rejecting(({ method, url }) =>
      method === 'GET' && url === '/cases/' ? new Rejected({ status: 200, body: [] } as never) : undefined,
    ),
  ],
  'redirects a path with a slash at its end': [
    {
      'http.unknown-path-404': { code: 'wrong-status', status: 307 },
      'http.left-open-answers': { code: 'wrong-status', row: 'a create whose path ends with a slash' },
    },
    changingFallback((response, _, path) => {
      const location = slash.exec(path)?.[1];
      return location === undefined ? response : { status: 307, headers: { Location: location }, body: null };
    }),
  ],
  'returns evidence by its id': [
    {
      'http.unknown-path-404': { code: 'wrong-status', row: '/cases/{case_id}/artifacts/{artifact_id}', status: 200 },
    },
    (original) => {
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
  ],
  // type
  'writes about:blank as the type of an unknown path': [
    { 'http.unknown-path-404': { code: 'wrong-problem-type', actual: 'about:blank' } },
    writingFor(
      ({ detail }) => detail === 'There is nothing at this path.',
      (problem) => ({ ...problem, type: 'about:blank' }),
    ),
  ],
  'reads an upload before it searches for the case': [
    {
      'http.case-before-other-refusals': 'wrong-status',
      'tenancy.foreign-upload-404': { code: 'wrong-status', status: 422 },
    },
    (original) => ({
      async uploadArtifact(call, parts) {
        const read = await call.read();
        return original.uploadArtifact({ ...call, read: async () => read }, parts);
      },
    }),
  ],
  'checks the media type of an upload before it searches for the case': [
    {
      'http.case-before-other-refusals': { code: 'wrong-status', row: 'another media type', status: 415 },
      'tenancy.foreign-upload-404': { code: 'wrong-status', row: 'another media type', status: 415 },
    },
    rejecting((request) =>
      request.url!.endsWith('/artifacts') && request.method === 'POST' && typeOf(request) === 'text/plain'
        ? unsupported()
        : undefined,
    ),
  ],
  'checks the idempotency key of an upload before it searches for the case': [
    {
      'http.case-before-other-refusals': { code: 'wrong-status', row: 'an illegal idempotency key', status: 400 },
      'tenancy.foreign-upload-404': { code: 'wrong-status', row: 'an illegal idempotency key', status: 400 },
    },
    (original) =>
      rejecting((request) =>
        request.url!.endsWith('/artifacts') ? void original.idempotencyKeyOf(request) : undefined,
      )(original),
  ],
  'checks the length of an upload before it searches for the case': [
    {
      'http.case-before-other-refusals': { code: 'wrong-status', row: 'a long body', status: 413 },
      'tenancy.foreign-upload-404': { code: 'wrong-status', row: 'a long body', status: 413 },
    },
    rejecting((request) => tooLong(request, elevenMebibytes)),
  ],
  'checks the encoding of an upload before it searches for the case': [
    {
      'http.case-before-other-refusals': { code: 'wrong-status', row: 'a content encoding', status: 415 },
      'tenancy.foreign-upload-404': { code: 'wrong-status', row: 'a content encoding', status: 415 },
    },
    rejecting((request) => (operationOf(request) === 'upload' ? encoded(request) : undefined)),
  ],
};
