import type { IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { Artifact, Case } from '../../reference-impl/domain/contract.ts';
import type { Caller } from '../../reference-impl/ports.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import { problem, Rejected } from '../../reference-impl/http/problems.ts';
import { changing, changingBody, type Fault, rendering } from './fault.ts';

const notFound = problem(404, 'not-found', 'There is nothing at this path.');

/** What answers requests that no operation takes is changed. */
export const falling =
  (change: (response: ReturnType<Parts['fallback']>, method: string, path: string) => object): Fault['parts'] =>
  ({ fallback }) => ({
    fallback: (method, path) => change(fallback(method, path), method, path) as ReturnType<Parts['fallback']>,
  });

const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));

/** Some answers lack a header. */
const lacking = (name: string, where: (status: number) => boolean): Fault['parts'] =>
  rendering(({ status, headers }) => (where(status) ? { headers: without(headers, name) } : {}));

/** The parts, made with the request at hand: it is known from the moment when its key is looked at. */
const seeing =
  (
    partsOf: (
      original: Parts,
      requestOf: (caller: Caller) => IncomingMessage,
      latest: () => IncomingMessage,
    ) => Partial<Parts>,
  ): Fault['parts'] =>
  (original) => {
    const requests = new WeakMap<Caller, IncomingMessage>();
    let latest: IncomingMessage;
    const parts = partsOf(
      original,
      (caller) => requests.get(caller)!,
      () => latest,
    );
    return {
      ...parts,
      authenticate(request) {
        const caller = original.authenticate(request);
        latest = request;
        if (typeof caller === 'string') return caller;
        const own = { ...caller };
        requests.set(own, request);
        return own;
      },
    };
  };

/** A request with a valid key is refused when its headers are like this. */
export const refusing =
  (refusal: (request: IncomingMessage) => Rejected | undefined): Fault['parts'] =>
  ({ authenticate }) => ({
    authenticate(request) {
      const caller = authenticate(request);
      const refused = typeof caller === 'string' ? undefined : refusal(request);
      if (refused) throw refused;
      return caller;
    },
  });

const json = 'application/json';
const form = 'multipart/form-data';

const typeOf = ({ headers }: IncomingMessage) => headers['content-type'] ?? '';
const unsupported = () =>
  new Rejected(problem(415, 'unsupported-media-type', 'Send the media type of this operation.'));

/** A body is taken though its header says another thing. */
const taking =
  (expected: string, takes: (request: IncomingMessage) => boolean): Fault['parts'] =>
  (original) => ({
    checkMediaType(request, wanted) {
      if (wanted === expected && takes(request)) return;
      original.checkMediaType(request, wanted);
    },
  });

/** Media types are judged more strictly than they may. */
const judging =
  (expected: string, fits: (type: string) => boolean): Fault['parts'] =>
  (original) => ({
    checkMediaType(request, wanted) {
      if (wanted === expected && !fits(typeOf(request))) throw unsupported();
      original.checkMediaType(request, wanted);
    },
  });

/** Allows a site to read the answers of this kind. */
export const allowing = (
  operation: 'createCase' | 'getCase',
  origin: (request: IncomingMessage) => string | undefined,
): Fault['parts'] =>
  seeing((original, requestOf) => ({
    [operation]: async (call: Parameters<Parts['createCase']>[0] & Parameters<Parts['getCase']>[0], parts: Parts) => {
      const response = await original[operation](call, parts);
      const allowed = origin(requestOf(call.caller));
      return allowed
        ? { ...response, headers: { ...response.headers, 'Access-Control-Allow-Origin': allowed } }
        : response;
    },
  }));

/** A read answers in another way to who asks for another type. */
const negotiating = (change: (accept: string) => object | undefined): Fault['parts'] =>
  seeing((original, requestOf) => ({
    async getCase(call, parts) {
      const response = await original.getCase(call, parts);
      const changed = change(requestOf(call.caller).headers.accept ?? '');
      return changed ? { ...response, ...changed } : response;
    },
  }));

