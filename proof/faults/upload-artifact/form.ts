import { type Defect, type Fault, failing, type FaultTable } from '../support/fault.ts';
import { Rejected, problem, malformed } from '../../../reference-impl/http/problems.ts';
import { queryOf, rejectingMultipart, endingWith } from '../support/requests.ts';
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

const ignoredPart = { 'upload-artifact.unknown-part': { code: 'wrong-status', status: 201 } } satisfies Fault['breaks'];

const repeated = { 'upload-artifact.repeated-part': { code: 'wrong-status', status: 201 } } satisfies Fault['breaks'];

const unknownParts = ['note', 'selfie', 'KIND', 'file[]'];

/** Defects that the checks in `conformance/checks/upload-artifact/form.ts` must find. */
export const uploadArtifactFormFaults: FaultTable = {
  'drops the part that a framework reads': [
    { 'upload-artifact.unknown-part': { code: 'wrong-status', row: 'the part _method', status: 201 } },
    readingParts((part) => (nameOf(part) === '_method' ? null : part)),
  ],
  ...failing(
    { 'upload-artifact.multipart-required': 'accepted' },
    {
      'accepts an upload in JSON': readingAs('application/json', (body) => {
        const file = /"file":"([^"]+)"/.exec(body.toString())?.[1];
        return file === undefined ? undefined : Buffer.from(file, 'base64');
      }),
    },
  ),
  'accepts a picture without a form': [
    {
      'upload-artifact.multipart-required': 'accepted',
      'http.wrong-content-type-415': { code: 'wrong-problem-type', row: 'an upload: image/jpeg' },
    },
    readingAs('image/jpeg', (body) => body),
  ],
  'requires the kind before the file': [
    {
      'upload-artifact.parts-in-either-order': 'not-accepted',
      'idempotency.upload-fingerprint': { code: 'wrong-status', row: 'another order of parts' },
    },
    arranging((parts) => {
      const at = parts.findIndex((part) => nameOf(part) === 'kind');
      return at > 0 ? parts.filter((part) => nameOf(part) !== 'kind') : parts;
    }),
  ],
  'loses a byte of a file that precedes the kind': [
    {
      'upload-artifact.returns-size': 'wrong-size',
      'upload-artifact.returns-digest': 'wrong-digest',
      'upload-artifact.parts-in-either-order': 'wrong-artifact',
      'idempotency.upload-fingerprint': { code: 'wrong-status', row: 'another order of parts' },
      'limits.file-refused-unannounced': { code: 'wrong-status', status: 201 },
      'limits.refused-file-not-stored': 'wrong-artifacts',
    },
    arranging((parts) =>
      parts.map((part, at) =>
        at === 0 && nameOf(part) === 'file' ? { ...part, bytes: part.bytes.subarray(0, -1) } : part,
      ),
    ),
  ],
  'rejects a boundary in quotes': [
    { 'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'a boundary in quotes' } },
    rejectingBoundaries(/boundary="/),
  ],
  ...failing(
    {
      'upload-artifact.written-by-any-client': {
        code: 'not-accepted',
        row: 'a boundary of special characters and of letters in both cases',
      },
    },
    {
      'accepts only letters, digits and hyphens in a boundary': rejectingBoundaries(/boundary="[^"]*[^\w"-]/),
      'ignores the letter case of a boundary': ({ boundaryOf }) => ({
        boundaryOf: (request) => boundaryOf(request).toLowerCase(),
      }),
    },
  ),
  'reads the last boundary in the media type': [
    { 'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'a boundary between other parameters' } },
    ({ boundaryOf }) => ({
      boundaryOf: (request) =>
        /note="boundary=(.+)"/.exec(request.headers['content-type']!)?.[1] ?? boundaryOf(request),
    }),
  ],
  'reads the boundary only from the first parameter': [
    {
      'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'a boundary between other parameters' },
    },
    rejectingBoundaries(/; .*; boundary=/),
  ],
  'accepts the headers of parts only in one letter case': [
    { 'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'headers in lower case' } },
    rejectingMultipart(/\r\ncontent-disposition:/),
  ],
  'accepts the headers of parts only in two letter cases': [
    { 'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'headers in upper case' } },
    rejectingMultipart(/\r\nCONTENT-DISPOSITION:/),
  ],
  'accepts only part names in quotes': [
    { 'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'names without quotes' } },
    rejectingMultipart(/form-data; name=\w/),
  ],
  'requires a space after a semicolon': [
    {
      'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'no spaces after colons and semicolons' },
    },
    rejectingMultipart(/form-data;name/),
  ],
  'reads a part by its Content-Length': [
    {
      'upload-artifact.returns-size': 'wrong-size',
      'upload-artifact.returns-digest': 'wrong-digest',
      'upload-artifact.written-by-any-client': { code: 'wrong-artifact', row: 'further headers' },
    },
    changingMultipart((body) =>
      body.includes('\r\nContent-Length: 3\r\n')
        ? Buffer.from(body.toString('latin1').replace('JFIF', ''), 'latin1')
        : body,
    ),
  ],
  ...failing(
    { 'upload-artifact.written-by-any-client': 'not-accepted' },
    {
      'requires a boundary at the first byte': rejectingMultipart(/^\r\n--/),
      'rejects text before the first boundary': rejectingMultipart(/^[^-\r]/),
      'rejects text after the last boundary': rejectingMultipart(/--\r\nThis was/),
    },
  ),
  'treats every part with a type as a file': [
    {
      'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'a kind with a type' },
      'upload-artifact.unknown-kind': { code: 'wrong-status', row: 'a kind that is JSON', status: 400 },
    },
    rejectingMultipart(/name="kind"\r\nContent-Type/),
  ],
  'accepts only text types on the kind': [
    {
      'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'a kind with the type of JSON' },
      'upload-artifact.unknown-kind': { code: 'wrong-status', row: 'a kind that is JSON', status: 400 },
    },
    rejectingMultipart(/name="kind"\r\nContent-Type: (?!text)/),
  ],
  'rejects a part whose filename precedes its name': [
    {
      'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'the file name before the name' },
    },
    rejectingMultipart(/form-data; filename=/),
  ],
  'treats the first header of a part as its name': [
    { 'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'the type before the name' } },
    rejectingMultipart(/\r\nContent-Type: .*\r\nContent-Disposition/),
  ],
  'adds a byte to a file whose part has Content-Type before Content-Disposition': [
    {
      'upload-artifact.returns-size': 'wrong-size',
      'upload-artifact.returns-digest': 'wrong-digest',
      'upload-artifact.written-by-any-client': 'wrong-artifact',
    },
    changingMultipart((body) => {
      if (!/Content-Type: .*\r\nContent-Disposition/.test(body.toString('latin1'))) return body;
      const end = body.lastIndexOf('\r\n--');
      return Buffer.concat([body.subarray(0, end), Buffer.from('x'), body.subarray(end)]);
    }),
  ],
  'searches for a boundary in each chunk separately': [
    { 'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'a boundary in two chunks' } },
    boundaryByPiece,
  ],
  'requires a line end after the last boundary': [
    {
      'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'no line end after the last boundary' },
    },
    endingWith('uploads', (bytes) => {
      if (bytes.subarray(-2).toString() !== '\r\n') throw malformed('The body ends early.');
      return bytes;
    }),
  ],
  'reads a missing kind from the query': [{ 'upload-artifact.missing-part': 'accepted' }, kindFromQuery],
  'responds with 400 to a missing part': [
    {
      'upload-artifact.missing-part': { code: 'wrong-status', status: 400 },
      'upload-artifact.unknown-part': { code: 'wrong-status', status: 400 },
    },
    rejectingInvalid(
      ({ params }) =>
        ['file', 'kind'].includes(String(params['missingProperty'])) && params['missingProperty'] !== undefined,
      { status: 400 },
    ),
  ],
  'accepts the same part name with and without a file name': [
    { 'upload-artifact.repeated-part': 'wrong-status' },
    (original) => ({
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
  ],
  ...failing(repeated, {
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
  }),
  'responds with 400 to a repeated part': [
    { 'upload-artifact.repeated-part': { code: 'wrong-status', status: 400 } },
    rejectingIn('readUpload', { status: 400 }, ({ errors }) => errors?.[0]?.detail === 'is repeated'),
  ],
  'ignores unknown parts that are empty': [
    { 'upload-artifact.unknown-part': { code: 'wrong-status', row: 'an empty text part' } },
    arranging((parts) => parts.filter((part) => part.bytes.length > 0 || ['file', 'kind'].includes(nameOf(part)))),
  ],
  'ignores parts with an empty name': [
    { 'upload-artifact.unknown-part': { code: 'wrong-status', row: 'a part with an empty name' } },
    arranging((parts) => parts.filter((part) => nameOf(part) !== '')),
  ],
  'accepts a list of kinds': [
    { 'upload-artifact.unknown-part': { code: 'wrong-status', row: 'a kind with a name in a list' } },
    readingParts((part) => (part.name.toString() === 'kind[]' ? { ...part, name: Buffer.from('kind') } : part)),
  ],
  'ignores parts with the name __proto__': [
    {
      'upload-artifact.unknown-part': {
        code: 'wrong-status',
        row: 'the part __proto__',
      },
    },
    readingParts((part) => (part.name.toString() === '__proto__' ? null : part)),
  ],
  ...failing(ignoredPart, {
    'ignores unknown parts': withoutParts(...unknownParts),
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
  }),
  'stops reading when it has both parts': [
    { ...ignoredPart, ...repeated },
    arranging((parts) => (new Set(parts.slice(0, 2).map(nameOf)).size === 2 ? parts.slice(0, 2) : parts)),
  ],
  'finds a part among inherited property names': [
    {
      'upload-artifact.unknown-part': {
        code: 'wrong-status',
        row: 'the part __proto__',
        status: 201,
      },
    },
    arranging((parts) => parts.filter((part) => !(nameOf(part) in {}))),
  ],
  'responds with 400 to an unknown part': [
    {
      'create-case.unknown-member': 'wrong-status',
      'upload-artifact.unknown-part': { code: 'wrong-status', status: 400 },
    },
    rejectingInvalid(({ params }) => unknownParts.includes(String(params['additionalProperty'])), {
      status: 400,
    }),
  ],
  'treats the end of a body as its last boundary': [
    { 'upload-artifact.truncated-multipart': { code: 'wrong-status', status: 201 } },
    changingMultipart((body, boundary) => Buffer.concat([body, Buffer.from(`\r\n--${boundary}--\r\n`)])),
  ],
  'accepts a body without its last boundary that ends after a part': [
    { 'upload-artifact.truncated-multipart': { code: 'wrong-status', row: 'after the file' } },
    changingMultipart((body, boundary) => Buffer.concat([body, Buffer.from(`--${boundary}--\r\n`)])),
  ],
  'treats every boundary at the end as the last': [
    {
      'upload-artifact.truncated-multipart': { code: 'wrong-status', row: 'after a boundary that is not the last' },
    },
    changingMultipart((body, boundary) =>
      body.subarray(-4 - boundary.length).toString('latin1') === `--${boundary}\r\n`
        ? Buffer.concat([body.subarray(0, -2), Buffer.from('--\r\n')])
        : body,
    ),
  ],
  'treats a boundary followed by one hyphen as the last': [
    {
      'upload-artifact.truncated-multipart': {
        code: 'wrong-status',
        row: 'within the hyphens of the last boundary',
        status: 201,
      },
    },
    changingMultipart((body, boundary) =>
      body.toString('latin1').endsWith(`--${boundary}-`) ? Buffer.concat([body, Buffer.from('-\r\n')]) : body,
    ),
  ],
  'responds with 422 to a body without its last boundary': [
    { 'upload-artifact.truncated-multipart': { code: 'wrong-status', status: 422 } },
    rejectingIn(
      'readUpload',
      { status: 422, problem: 'invalid-request', errors: [{ pointer: '#', detail: 'ends early' }] },
      ({ detail }) => /last boundary/.test(detail),
    ),
  ],
  'fails at a body without its last boundary': [
    {
      'http.left-open-answers': 'wrong-status',
      'upload-artifact.truncated-multipart': { code: 'wrong-status', status: 500 },
    },
    rejectingIn('readUpload', { status: 500, problem: 'internal-error' }, ({ detail }) => /last boundary/.test(detail)),
  ],
  'removes bytes that are not UTF-8 from a kind': [
    { 'upload-artifact.invalid-utf8-kind': { code: 'wrong-status', status: 201 } },
    ({ decodeUtf8 }) => ({
      decodeUtf8: (bytes) =>
        decodeUtf8(bytes.length < 20 && !isUtf8(bytes) ? bytes.filter((byte) => byte < 0x80) : bytes),
    }),
  ],
  'fails at a kind that is not UTF-8': [
    { 'upload-artifact.invalid-utf8-kind': { code: 'wrong-status', status: 500 } },
    ({ decodeUtf8 }) => ({
      decodeUtf8: (bytes) =>
        bytes.length < 20
          ? new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
          : decodeUtf8(bytes),
    }),
  ],
};
