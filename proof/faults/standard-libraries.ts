// Mistakes that the standard library of a language, or a framework, leads to.
import type { IncomingMessage } from 'node:http';
import { tooLarge } from '../../reference-impl/http/bytes.ts';
import { malformed } from '../../reference-impl/http/problems.ts';
import type { Fault } from './fault.ts';
import { parsingMembers, readingParts } from './seams.ts';

type Faulty = Fault['parts'];

/** JSON in which some escapes are repaired before it is judged. */
const repairing =
  (lone: RegExp): Faulty =>
  ({ parseJson }) => ({ parseJson: (text) => parseJson(text.replaceAll(lone, '\\ufffd')) });

/** JSON that is read as another text. */
const rewriting =
  (wrong: RegExp, right: string): Faulty =>
  ({ parseJson }) => ({ parseJson: (text) => parseJson(text.replace(wrong, right)) });

/** JSON at which a reader breaks down. */
const failingAt =
  (text: RegExp): Faulty =>
  ({ parseJson }) => ({
    parseJson(json) {
      if (text.test(json)) throw new Error('The reader broke down.');
      return parseJson(json);
    },
  });

/** Idempotency keys that hold something else of the request. */
const keyedToo =
  (more: (request: IncomingMessage) => string | undefined): Faulty =>
  ({ idempotencyKeyOf }) => ({
    idempotencyKeyOf(request) {
      const key = idempotencyKeyOf(request);
      return key && key + (more(request) ?? '');
    },
  });

/** Uploads, or JSON, of which the last bytes are looked at as a whole. */
const endingWith =
  (what: 'JSON' | 'uploads', look: (bytes: Buffer, limit: number, what: string) => Buffer): Faulty =>
  ({ piecesOf, limits: { jsonBytes } }) => ({
    async *piecesOf(request, limit, name) {
      if ((limit === jsonBytes) !== (what === 'JSON')) return yield* piecesOf(request, limit, name);
      const pieces: Buffer[] = [];
      for await (const piece of piecesOf(request, 32 * 1024 * 1024, name)) pieces.push(piece);
      yield look(Buffer.concat(pieces), limit, name);
    },
  });