/** A POST that no operation takes is a read for who says so. */
const overriding = (
  method: (request: IncomingMessage) => string | undefined | Promise<string | undefined>,
): Fault['parts'] =>
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
const inQuery = ({ url }: IncomingMessage) => new URL(url!, 'http://x').searchParams.get('_method') ?? undefined;
const methodNotAllowed = () =>
  new Rejected(problem(405, 'method-not-allowed', 'Not this method.', { headers: { Allow: 'GET, POST' } }));

/** Cases and artifacts with another form of time. */
const timing =
  (created: (time: string) => unknown, where: ('case' | 'artifact')[] = ['case']): Fault['parts'] =>
  (original) => ({
    ...(where.includes('case') && { newCase: (...given) => retimed(original.newCase(...given), created) }),
    ...(where.includes('artifact') && { newArtifact: (...given) => retimed(original.newArtifact(...given), created) }),
  });

const retimed = <T extends Case | Artifact>(record: T, created: (time: string) => unknown): T => ({
  ...record,
  created_at: created(record.created_at) as string,
});

/** A case whose time has another form. */
const timesOfCase = {
  'http.timestamps-utc': { code: 'wrong-timestamp', row: 'created_at of a create' },
  'create-case.answers-case': { code: 'schema-mismatch', pointer: '/created_at' },
  'get-case.answers-case': { code: 'schema-mismatch', pointer: '/created_at' },
} satisfies Fault['breaks'];

