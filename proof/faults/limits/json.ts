import type { Defect, FaultTable } from '../support/fault.ts';
import type { IncomingMessage } from 'node:http';
import { tooLarge } from '../../../reference-impl/http/bytes.ts';
import { limiting, far, unlimiting, demandingLength, another413 } from '../support/limits.ts';
import { Rejected, problem } from '../../../reference-impl/domain/rejections.ts';
import { rejectingIn } from '../support/parts.ts';
import { endingWith } from '../support/requests.ts';

/** Has another limit for some JSON bodies. */
const limitingJson =
  (limitOf: (request: IncomingMessage, body: Buffer) => number): Defect =>
  ({ piecesOf, limits }) => ({
    async *piecesOf(request, limit, what) {
      if (limit !== limits.jsonBytes) return yield* piecesOf(request, limit, what);
      const pieces: Buffer[] = [];
      for await (const piece of piecesOf(request, 1024 * 1024, what)) pieces.push(piece);
      const whole = Buffer.concat(pieces);
      if (whole.length > limitOf(request, whole)) throw tooLarge(limit, what);
      yield whole;
    },
  });

/** Waits so many milliseconds for the last byte of a body. */
const waiting =
  (milliseconds: number, ofWhat: string): Defect =>
  ({ piecesOf }) => ({
    async *piecesOf(request, limit, what) {
      const begun = performance.now();
      for await (const piece of piecesOf(request, limit, what)) {
        if (what === ofWhat && performance.now() - begun > milliseconds)
          throw new Rejected(problem(400, 'malformed-request', 'The request took too long to arrive.'));
        yield piece;
      }
    },
  });

const faults: FaultTable = {
  'limits.slow-body-accepted': {
    'waits two seconds for a JSON body': waiting(2000, 'The JSON body'),
    'waits two seconds for a form': waiting(2000, 'The body'),
  },
  'limits.json-accepted': {
    'accepts only 65,535 bytes of JSON': limiting({ jsonBytes: 65_535 }),
    'accepts only 10,000 bytes of JSON': limiting({ jsonBytes: 10_000 }),
    'accepts less JSON without Content-Length': limitingJson(({ headers }) =>
      headers['content-length'] === undefined ? 16_384 : 65_536,
    ),
  },
  'http.left-open-responses': {
    'responds with 411 to JSON without Content-Length': demandingLength('application/json'),
  },
  'limits.json-rejected': {
    'accepts 65,537 bytes of JSON': limiting({ jsonBytes: 65_537 }),
    'accepts JSON of 128 KiB': limiting({ jsonBytes: 131_072 }),
    'accepts JSON of any size': limiting({ jsonBytes: far }),
    'counts JSON in characters': ({ readJson, decodeUtf8, limits: { jsonBytes } }) => ({
      readJson: (request, parts) =>
        readJson(request, { ...parts, limits: { ...parts.limits, jsonBytes: 4 * jsonBytes } }),
      decodeUtf8(bytes) {
        const text = decodeUtf8(bytes);
        if (text.length > jsonBytes)
          throw new Rejected(problem(413, 'content-too-large', 'The JSON body is too long.'));
        return text;
      },
    }),
    'limits only the JSON of persons': limitingJson((_, body) => (body.includes('"PM"') ? Infinity : 65_536)),
    'limits only JSON without Content-Length': unlimiting('JSON', true),
    'responds with 400 to JSON that is too long': rejectingIn(
      'readJson',
      { status: 400 },
      ({ status }) => status === 413,
    ),
    'cuts JSON that is too long': ({ piecesOf, limits: { jsonBytes } }) => ({
      async *piecesOf(request, limit, what) {
        let size = 0;
        for await (const piece of piecesOf(request, limit === jsonBytes ? far : limit, what)) {
          yield limit === jsonBytes ? piece.subarray(0, Math.max(0, limit - size)) : piece;
          size += piece.length;
        }
      },
    }),
    'sends an undefined problem type for JSON that is too long': rejectingIn(
      'readJson',
      another413,
      ({ status }) => status === 413,
    ),
    'does not count white space after the JSON object': endingWith('JSON', (bytes, limit, what) => {
      const end = bytes.toString('latin1').trimEnd().length;
      if (end > limit) throw tooLarge(limit, what);
      return bytes.subarray(0, end);
    }),
    'limits JSON only by its Content-Length': unlimiting('JSON', false),
  },
};

export default faults;
