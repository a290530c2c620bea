import type { Defect, FaultTable } from '../support/fault.ts';
import { Rejected, problem, malformed } from '../../../reference-impl/domain/rejections.ts';
import { queryOf, rejectingMultipart, endingWith } from '../support/requests.ts';
import { ofSecondTenant, towards } from '../support/callers.ts';
import { arranging, nameOf, readingParts, changingMultipart, rejectingInvalid, rejectingIn } from '../support/parts.ts';
import { bytesOf } from '../../../reference-impl/http/bytes.ts';
import { isUtf8 } from 'node:buffer';

const rejectingBoundaries =
  (unwanted: RegExp): Defect =>
  ({ boundaryOf }) => ({
    boundaryOf(request) {
      if (unwanted.test(request.headers['content-type']!))
        throw new Rejected(problem(400, 'malformed-request', 'There is no boundary.'));
      return boundaryOf(request);
    },
  });

const kindFromQuery: Defect = ({ readUpload }) => ({
  readUpload(request, parts) {
    const kind = queryOf(request).get('kind');
    const adding = arranging((all) =>
      kind === null || all.some((part) => nameOf(part) === 'kind')
        ? all
        : [...all, { ...all[0]!, name: Buffer.from('kind'), bytes: Buffer.from(kind) }],
    );
    return readUpload(request, { ...parts, ...adding(parts) });
  },
});

/** Searches for a boundary in each chunk separately. */
const boundaryByPiece: Defect = ({ readParts }) => ({
  async *readParts(body, boundary, longest) {
    const pieces: Buffer[] = [];
    for await (const piece of body) pieces.push(piece);
    const whole = Buffer.concat(pieces);
    const found = (bytes: Buffer) => bytes.toString('latin1').split(`--${boundary}`).length - 1;
    const small = whole.length < 16_384;
    if (small && pieces.reduce((sum, piece) => sum + found(piece), 0) < found(whole))
      throw new Rejected(problem(400, 'malformed-request', 'The body ends before its last boundary.'));
    const again = (async function* () {
      yield whole;
    })();
    yield* readParts(again, boundary, longest);
  },
});

const withoutParts = (...names: string[]) => readingParts((part) => (names.includes(nameOf(part)) ? null : part));

/** Uploads of another media type that are accepted. */
const readingAs =
  (type: string, fileIn: (body: Buffer) => Buffer | undefined): Defect =>
  ({ readUpload }) => ({
    async readUpload(request, parts) {
      if (request.headers['content-type'] !== type) return readUpload(request, parts);
      const bytes = fileIn(await bytesOf(request as AsyncIterable<Buffer>));
      if (!bytes) return readUpload(request, parts);
      const content = (async function* () {
        yield bytes;
      })();
      return {
        kind: 'ID_FRONT',
        file: await parts.receiveFile({ name: Buffer.from('file'), type: undefined, content }, parts),
      };
    },
  });

const unknownParts = ['note', 'selfie', 'KIND', 'file[]'];

