import type { IncomingMessage } from 'node:http';
import { type Defect, changing, type FaultTable, rendering } from '../support/fault.ts';
import { typeOf, unsupported, seeing, rejecting } from '../support/http.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import { gunzipSync } from 'node:zlib';
import { Rejected, problem } from '../../../reference-impl/domain/rejections.ts';
import { replayingUploads } from '../support/idempotency.ts';

const json = 'application/json';

const form = 'multipart/form-data';

/** Accepts bodies with another media type. */
const acceptingMediaTypes =
  (expected: string, takes: (request: IncomingMessage) => boolean): Defect =>
  (original) => ({
    checkMediaType(request, wanted) {
      if (wanted === expected && takes(request)) return;
      original.checkMediaType(request, wanted);
    },
  });

/** Media types are judged more strictly than they may. */
const judgingMediaTypes =
  (expected: string, fits: (type: string) => boolean): Defect =>
  (original) => ({
    checkMediaType(request, wanted) {
      if (wanted === expected && !fits(typeOf(request))) throw unsupported();
      original.checkMediaType(request, wanted);
    },
  });

/** Changes the response to a read by the `Accept` header. */
const negotiating = (change: (accept: string) => object | undefined): Defect =>
  seeing((original, requestOf) => ({
    async getCase(call, parts) {
      const response = await original.getCase(call, parts);
      const changed = change(requestOf(call.caller).headers.accept ?? '');
      return changed ? { ...response, ...changed } : response;
    },
  }));

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

const unsupportedType = () => new Rejected(problem(415, 'unsupported-media-type', 'Send another media type.'));

/** Media types and encodings that are judged by something else before they are judged as they should be. */
const judgingHeaders =
  (judge: (headers: IncomingMessage['headers'], original: () => void) => void): Defect =>
  ({ checkMediaType }) => ({
    checkMediaType: (request, expected) => judge(request.headers, () => checkMediaType(request, expected)),
  });

const ignoringEncodings = (which: RegExp): Defect =>
  judgingHeaders((headers, original) => {
    if (which.test(headers['content-encoding'] ?? '')) delete headers['content-encoding'];
    original();
  });

const rejectingTypes = (which: RegExp): Defect =>
  judgingHeaders(({ 'content-type': type }, original) => {
    if (which.test(type ?? '')) throw unsupportedType();
    original();
  });

