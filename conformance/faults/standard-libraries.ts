// Mistakes that the standard library of a language leads to.
import type { IncomingMessage } from 'node:http';
import { tooLarge } from '../../reference-impl/bytes.ts';
import { malformed } from '../../reference-impl/problems.ts';
import type { Fault } from './fault.ts';
import { readingParts } from './seams.ts';

type Faulty = Fault['parts'];

/** JSON in which some escapes are repaired before it is judged. */
const repairing =
  (lone: RegExp): Faulty =>
  ({ parseJson }) => ({ parseJson: (text) => parseJson(text.replaceAll(lone, '\\ufffd')) });

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
    breaks: { 'create-case.lone-surrogate': '(in capital digits)' },
    parts: repairing(/\\uD83E(?!\\u)/g),
  },
  {
    name: 'takes any escape for the other half of a surrogate',
    breaks: { 'create-case.lone-surrogate': '(before another escape)' },
    parts: repairing(/\\ud83e(?=\\u00)/g),
  },
  {
    name: 'overlooks a lone surrogate at the end of a text',
    breaks: { 'create-case.lone-surrogate': '(at the end)' },
    parts: repairing(/\\ud83e(?=")/g),
  },
  {
    name: 'takes a backslash before u for an escape',
    breaks: { 'create-case.returns-reference': '(a backslash before u)' },
    parts: ({ parseJson }) => ({
      parseJson(text) {
        if (/\\\\ud83ew/.test(text)) throw malformed('A lone surrogate.');
        return parseJson(text);
      },
    }),
  },
  {
    name: 'counts JSON to the end of its object',
    breaks: { 'limits.json-refused': 'status 413', 'limits.json-refused-unannounced': 'status 413' },
    parts: endingWith('JSON', (bytes, limit, what) => {
      const end = bytes.toString('latin1').trimEnd().length;
      if (end > limit) throw tooLarge(limit, what);
      return bytes.subarray(0, end);
    }),
  },
  {
    name: 'tells parts with a file name from those without',
    breaks: { 'upload-artifact.repeated-part': 'status 422' },
    parts: (sound) => ({
      async readUpload(request, parts) {
        const seen = new Set<string>();
        const once = readingParts((part) => {
          const name = part.name.toString();
          const isFile = part.filename !== undefined;
          if (seen.has(name) && isFile !== (name === 'file')) return null;
          seen.add(name);
          return part;
        });
        return sound.readUpload(request, { ...parts, ...once({ ...sound, ...parts }) });
      },
    }),
  },
  {
    name: 'needs a line end behind the last boundary',
    breaks: { 'upload-artifact.written-by-any-client': '(no line end behind the last boundary)' },
    parts: endingWith('uploads', (bytes) => {
      if (bytes.subarray(-2).toString() !== '\r\n') throw malformed('The body ends early.');
      return bytes;
    }),
  },
  {
    name: 'drops a byte-order mark before a kind',
    breaks: { 'upload-artifact.unknown-kind': 'status 201' },
    parts: ({ decodeUtf8 }) => ({ decodeUtf8: (bytes) => decodeUtf8(bytes).replace(/^\ufeff/, '') }),
  },
  {
    name: 'reads the first of several content encodings',
    breaks: { 'http.content-encoding-415': 'status 201' },
    parts: ({ checkMediaType }) => ({
      checkMediaType(request, expected) {
        if (request.headersDistinct['content-encoding']?.[0] === 'identity') delete request.headers['content-encoding'];
        checkMediaType(request, expected);
      },
    }),
  },
  {
    name: 'keeps idempotency keys by the whole address',
    breaks: { 'idempotency.create-replays': 'the body of the first answer' },
    parts: keyedToo(({ url }) => url?.split('?')[1]),
  },
  {
    name: 'keeps idempotency keys by the media type as it is written',
    breaks: { 'idempotency.equal-json': '(another media type)' },
    parts: keyedToo(({ headers }) => /charset/.exec(headers['content-type'] ?? '')?.[0]),
  },
  {
    name: 'fails at an id that is no UTF-8',
    breaks: { 'http.left-open-answers': '(an id that is no UTF-8)' },
    parts: ({ authenticate }) => ({
      authenticate(request) {
        if (/%ff/i.test(request.url ?? '')) throw new Error('invalid byte sequence for encoding "UTF8"');
        return authenticate(request);
      },
    }),
  },
];