const faults: FaultTable = {
  'upload-artifact.wrong-parts': {
    'drops the part that a framework reads': readingParts((part) => (nameOf(part) === '_method' ? null : part)),
    'ignores unknown parts that are empty': arranging((parts) =>
      parts.filter((part) => part.bytes.length > 0 || ['file', 'kind'].includes(nameOf(part))),
    ),
    'ignores parts with an empty name': arranging((parts) => parts.filter((part) => nameOf(part) !== '')),
    'accepts a list of kinds': readingParts((part) =>
      part.name.toString() === 'kind[]' ? { ...part, name: Buffer.from('kind') } : part,
    ),
    'ignores parts with the name __proto__': readingParts((part) =>
      part.name.toString() === '__proto__' ? null : part,
    ),
    'ignores unknown parts': withoutParts(...unknownParts),
    'ignores unknown parts of the second tenant': towards(ofSecondTenant, withoutParts(...unknownParts)),
    'ignores unknown parts without a file name': withoutParts('note'),
    'ignores unknown parts with a file name': withoutParts('selfie'),
    'ignores text before both parts': arranging((parts) =>
      parts.length === 3 && nameOf(parts[0]!) === 'note' ? parts.slice(1) : parts,
    ),
    'accepts the names of parts in any letter case': readingParts((part) => ({
      ...part,
      name: Buffer.from(nameOf(part).toLowerCase()),
    })),
    'accepts a list of files': readingParts((part) => ({ ...part, name: Buffer.from(nameOf(part).replace('[]', '')) })),
    'stops reading when it has both parts': arranging((parts) =>
      new Set(parts.slice(0, 2).map(nameOf)).size === 2 ? parts.slice(0, 2) : parts,
    ),
    'finds a part among inherited property names': arranging((parts) => parts.filter((part) => !(nameOf(part) in {}))),
    'reads a missing kind from the query': kindFromQuery,
    'responds with 400 to a missing part': rejectingInvalid(
      ({ params }) =>
        ['file', 'kind'].includes(String(params['missingProperty'])) && params['missingProperty'] !== undefined,
      { status: 400 },
    ),
    'accepts the same part name with and without a file name': (original) => ({
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
    'uses the last of repeated parts': arranging((parts) => [
      ...new Map(parts.map((part) => [nameOf(part), part])).values(),
    ]),
    'uses the first of repeated kinds': arranging((parts) =>
      parts.filter(
        (part, at) => nameOf(part) !== 'kind' || parts.findIndex((other) => nameOf(other) === 'kind') === at,
      ),
    ),
    'uses the last of repeated files': arranging((parts) =>
      parts.filter(
        (part, at) => nameOf(part) !== 'file' || parts.findLastIndex((other) => nameOf(other) === 'file') === at,
      ),
    ),
    'accepts a repeated part with the same content': arranging((parts) =>
      parts.filter(
        (part, at) =>
          parts.findIndex((other) => nameOf(other) === nameOf(part) && other.bytes.equals(part.bytes)) === at,
      ),
    ),
    'treats an empty kind as missing': arranging((parts) =>
      parts.filter((part) => nameOf(part) !== 'kind' || part.bytes.length > 0),
    ),
    'ignores an empty file after another file': arranging((parts) =>
      parts.filter((part, at) => nameOf(part) !== 'file' || at < 2 || part.bytes.length > 0),
    ),
    'responds with 400 to a repeated part': rejectingIn(
      'readUpload',
      { status: 400 },
      ({ errors }) => errors?.[0]?.detail === 'is repeated',
    ),
  },
  'upload-artifact.multipart-required': {
    'accepts an upload in JSON': readingAs('application/json', (body) => {
      const file = /"file":"([^"]+)"/.exec(body.toString())?.[1];
      return file === undefined ? undefined : Buffer.from(file, 'base64');
    }),
    'accepts a picture without a form': readingAs('image/jpeg', (body) => body),
  },
  'upload-artifact.written-by-any-client': {
    'requires the kind before the file': arranging((parts) => {
      const at = parts.findIndex((part) => nameOf(part) === 'kind');
      return at > 0 ? parts.filter((part) => nameOf(part) !== 'kind') : parts;
    }),
    'rejects a boundary in quotes': rejectingBoundaries(/boundary="/),
    'accepts only letters, digits and hyphens in a boundary': rejectingBoundaries(/boundary="[^"]*[^\w"-]/),
    'ignores the letter case of a boundary': ({ boundaryOf }) => ({
      boundaryOf: (request) => boundaryOf(request).toLowerCase(),
    }),
    'reads the last boundary in the media type': ({ boundaryOf }) => ({
      boundaryOf: (request) =>
        /note="boundary=(.+)"/.exec(request.headers['content-type']!)?.[1] ?? boundaryOf(request),
    }),
    'reads the boundary only from the first parameter': rejectingBoundaries(/; .*; boundary=/),
    'accepts the headers of parts only in one letter case': rejectingMultipart(/\r\ncontent-disposition:/),
    'accepts the headers of parts only in two letter cases': rejectingMultipart(/\r\nCONTENT-DISPOSITION:/),
    'accepts only part names in quotes': rejectingMultipart(/form-data; name=\w/),
    'requires a space after a semicolon': rejectingMultipart(/form-data;name/),
    'requires a boundary at the first byte': rejectingMultipart(/^\r\n--/),
    'rejects text before the first boundary': rejectingMultipart(/^[^-\r]/),
    'rejects text after the last boundary': rejectingMultipart(/--\r\nThis was/),
    'treats every part with a type as a file': rejectingMultipart(/name="kind"\r\nContent-Type/),
    'accepts only text types on the kind': rejectingMultipart(/name="kind"\r\nContent-Type: (?!text)/),
    'rejects a part whose filename precedes its name': rejectingMultipart(/form-data; filename=/),
    'treats the first header of a part as its name': rejectingMultipart(/\r\nContent-Type: .*\r\nContent-Disposition/),
    'searches for a boundary in each chunk separately': boundaryByPiece,
    'requires a line end after the last boundary': endingWith('uploads', (bytes) => {
      if (bytes.subarray(-2).toString() !== '\r\n') throw malformed('The body ends early.');
      return bytes;
    }),
  },
  'upload-artifact.describes-file': {
    'loses a byte of a file that precedes the kind': arranging((parts) =>
      parts.map((part, at) =>
        at === 0 && nameOf(part) === 'file' ? { ...part, bytes: part.bytes.subarray(0, -1) } : part,
      ),
    ),
    'reads a part by its Content-Length': changingMultipart((body) =>
      body.includes('\r\nContent-Length: 3\r\n')
        ? Buffer.from(body.toString('latin1').replace('JFIF', ''), 'latin1')
        : body,
    ),
    'adds a byte to a file whose part has Content-Type before Content-Disposition': changingMultipart((body) => {
      if (!/Content-Type: .*\r\nContent-Disposition/.test(body.toString('latin1'))) return body;
      const end = body.lastIndexOf('\r\n--');
      return Buffer.concat([body.subarray(0, end), Buffer.from('x'), body.subarray(end)]);
    }),
  },
  'create-case.invalid-body': {
    'responds with 400 to an unknown part': rejectingInvalid(
      ({ params }) => unknownParts.includes(String(params['additionalProperty'])),
      {
        status: 400,
      },
    ),
  },
  'upload-artifact.truncated-multipart': {
    'treats the end of a body as its last boundary': changingMultipart((body, boundary) =>
      Buffer.concat([body, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    ),
    'accepts a body without its last boundary that ends after a part': changingMultipart((body, boundary) =>
      Buffer.concat([body, Buffer.from(`--${boundary}--\r\n`)]),
    ),
    'treats every boundary at the end as the last': changingMultipart((body, boundary) =>
      body.subarray(-4 - boundary.length).toString('latin1') === `--${boundary}\r\n`
        ? Buffer.concat([body.subarray(0, -2), Buffer.from('--\r\n')])
        : body,
    ),
    'treats a boundary followed by one hyphen as the last': changingMultipart((body, boundary) =>
      body.toString('latin1').endsWith(`--${boundary}-`) ? Buffer.concat([body, Buffer.from('-\r\n')]) : body,
    ),
    'responds with 422 to a body without its last boundary': rejectingIn(
      'readUpload',
      { status: 422, problem: 'invalid-request', errors: [{ pointer: '#', detail: 'ends early' }] },
      ({ detail }) => /last boundary/.test(detail),
    ),
  },
  'http.left-open-responses': {
    'fails at a body without its last boundary': rejectingIn(
      'readUpload',
      { status: 500, problem: 'internal-error' },
      ({ detail }) => /last boundary/.test(detail),
    ),
  },
  'upload-artifact.invalid-utf8-kind': {
    'removes bytes that are not UTF-8 from a kind': ({ decodeUtf8 }) => ({
      decodeUtf8: (bytes) =>
        decodeUtf8(bytes.length < 20 && !isUtf8(bytes) ? bytes.filter((byte) => byte < 0x80) : bytes),
    }),
    'fails at a kind that is not UTF-8': ({ decodeUtf8 }) => ({
      decodeUtf8: (bytes) =>
        bytes.length < 20
          ? new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
          : decodeUtf8(bytes),
    }),
  },
};

export default faults;