/** Defects that the family http is aimed at. */
export const http: Fault[] = [
  {
    name: 'answers an unknown path with 400',
    breaks: {
      'http.unknown-path-404': { code: 'wrong-status', status: 400 },
      'http.left-open-answers': { code: 'wrong-status', row: 'a create with a slash at its end' },
    },
    parts: falling((response) =>
      response.status === 404 ? problem(400, 'malformed-request', 'There is nothing at this path.') : response,
    ),
  },
  {
    name: 'answers an unknown path with a page',
    breaks: {
      'http.unknown-path-404': { code: 'invalid-json', actual: '<h1>' },
      'problems.media-type': { code: 'wrong-media-type', actual: 'text/html' },
      'problems.members': { code: 'invalid-json', actual: '<h1>' },
      'problems.status-matches': { code: 'invalid-json', actual: '<h1>' },
      'problems.instance-fresh': { code: 'invalid-json', actual: '<h1>' },
    },
    parts: rendering(({ body, headers }) =>
      body.includes(notFound.detail)
        ? { headers: { ...headers, 'Content-Type': 'text/html' }, body: '<h1>Not Found</h1>' }
        : {},
    ),
  },
  {
    name: 'answers an unknown path with the problem of another',
    breaks: { 'http.unknown-path-404': { code: 'wrong-problem-type', actual: '/problems/malformed-request' } },
    parts: falling((response) => (response.status === 404 ? { ...response, problem: 'malformed-request' } : response)),
  },
  {
    name: 'answers 405 to a DELETE of an unknown path',
    breaks: { 'http.unknown-path-404': { code: 'wrong-status', status: 405 } },
    parts: falling((response, method) =>
      method === 'DELETE'
        ? { ...response, status: 405, problem: 'method-not-allowed', headers: { Allow: 'GET, POST' } }
        : response,
    ),
  },
  {
    name: 'reads a case under any path that begins like its own',
    breaks: { 'http.unknown-path-404': { code: 'wrong-status', row: '/cases/{case_id}/status' } },
    parts: seeing((original, _, latest) => ({
      fallback: (async (...asked: Parameters<Parts['fallback']>) => {
        const id = /^\/cases\/([^/]+)\/status$/.exec(asked[1])?.[1];
        const found = id && (await original.store.findCase(original.authenticate(latest()) as Caller, id));
        return found ? { status: 200, body: found } : original.fallback(...asked);
      }) as never,
    })),
  },
  {
    name: 'answers 404 to a wrong method',
    breaks: {
      'http.wrong-method-405': { code: 'wrong-status', status: 404 },
      'http.left-open-answers': { code: 'wrong-status', row: 'OPTIONS of all cases' },
    },
    parts: falling(() => notFound),
  },
  {
    name: 'answers 501 to PATCH',
    breaks: { 'http.wrong-method-405': { code: 'wrong-status', row: 'PATCH /cases/{case_id}' } },
    parts: falling((response, method) =>
      method === 'PATCH' ? { ...response, status: 501, problem: 'method-not-allowed' } : response,
    ),
  },
  {
    name: 'answers 404 to a GET of the artifacts',
    breaks: { 'http.wrong-method-405': { code: 'wrong-status', row: 'GET /cases/{case_id}/artifacts' } },
    parts: falling((response, method, path) => (method === 'GET' && path.endsWith('/artifacts') ? notFound : response)),
  },
  {
    name: 'lists nothing at GET /cases',
    breaks: { 'http.wrong-method-405': { code: 'wrong-status', row: 'GET /cases', status: 200 } },
    parts: falling((response, method, path) =>
      method === 'GET' && path === '/cases' ? { status: 200, body: [] } : response,
    ),
  },
  {
    name: 'answers 204 to a DELETE of a case',
    breaks: {
      'http.wrong-method-405': { code: 'wrong-status', row: 'DELETE /cases/{case_id}', status: 204 },
      'http.left-open-answers': { code: 'wrong-status', row: 'a wrong method on an unknown case' },
    },
    parts: falling((response, method, path) =>
      method === 'DELETE' && /^\/cases\/[^/]+$/.test(path) && response.status === 405
        ? { status: 204, body: '' }
        : response,
    ),
  },
  {
    name: 'answers 405 without Allow',
    breaks: { 'http.allow': 'missing-header' },
    parts: lacking('Allow', () => true),
  },
  {
    name: 'lists all methods of the service in Allow but POST',
    breaks: { 'http.allow': { code: 'wrong-header', actual: 'Allow: GET, HEAD' } },
    parts: falling((response) =>
      response.status === 405 ? { ...response, headers: { Allow: 'GET, HEAD' } } : response,
    ),
  },
  {
    name: 'lists in Allow the method that was refused',
    breaks: { 'http.allow': { code: 'wrong-header', actual: 'Allow: GET' } },
    parts: falling((response, method) =>
      response.status === 405 ? { ...response, headers: { Allow: method } } : response,
    ),
  },
  {
    name: 'lets errors be stored',
    breaks: { 'http.no-store': 'missing-header' },
    parts: lacking('Cache-Control', (status) => status >= 400),
  },
  {
    name: 'lets successes be stored',
    breaks: { 'http.no-store': 'missing-header' },
    parts: lacking('Cache-Control', (status) => status < 400),
  },
  {
    name: 'lets the answer to an unknown key be stored',
    breaks: { 'http.no-store': { code: 'missing-header', row: 'a create without a key' } },
    parts: lacking('Cache-Control', (status) => status === 401),
  },
  {
    name: 'lets the answer to a wrong method be stored',
    breaks: { 'http.no-store': { code: 'missing-header', row: 'a wrong method' } },
    parts: lacking('Cache-Control', (status) => status === 405),
  },
  {
    name: 'lets the refusal of a long body be stored',
    breaks: { 'http.no-store': { code: 'missing-header', row: 'JSON that is too long' } },
    parts: lacking('Cache-Control', (status) => status === 413),
  },
  {
    name: 'lets a decided case be stored',
    breaks: { 'http.no-store': { code: 'wrong-header', row: 'a read of a decided case' } },
    parts: changing('getCase', ({ body }) =>
      (body as Case).status === 'PENDING' ? {} : { headers: { 'Cache-Control': 'private, max-age=60' } },
    ),
  },
  {
    name: 'says no-cache instead of no-store to a read',
    breaks: { 'http.no-store': { code: 'wrong-header', actual: 'private, no-cache' } },
    parts: rendering(({ status, headers }) =>
      status === 200 ? { headers: { ...headers, 'Cache-Control': 'private, no-cache' } } : {},
    ),
  },
  {
    name: 'lets browsers sniff',
    breaks: { 'http.nosniff': 'missing-header' },
    parts: lacking('X-Content-Type-Options', () => true),
  },
  {
    name: 'lets browsers sniff errors',
    breaks: { 'http.nosniff': 'missing-header' },
    parts: lacking('X-Content-Type-Options', (status) => status >= 400),
  },
  {
    name: 'calls its JSON text/json',
    breaks: { 'http.json-answers': { code: 'wrong-media-type', actual: 'text/json' } },
    parts: changing('getCase', () => ({ headers: { 'Content-Type': 'text/json' } })),
  },
  {
    name: 'calls a created case text/plain',
    breaks: { 'http.json-answers': { code: 'wrong-media-type', row: 'a create' } },
    parts: changing('createCase', ({ headers }) => ({
      headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' },
    })),
  },
  {
    name: 'calls an artifact a problem',
    breaks: { 'http.json-answers': { code: 'wrong-media-type', row: 'an upload' } },
    parts: changing('uploadArtifact', () => ({ headers: { 'Content-Type': 'application/problem+json' } })),
  },
  {
    name: 'answers 406 to who does not accept JSON',
    breaks: { 'http.accept-ignored': { code: 'changed-by-request-header', actual: '406' } },
    parts: refusing(({ headers }) =>
      headers.accept && !/json|\*\/\*/.test(headers.accept)
        ? new Rejected({ status: 406 as never, problem: 'unsupported-media-type', detail: 'Only JSON is spoken here.' })
        : undefined,
    ),
  },
  {
    name: 'answers 406 to an upload that accepts only problems',
    breaks: { 'http.accept-ignored': { code: 'changed-by-request-header', row: 'an upload' } },
    parts: refusing(({ headers, url }) =>
      headers.accept === 'application/problem+json' && url!.endsWith('/artifacts')
        ? new Rejected({ status: 406 as never, problem: 'unsupported-media-type', detail: 'Only JSON is spoken here.' })
        : undefined,
    ),
  },
  {
    name: 'answers 400 to an Accept that does not parse',
    breaks: { 'http.accept-ignored': { code: 'changed-by-request-header', status: 400 } },
    parts: refusing(({ headers }) =>
      headers.accept?.includes('/') === false
        ? new Rejected(problem(400, 'malformed-request', 'Accept does not parse.'))
        : undefined,
    ),
  },
  {
    name: 'reads a case in XML to who asks for it',
    breaks: {
      'http.accept-ignored': { code: 'changed-by-request-header', actual: 'application/xml' },
      'problems.media-type': { code: 'wrong-media-type', actual: 'application/xml' },
    },
    parts: negotiating((accept) =>
      accept === 'application/xml' ? { headers: { 'Content-Type': 'application/xml' }, body: '<case/>' } : undefined,
    ),
  },
  {
    name: 'shows a page to browsers',
    breaks: {
      'http.accept-ignored': { code: 'changed-by-request-header', actual: 'text/html' },
      'problems.media-type': { code: 'wrong-media-type', actual: 'text/html' },
    },
    parts: negotiating((accept) =>
      accept.startsWith('text/html') ? { headers: { 'Content-Type': 'text/html' }, body: '<h1>Case</h1>' } : undefined,
    ),
  },
  {
    name: 'calls a problem JSON to who accepts only JSON',
    breaks: {
      'http.accept-ignored': { code: 'changed-by-request-header', row: 'a refusal' },
      'problems.media-type': { code: 'wrong-media-type', actual: 'application/json' },
    },
    parts: negotiating((accept) =>
      accept === 'application/json' ? { headers: { 'Content-Type': 'application/json' } } : undefined,
    ),
  },
  {
    name: 'compares the media type of a create with its case',
    breaks: { 'http.media-type-any-case': 'not-accepted' },
    parts: judging(json, (type) => !/json/i.test(type) || type.startsWith(json)),
  },
  {
    name: 'compares the media type of an upload with its case',
    breaks: { 'http.media-type-any-case': 'not-accepted' },
    parts: judging(form, (type) => !/form/i.test(type) || type.startsWith(form)),
  },
  {
    name: 'refuses a charset',
    breaks: { 'http.media-type-parameters-ignored': { code: 'not-accepted', status: 415 } },
    parts: judging(json, (type) => !type.includes('charset')),
  },
  {
    name: 'knows utf-8 only in lower case',
    breaks: { 'http.media-type-parameters-ignored': { code: 'not-accepted', status: 415 } },
    parts: judging(json, (type) => !type.includes('UTF-8')),
  },
  {
    name: 'refuses unknown parameters of a media type',
    breaks: { 'http.media-type-parameters-ignored': { code: 'not-accepted', status: 415 } },
    parts: judging(json, (type) => !/version|profile/.test(type)),
  },
  {
    name: 'takes what follows the boundary for a part of it',
    breaks: {
      'http.media-type-parameters-ignored': { code: 'not-accepted', status: 400 },
      'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'a boundary in quotes' },
    },
    parts: () => ({ boundaryOf: ({ headers }) => headers['content-type']!.split('boundary=')[1] ?? 'none' }),
  },
  {
    name: 'takes a create without a media type',
    breaks: { 'http.missing-content-type-415': { code: 'wrong-status', status: 201 } },
    parts: taking(json, (request) => typeOf(request) === ''),
  },
  {
    name: 'answers 400 to an upload without a media type',
    breaks: { 'http.missing-content-type-415': { code: 'wrong-status', status: 400 } },
    parts: taking(form, (request) => typeOf(request) === ''),
  },
  {
    name: 'takes a create of any media type',
    breaks: { 'http.wrong-content-type-415': { code: 'wrong-status', status: 201 } },
    parts: taking(
      json,
      (request) =>
        typeOf(request) !== '' &&
        request.headers['content-encoding'] === undefined &&
        !/^x|text.plain/.test(typeOf(request)),
    ),
  },
  {
    name: 'takes JSON that is called text',
    breaks: { 'http.wrong-content-type-415': 'wrong-status' },
    parts: taking(json, (request) => typeOf(request) === 'text/plain'),
  },
  {
    name: 'takes JSON that is called a form',
    breaks: { 'http.wrong-content-type-415': { code: 'wrong-status', status: 201 } },
    parts: taking(json, (request) => typeOf(request) === 'application/x-www-form-urlencoded'),
  },
  {
    name: 'takes every media type that ends in +json',
    breaks: { 'http.wrong-content-type-415': { code: 'wrong-status', status: 201 } },
    parts: taking(json, (request) => typeOf(request).endsWith('+json')),
  },
  {
    name: 'takes every media type that begins like JSON',
    breaks: { 'http.wrong-content-type-415': { code: 'wrong-status', status: 201 } },
    parts: taking(
      json,
      (request) => typeOf(request).startsWith(json) && request.headers['content-encoding'] === undefined,
    ),
  },
  {
    name: 'takes every multipart body',
    breaks: { 'http.wrong-content-type-415': { code: 'wrong-status', status: 201 } },
    parts: taking(
      form,
      (request) => typeOf(request).startsWith('multipart/') && request.headers['content-encoding'] === undefined,
    ),
  },
  {
    name: 'answers 422 to an upload in JSON',
    breaks: { 'http.wrong-content-type-415': { code: 'wrong-status', status: 422 } },
    parts: taking(form, (request) => {
      if (typeOf(request) === json) throw new Rejected(problem(422, 'invalid-request', 'There is no file.'));
      return false;
    }),
  },
  {
    name: 'answers a wrong media type with the problem of a wrong file',
    breaks: {
      'http.wrong-content-type-415': { code: 'wrong-problem-type', actual: '/problems/unsupported-file-type' },
      'http.missing-content-type-415': { code: 'wrong-problem-type', actual: '/problems/unsupported-file-type' },
      'http.content-encoding-415': { code: 'wrong-problem-type', actual: '/problems/unsupported-file-type' },
    },
    parts: () => ({
      problemBody: (response, id) => ({
        ...problemOf(response, id),
        type:
          response.problem === 'unsupported-media-type'
            ? '/problems/unsupported-file-type'
            : `/problems/${response.problem}`,
      }),
    }),
  },
  {
    name: 'decodes a create in gzip',
    breaks: { 'http.content-encoding-415': { code: 'wrong-status', status: 201 } },
    parts: (original) => ({
      ...taking(
        json,
        ({ headers }) => headers['content-type'] === json && headers['content-encoding'] === 'gzip',
      )(original),
      piecesOf: (request, limit, what) => decoded(request, original.piecesOf(request, limit, what)),
    }),
  },
  {
    name: 'decodes an upload in gzip',
    breaks: { 'http.content-encoding-415': { code: 'wrong-status', status: 201 } },
    parts: (original) => ({
      ...taking(form, ({ headers }) => headers['content-encoding'] === 'gzip')(original),
      piecesOf: (request, limit, what) => decoded(request, original.piecesOf(request, limit, what)),
    }),
  },
  {
    name: 'ignores the Content-Encoding of a create',
    breaks: { 'http.content-encoding-415': { code: 'wrong-status', status: 400 } },
    parts: taking(json, ({ headers }) => headers['content-type'] === json),
  },
  {
    name: 'ignores what it does not know as a Content-Encoding of a create',
    breaks: { 'http.content-encoding-415': { code: 'wrong-status', status: 201 } },
    parts: taking(
      json,
      ({ headers }) => headers['content-type'] === json && !['gzip', undefined].includes(headers['content-encoding']),
    ),
  },
  {
    name: 'knows only gzip as a Content-Encoding',
    breaks: { 'http.content-encoding-415': { code: 'wrong-status', status: 201 } },
    parts: taking(
      form,
      ({ headers }) =>
        headers['content-encoding'] !== 'gzip' && headers['content-type']?.startsWith(`${form};`) === true,
    ),
  },
  {
    name: 'takes another method from X-HTTP-Method-Override',
    breaks: { 'http.no-method-override': { code: 'changed-by-request-header', row: 'X-HTTP-Method-Override: a POST' } },
    parts: overriding(header('x-http-method-override')),
  },
  {
    name: 'takes another method from X-HTTP-Method',
    breaks: { 'http.no-method-override': { code: 'changed-by-request-header', row: 'X-HTTP-Method: a POST' } },
    parts: overriding(header('x-http-method')),
  },
  {
    name: 'takes another method from the query',
    breaks: { 'http.no-method-override': { code: 'changed-by-query', status: 200 } },
    parts: overriding(inQuery),
  },
  {
    name: 'takes another method from a form',
    breaks: { 'http.no-method-override': 'changed-by-form-field' },
    parts: overriding((request) =>
      typeOf(request).startsWith('application/x-www') ? fieldOf(request, '_method') : undefined,
    ),
  },
  {
    name: 'takes DELETE from X-Method-Override on a read',
    breaks: { 'http.no-method-override': { code: 'changed-by-request-header', row: 'X-Method-Override: a read' } },
    parts: refusing((request) =>
      request.headers['x-method-override'] === 'DELETE' && request.method === 'GET' ? methodNotAllowed() : undefined,
    ),
  },
  {
    name: 'takes DELETE from the query of a read',
    breaks: { 'http.no-method-override': { code: 'changed-by-query', status: 405 } },
    parts: refusing((request) => (inQuery(request) === 'DELETE' ? methodNotAllowed() : undefined)),
  },
  {
    name: 'shows a case for the last time when the query of a read says DELETE',
    breaks: { 'http.no-method-override': 'lost-case' },
    parts: seeing((original, requestOf) => {
      const deleted = new Set<string>();
      return {
        async getCase(call, parts) {
          const { case_id: id } = call.path;
          if (deleted.has(id)) return problem(404, 'not-found', 'No case has this id.');
          if (inQuery(requestOf(call.caller)) === 'DELETE') deleted.add(id);
          return original.getCase(call, parts);
        },
      };
    }),
  },
  {
    name: 'takes GET from X-HTTP-Method-Override on a create',
    breaks: {
      'http.no-method-override': { code: 'changed-by-request-header', row: 'X-HTTP-Method-Override: a create' },
    },
    parts: refusing((request) =>
      request.headers['x-http-method-override'] === 'GET' && request.url === '/cases' ? methodNotAllowed() : undefined,
    ),
  },
  {
    name: 'lets every site read its answers',
    breaks: { 'http.no-cors': { code: 'unexpected-header', actual: '*' } },
    parts: rendering(({ headers }) => ({ headers: { ...headers, 'Access-Control-Allow-Origin': '*' } })),
  },
  {
    name: 'lets every site read its refusals',
    breaks: { 'http.no-cors': { code: 'unexpected-header', row: 'a refusal' } },
    parts: rendering(({ status, headers }) =>
      status === 404 ? { headers: { ...headers, 'Access-Control-Allow-Origin': '*' } } : {},
    ),
  },
  {
    name: 'lets every site read that a key is missing',
    breaks: { 'http.no-cors': { code: 'unexpected-header', row: 'an answer to nobody' } },
    parts: rendering(({ status, headers }) =>
      status === 401 ? { headers: { ...headers, 'Access-Control-Allow-Origin': '*' } } : {},
    ),
  },
  {
    name: 'lets the site that asks read a case',
    breaks: { 'http.no-cors': { code: 'unexpected-header', actual: 'https://shop.example' } },
    parts: allowing('getCase', ({ headers }) => headers.origin),
  },
  {
    name: 'lets the site that asks read what it created',
    breaks: { 'http.no-cors': { code: 'unexpected-header', row: 'a create' } },
    parts: allowing('createCase', ({ headers }) => headers.origin),
  },
  {
    name: 'allows every site in a preflight',
    breaks: { 'http.no-cors': { code: 'unexpected-header', row: 'a preflight with a key' } },
    parts: falling((response, method) =>
      method === 'OPTIONS' ? { status: 204, headers: { 'Access-Control-Allow-Origin': '*' }, body: '' } : response,
    ),
  },
  {
    name: 'allows every site in a preflight before it asks for a key',
    breaks: { 'http.no-cors': { code: 'unexpected-header', row: 'a preflight' } },
    parts: ({ authenticate }) => ({
      authenticate(request) {
        const headers = { Allow: 'GET, POST', 'Access-Control-Allow-Origin': '*' };
        if (request.method === 'OPTIONS' && !request.headers.authorization)
          throw new Rejected(problem(405, 'method-not-allowed', 'Not this method.', { headers }));
        return authenticate(request);
      },
    }),
  },
  {
    name: 'reads an upload before it looks for the case',
    breaks: {
      'http.case-before-other-refusals': 'wrong-status',
      'tenancy.foreign-upload-404': { code: 'wrong-status', status: 422 },
    },
    parts: (original) => ({
      async uploadArtifact(call, parts) {
        const read = await call.read();
        return original.uploadArtifact({ ...call, read: async () => read }, parts);
      },
    }),
  },
  {
    name: 'judges the media type of an upload before it looks for the case',
    breaks: {
      'http.case-before-other-refusals': { code: 'wrong-status', row: 'another media type', status: 415 },
      'tenancy.foreign-upload-404': { code: 'wrong-status', row: 'another media type', status: 415 },
    },
    parts: refusing((request) =>
      request.url!.endsWith('/artifacts') && request.method === 'POST' && typeOf(request) === 'text/plain'
        ? unsupported()
        : undefined,
    ),
  },
  {
    name: 'judges the idempotency key of an upload before it looks for the case',
    breaks: {
      'http.case-before-other-refusals': { code: 'wrong-status', row: 'an illegal idempotency key', status: 400 },
      'tenancy.foreign-upload-404': { code: 'wrong-status', row: 'an illegal idempotency key', status: 400 },
    },
    parts: (original) =>
      refusing((request) =>
        request.url!.endsWith('/artifacts') ? void original.idempotencyKeyOf(request) : undefined,
      )(original),
  },
  {
    name: 'writes times with an offset',
    breaks: {
      ...timesOfCase,
      'upload-artifact.answers-artifact': { code: 'schema-mismatch', pointer: '/created_at' },
      'case-lifecycle.decided-case-has-time': { code: 'wrong-timestamp', actual: '+00:00' },
    },
    parts: timing((time) => time.replace('Z', '+00:00'), ['case', 'artifact']),
  },
  {
    name: 'writes times without Z',
    breaks: timesOfCase,
    parts: timing((time) => time.slice(0, -1)),
  },
  {
    name: 'writes times with a space',
    breaks: timesOfCase,
    parts: timing((time) => time.replace('T', ' ')),
  },
  {
    name: 'writes times as seconds since 1970',
    breaks: { ...timesOfCase, 'case-lifecycle.decided-case-has-time': 'wrong-timestamp' },
    parts: timing((time) => Math.floor(Date.parse(time) / 1000)),
  },
  {
    name: 'writes the times of artifacts with an offset',
    breaks: {
      'http.timestamps-utc': { code: 'wrong-timestamp', row: 'created_at of an artifact' },
      'upload-artifact.answers-artifact': { code: 'schema-mismatch', pointer: '/created_at' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/artifacts/0/created_at' },
      'case-lifecycle.decided-case-has-time': { code: 'wrong-timestamp', actual: '+00:00' },
    },
    parts: timing((time) => time.replace('Z', '+00:00'), ['artifact']),
  },
  {
    name: 'writes the time of a read with an offset',
    breaks: {
      'http.timestamps-utc': { code: 'wrong-timestamp', row: 'created_at of a read' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/created_at' },
      'get-case.like-created': { code: 'wrong-case', actual: '-00:00' },
    },
    parts: changingBody('getCase', (body) => ({
      ...body,
      created_at: (body['created_at'] as string).replace('Z', '-00:00'),
    })),
  },
  {
    name: 'writes the time of a decision as a date',
    breaks: {
      'http.timestamps-utc': { code: 'wrong-timestamp', row: 'decided_at of a read' },
      'case-lifecycle.decided-case-has-time': 'wrong-timestamp',
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/decided_at' },
    },
    parts: changingBody('getCase', (body) => ({
      ...body,
      decided_at: (body['decided_at'] as string | null)?.slice(0, 10) ?? null,
    })),
  },
];

const problemOf = (response: Parameters<Parts['problemBody']>[0], id: string) => ({
  title: 'Refused',
  status: response.status,
  detail: response.detail,
  instance: `urn:uuid:${id}`,
  ...(response.errors && { errors: response.errors }),
});

async function* decoded({ headers }: IncomingMessage, pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (headers['content-encoding'] !== 'gzip') return yield* pieces;
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  yield gunzipSync(Buffer.concat(all));
}