const faults: FaultTable = {
  'http.json-responses': {
    'sends an artifact as application/problem+json': changing('uploadArtifact', () => ({
      headers: { 'Content-Type': 'application/problem+json' },
    })),
    'sends the replay of an upload as text/plain': replayingUploads(() => ({
      headers: { 'Content-Type': 'text/plain' },
    })),
    'sends a case in XML if the request accepts XML': negotiating((accept) =>
      accept === 'application/xml' ? { headers: { 'Content-Type': 'application/xml' }, body: '<case/>' } : undefined,
    ),
    'sends HTML to browsers': negotiating((accept) =>
      accept.startsWith('text/html') ? { headers: { 'Content-Type': 'text/html' }, body: '<h1>Case</h1>' } : undefined,
    ),
    'sends two media types': rendering(({ status, headers }) =>
      status === 200
        ? { headers: { ...headers, 'Content-Type': [headers['Content-Type']!, 'text/html'] as unknown as string } }
        : {},
    ),
  },
  'http.accept-ignored': {
    'responds with 406 to a client that does not accept JSON': rejecting(({ headers }) =>
      headers.accept && !/json|\*\/\*/.test(headers.accept)
        ? new Rejected({ status: 406 as never, problem: 'unsupported-media-type', detail: 'Only JSON is spoken here.' })
        : undefined,
    ),
    'responds with 406 to a version of the media type': rejecting(({ headers }) =>
      headers.accept?.includes('version=')
        ? new Rejected({ status: 406 as never, problem: 'unsupported-media-type', detail: 'Only JSON is spoken here.' })
        : undefined,
    ),
    'responds with 406 to an upload that accepts only problems': rejecting(({ headers, url }) =>
      headers.accept === 'application/problem+json' && url!.endsWith('/artifacts')
        ? new Rejected({ status: 406 as never, problem: 'unsupported-media-type', detail: 'Only JSON is spoken here.' })
        : undefined,
    ),
    'responds with 400 to an Accept that does not parse': rejecting(({ headers }) =>
      headers.accept?.includes('/') === false
        ? new Rejected(problem(400, 'malformed-request', 'Accept does not parse.'))
        : undefined,
    ),
    'sends a problem as application/json if the request accepts only JSON': negotiating((accept) =>
      accept === 'application/json' ? { headers: { 'Content-Type': 'application/json' } } : undefined,
    ),
  },
  'http.media-type-compared': {
    'compares the media type of a create case-sensitively': judgingMediaTypes(
      json,
      (type) => !/json/i.test(type) || type.startsWith(json),
    ),
    'compares the media type of an upload case-sensitively': judgingMediaTypes(
      form,
      (type) => !/form/i.test(type) || type.startsWith(form),
    ),
    'accepts utf-8 only in lower case': judgingMediaTypes(json, (type) => !type.includes('UTF-8')),
    'rejects unknown parameters of a media type': judgingMediaTypes(json, (type) => !/version|profile/.test(type)),
    'rejects a media type with a space after it': rejectingTypes(/^application\/json ;/),
    'accepts charset only in lower case': rejectingTypes(/Charset/),
    'accepts a charset only without quotes': rejectingTypes(/charset="/),
    'treats parameters after the boundary as a part of it': () => ({
      boundaryOf: ({ headers }) => headers['content-type']!.split('boundary=')[1] ?? 'none',
    }),
  },
  'http.content-type-415': {
    'accepts a create without a media type': acceptingMediaTypes(json, (request) => typeOf(request) === ''),
    'responds with 400 to an upload without a media type': acceptingMediaTypes(
      form,
      (request) => typeOf(request) === '',
    ),
    'accepts a create of any media type': acceptingMediaTypes(
      json,
      (request) =>
        /\w\/\w/.test(typeOf(request)) &&
        request.headers['content-encoding'] === undefined &&
        !/^x|text.plain/.test(typeOf(request)),
    ),
    'accepts JSON with the media type of a form': acceptingMediaTypes(
      json,
      (request) => typeOf(request) === 'application/x-www-form-urlencoded',
    ),
    'accepts every media type that begins with application/json': acceptingMediaTypes(
      json,
      (request) =>
        /^application\/json[^,]*$/.test(typeOf(request)) && request.headers['content-encoding'] === undefined,
    ),
    'accepts every multipart body': acceptingMediaTypes(
      form,
      (request) => typeOf(request).startsWith('multipart/') && request.headers['content-encoding'] === undefined,
    ),
    'responds with 422 to an upload in JSON': acceptingMediaTypes(form, (request) => {
      if (typeOf(request) === json) throw new Rejected(problem(422, 'invalid-request', 'There is no file.'));
      return false;
    }),
    'responds with 422 to an upload as application/x-www-form-urlencoded': acceptingMediaTypes(form, (request) => {
      if (typeOf(request) !== 'application/x-www-form-urlencoded') return false;
      throw new Rejected(problem(422, 'invalid-request', 'There is no file.'));
    }),
    'responds to a wrong media type with the problem of a wrong file': () => ({
      problemBody: (response, id) => ({
        ...problemOf(response, id),
        type:
          response.problem === 'unsupported-media-type'
            ? '/problems/unsupported-file-type'
            : `/problems/${response.problem}`,
      }),
    }),
  },
  'http.malformed-content-type': {
    'accepts a create whose media type is the word json': acceptingMediaTypes(
      json,
      (request) => typeOf(request) === 'json',
    ),
    'accepts the first of several media types': acceptingMediaTypes(json, (request) =>
      typeOf(request).startsWith(`${json},`),
    ),
    'accepts a create whose Content-Type is not a media type': acceptingMediaTypes(json, (request) =>
      [';', '; charset=utf-8'].includes(typeOf(request)),
    ),
    'fails at an upload whose Content-Type is not a media type': rejecting((request) => {
      if (typeOf(request) === 'application/' && request.url!.endsWith('/artifacts')) throw new Error('no media type');
      return undefined;
    }),
    'responds with 406 to a Content-Type that is not a media type': rejecting((request) =>
      typeOf(request) === 'json'
        ? new Rejected({ ...problem(415, 'unsupported-media-type', 'No media type.'), status: 406 } as never)
        : undefined,
    ),
  },
  'http.content-encoding-415': {
    'decodes a create in gzip': (original) => ({
      ...acceptingMediaTypes(
        json,
        ({ headers }) => headers['content-type'] === json && headers['content-encoding'] === 'gzip',
      )(original),
      piecesOf: (request, limit, what) => decoded(request, original.piecesOf(request, limit, what)),
    }),
    'decodes an upload in gzip': (original) => ({
      ...acceptingMediaTypes(form, ({ headers }) => headers['content-encoding'] === 'gzip')(original),
      piecesOf: (request, limit, what) => decoded(request, original.piecesOf(request, limit, what)),
    }),
    'ignores an unknown Content-Encoding of a create': acceptingMediaTypes(
      json,
      ({ headers }) => headers['content-type'] === json && !['gzip', undefined].includes(headers['content-encoding']),
    ),
    'rejects only gzip as a Content-Encoding': acceptingMediaTypes(
      form,
      ({ headers }) =>
        headers['content-encoding'] !== 'gzip' && headers['content-type']?.startsWith(`${form};`) === true,
    ),
    'checks only the first of several content encodings of a create': ({ checkMediaType }) => ({
      checkMediaType(request, expected) {
        if (request.headersDistinct['content-encoding']?.[0] === 'identity') delete request.headers['content-encoding'];
        checkMediaType(request, expected);
      },
    }),
    'ignores unknown content encodings': ignoringEncodings(/^(?!gzip|deflate|br|identity)./),
    'checks only the first of several content encodings': ignoringEncodings(/^identity,/),
    'ignores the Content-Encoding of a create': acceptingMediaTypes(
      json,
      ({ headers }) => headers['content-type'] === json,
    ),
  },
};

export default faults;