export const standardLibraries: Fault[] = [
  {
    name: 'sees lone surrogates in small digits only',
    breaks: { 'create-case.lone-surrogate': { code: 'wrong-status', row: 'in capital digits' } },
    parts: repairing(/\\uD83E(?!\\u)/g),
  },
  {
    name: 'takes any escape for the other half of a surrogate',
    breaks: { 'create-case.lone-surrogate': { code: 'wrong-status', row: 'before another escape' } },
    parts: repairing(/\\ud83e(?=\\u00)/g),
  },
  {
    name: 'overlooks a lone surrogate at the end of a text',
    breaks: { 'create-case.lone-surrogate': { code: 'wrong-status', row: 'at the end' } },
    parts: repairing(/\\ud83e(?=")/g),
  },
  {
    name: 'takes a backslash before u for an escape',
    breaks: { 'create-case.returns-reference': { code: 'not-accepted', row: 'a backslash before u' } },
    parts: ({ parseJson }) => ({
      parseJson(text) {
        if (/\\\\ud83ew/.test(text)) throw malformed('A lone surrogate.');
        return parseJson(text);
      },
    }),
  },
  {
    name: 'counts JSON to the end of its object',
    breaks: { 'limits.json-refused': 'wrong-status', 'limits.json-refused-unannounced': 'wrong-status' },
    parts: endingWith('JSON', (bytes, limit, what) => {
      const end = bytes.toString('latin1').trimEnd().length;
      if (end > limit) throw tooLarge(limit, what);
      return bytes.subarray(0, end);
    }),
  },
  {
    name: 'tells parts with a file name from those without',
    breaks: { 'upload-artifact.repeated-part': 'wrong-status' },
    parts: (original) => ({
      async readUpload(request, parts) {
        const seen = new Set<string>();
        const once = readingParts((part) => {
          const name = part.name.toString();
          const isFile = part.filename !== undefined;
          if (seen.has(name) && isFile !== (name === 'file')) return null;
          seen.add(name);
          return part;
        });
        return original.readUpload(request, { ...parts, ...once({ ...original, ...parts }) });
      },
    }),
  },
  {
    name: 'needs a line end behind the last boundary',
    breaks: {
      'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'no line end behind the last boundary' },
    },
    parts: endingWith('uploads', (bytes) => {
      if (bytes.subarray(-2).toString() !== '\r\n') throw malformed('The body ends early.');
      return bytes;
    }),
  },
  {
    name: 'drops a byte-order mark before a kind',
    breaks: { 'upload-artifact.unknown-kind': { code: 'wrong-status', status: 201 } },
    parts: ({ decodeUtf8 }) => ({ decodeUtf8: (bytes) => decodeUtf8(bytes).replace(/^\ufeff/, '') }),
  },
  {
    name: 'reads the first of several content encodings',
    breaks: { 'http.content-encoding-415': { code: 'wrong-status', status: 201 } },
    parts: ({ checkMediaType }) => ({
      checkMediaType(request, expected) {
        if (request.headersDistinct['content-encoding']?.[0] === 'identity') delete request.headers['content-encoding'];
        checkMediaType(request, expected);
      },
    }),
  },
  {
    name: 'keeps idempotency keys by the whole address',
    breaks: { 'idempotency.create-replays': 'different-replay' },
    parts: keyedToo(({ url }) => url?.split('?')[1]),
  },
  {
    name: 'keeps idempotency keys by the media type as it is written',
    breaks: { 'idempotency.equal-json': { code: 'different-replay', row: 'another media type' } },
    parts: keyedToo(({ headers }) => /charset/.exec(headers['content-type'] ?? '')?.[0]),
  },
  {
    name: 'fails at an id that is no UTF-8',
    breaks: { 'http.left-open-answers': { code: 'wrong-status', row: 'an id that is no UTF-8' } },
    parts: ({ authenticate }) => ({
      authenticate(request) {
        if (/%ff/i.test(request.url ?? '')) throw new Error('invalid byte sequence for encoding "UTF8"');
        return authenticate(request);
      },
    }),
  },
  {
    name: 'fails at reads of cases that were denied',
    breaks: { 'get-case.reads-case': { code: 'not-accepted', status: 500 } },
    parts: ({ store }) => ({
      store: {
        ...store,
        async findCase(caller, id) {
          const found = await store.findCase(caller, id);
          if (found?.status === 'DENIED') throw new Error('no such column: DENIED');
          return found;
        },
      },
    }),
  },
  {
    name: 'finds keys among what every object has',
    breaks: { 'authentication.unknown-key-401': { code: 'wrong-status', status: 404 } },
    parts: ({ authenticate }) => ({
      authenticate: (request) =>
        /^Bearer (constructor|__proto__)$/.test(request.headers.authorization ?? '')
          ? { tenant: 'nobody', mode: 'live' }
          : authenticate(request),
    }),
  },
  {
    name: 'takes a list of kinds for a kind',
    breaks: { 'upload-artifact.unknown-part': { code: 'wrong-status', row: 'a kind with a name in a list' } },
    parts: readingParts((part) => (part.name.toString() === 'kind[]' ? { ...part, name: Buffer.from('kind') } : part)),
  },
  {
    name: 'loses parts with the name of what every object is made from',
    breaks: {
      'upload-artifact.unknown-part': {
        code: 'wrong-status',
        row: 'the name of what every object of JavaScript is made from',
      },
    },
    parts: readingParts((part) => (part.name.toString() === '__proto__' ? null : part)),
  },
  {
    name: 'judges the declared type of images, PDF and text only',
    breaks: { 'upload-artifact.part-type-disagrees': { code: 'wrong-status', row: 'a JPEG as application/zip' } },
    parts: ({ typeAgrees }) => ({
      typeAgrees: (declared, recognised) =>
        typeAgrees(declared, recognised) || /^application\/(?!pdf)/.test(declared ?? ''),
    }),
  },
  {
    name: 'takes any letter behind a backslash',
    breaks: { 'create-case.malformed-json': { code: 'wrong-status', row: 'an escape that JSON does not know' } },
    parts: rewriting(/\\q/, 'q'),
  },
  {
    name: 'trims more than white space from JSON',
    breaks: { 'create-case.malformed-json': { code: 'wrong-status', row: 'a form feed before it' } },
    parts: ({ parseJson }) => ({ parseJson: (text) => parseJson(text.trim()) }),
  },
  {
    name: 'ends JSON at a NUL',
    breaks: { 'create-case.malformed-json': { code: 'wrong-status', row: 'a NUL behind it' } },
    parts: rewriting(/\0.*$/, ''),
  },
  {
    name: 'reads NaN',
    breaks: { 'create-case.malformed-json': { code: 'wrong-status', row: 'a word for no number' } },
    parts: rewriting(/:NaN/, ':null'),
  },
  {
    name: 'reads numbers that begin with zero',
    breaks: { 'create-case.malformed-json': { code: 'wrong-status', row: 'a number that begins with zero' } },
    parts: rewriting(/":0(?=\d)/, '":'),
  },
  {
    name: 'makes a text of a fraction',
    breaks: {
      'create-case.reference-is-string': { code: 'accepted', row: 'reference: a fraction' },
      'create-case.invalid-reference': { code: 'wrong-status', row: 'reference: a fraction' },
    },
    parts: parsingMembers(({ reference, ...rest }) => ({ ...rest, reference: reference === 1.5 ? '1.5' : reference })),
  },
  {
    name: 'finds a type by its place as text',
    breaks: {
      'create-case.type-known': { code: 'accepted', row: 'type: a place as text' },
      'create-case.invalid-type': { code: 'wrong-status', row: 'type: a place as text' },
    },
    parts: parsingMembers((body) => (body['type'] === '0' ? { ...body, type: 'PF' } : body)),
  },
  {
    name: 'fails at a number that is too long',
    breaks: { 'create-case.invalid-reference': { code: 'wrong-status', row: 'a number of 5000 digits' } },
    parts: failingAt(/\d{4300}/),
  },
  {
    name: 'fails at a lone surrogate in a type',
    breaks: { 'create-case.lone-surrogate': { code: 'wrong-status', row: 'in a type' } },
    parts: failingAt(/"type":"\\ud83e/),
  },
  {
    name: 'leaves the sign away that chooses the form of another',
    breaks: {
      'create-case.returns-reference': { code: 'wrong-reference', row: 'a sign that chooses the form of another' },
    },
    parts: rewriting(/\ufe0f/g, ''),
  },
  {
    name: 'routes by what stands before an ending',
    breaks: { 'http.unknown-path-404': { code: 'wrong-status', status: 405 } },
    parts: ({ fallback }) => ({ fallback: (method, path) => fallback(method, path.replace(/\.json$/, '')) }),
  },
  {
    name: 'takes the end of a connection for the end of an upload',
    breaks: { 'upload-artifact.refused-stores-nothing': 'wrong-artifacts' },
    parts: ({ piecesOf }) => ({
      async *piecesOf(request, limit, what) {
        const boundary = /boundary="?([^";]+)/.exec(request.headers['content-type'] ?? '')?.[1];
        try {
          yield* piecesOf(request, limit, what);
        } catch (error) {
          if (boundary === undefined || !request.destroyed || 'idempotency-key' in request.headers) throw error;
          yield Buffer.from(`\r\n--${boundary}--\r\n`);
        }
      },
    }),
  },
];
