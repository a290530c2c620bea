import { createHash } from 'node:crypto';
import { file } from './requests.ts';
import { sendsStatus, writes } from './support/changes.ts';
import { accepts, faultsOf, type InputFault, type InputFaults, rejects } from './support/fault.ts';
import {
  agreeing,
  declared,
  fileName,
  labelOf,
  recognised,
  recording,
  startsWith,
  taking,
  takingFilesThatBegin,
  typeOfName,
} from './support/forms.ts';
import type { Part, Properties } from './support/input.ts';

const unsupported = { as: '415 unsupported-file-type' };

/** Files with this that are rejected. */
const rejecting = (is: (content: string, file: Part) => boolean) => ({
  rejects: file((sent) => is(sent.content, sent)),
  ...unsupported,
});

const rejectingNames = (is: RegExp) => ({ rejects: fileName((name) => is.test(name)), ...unsupported });

const digestOf = (content: string | Buffer, algorithm = 'sha256') =>
  createHash(algorithm)
    .update(typeof content === 'string' ? Buffer.from(content, 'latin1') : content)
    .digest('hex');

/** The record loses something at the end of a file. */
const losing = (end: RegExp) =>
  recording(({ size }, { content }) => (end.test(content) ? { size: Number(size) - 1 } : {}));

const inBase64 = ({ content }: Part) => Buffer.from(content, 'latin1').toString('base64');
const inHexadecimal = ({ content }: Part) => Buffer.from(content, 'latin1').toString('hex');

/** Artifacts with their digest in another form, in uploads and in reads. */
const shownDigest = (change: (digest: string) => string): InputFault => ({
  changes({ status, body }, { operation }) {
    if (status >= 300 || !body || operation === 'create') return undefined;
    const changed = (artifact: Properties) => ({ ...artifact, sha256: change(String(artifact['sha256'])) });
    if (operation === 'upload') return { body: changed(body) };
    return { body: { ...body, artifacts: (body['artifacts'] as Properties[]).map(changed) } };
  },
});

const names: InputFaults = {
  ...faultsOf(rejectingNames, {
    'rejects files with the file name of a program': /\.exe$/,
    'rejects file names with a path': /\.\.[/\\]/,
    'rejects file names with characters that Windows forbids': /[<>:|?*]/,
    'rejects file names with characters outside the Basic Multilingual Plane': /[\u{10000}-\u{10ffff}]/u,
    'rejects file names with characters of a shell': /[$`&]/,
    'rejects file names of more than 255 characters': /.{256}/,
    'rejects file names without a letter or digit of ASCII': /^[^a-z0-9.]+$/i,
    'rejects non-ASCII file names': /[^\0-\x7f]/,
    'rejects file names that contain SQL': /DROP TABLE/,
    'requires a file extension': /^[^.]+$/,
  }),
  'rejects file names of more than 300 bytes': {
    rejects: fileName((name) => Buffer.byteLength(name) > 300),
    ...unsupported,
  },
  'rejects a file name that does not match the content': rejecting(
    (content, sent) => typeOfName(sent) === 'application/pdf' && content.startsWith('\xff\xd8'),
  ),
  'responds to an upload with the file name': recording((_, { filename }) => ({ file_name: filename })),
  'reveals the file name in a rejection': writes(
    (problem, { file: sent }) => sent && { ...problem, detail: `The upload of ${sent.filename} is not valid.` },
  ),
};

const types: InputFaults = {
  ...faultsOf(recording, {
    'derives the type of a file from its name': (_, sent) => ({
      content_type: typeOfName(sent) ?? 'image/jpeg',
    }),
    'records every file as a JPEG': () => ({ content_type: 'image/jpeg' }),
    'records the declared type of a file': (_, sent) => ({
      content_type: declared(sent) ?? 'application/octet-stream',
    }),
    'records the declared type of a file if it has one': ({ content_type }, sent) => ({
      content_type: declared(sent) ?? content_type,
    }),
    'takes the type from the name if none is declared': (_, { type, filename }) =>
      type === undefined && filename?.endsWith('.pdf') ? { content_type: 'application/pdf' } : {},
    'records a declared type in upper case unchanged': (_, { type }) =>
      type === 'IMAGE/JPEG' ? { content_type: type } : {},
    'omits content_type in the response to the upload of a PDF': ({ content_type }) =>
      content_type === 'application/pdf' ? { content_type: null } : {},
  }),
  ...faultsOf(rejecting, {
    'rejects PDFs': (content) => content.startsWith('%PDF-'),
    'rejects PNGs': (content) => content.startsWith('\x89PNG'),
    'requires the trailer of a PDF in its last 1,024 bytes': (content) =>
      content.startsWith('%PDF-') && !content.slice(-1024).includes('%%EOF'),
    // As libraries do that know more of a format than its signature.
    'takes an animated PNG for another type': (content) => content.startsWith('\x89PNG') && content.includes('acTL'),
    'takes a JPEG with a second picture for another type': (content) => content.includes('MPF\0'),
    'rejects PNGs of 16 bits': (content) => content.startsWith('\x89PNG') && content[24] === '\x10',
    'rejects PNGs with a palette': (content) => content.startsWith('\x89PNG') && content.includes('PLTE'),
    'rejects interlaced PNGs': (content) => content.startsWith('\x89PNG') && content[28] === '\x01',
    'rejects JPEGs of four colours': (content) => content.startsWith('\xff\xd8\xff\xee'),
    'rejects JPEGs without an application segment': (content) => content.startsWith('\xff\xd8\xff\xdb'),
    'rejects PDFs with object streams': (content) => content.includes('/ObjStm'),
    'rejects encrypted PDFs': (content) => content.includes('/Encrypt'),
    'accepts only JPEGs with the usual first segment': (content) => /^\xff\xd8\xff[^\xe0-\xef\xdb]/.test(content),
    'requires the end marker of a JPEG at the end of the file': (content) =>
      content.startsWith('\xff\xd8') && !content.endsWith('\xff\xd9'),
    'requires the last chunk of a PNG at the end of the file': (content) =>
      content.startsWith('\x89PNG') && !content.slice(-8).includes('IEND'),
    'rejects bytes after the end of a PNG': (content) =>
      content.startsWith('\x89PNG') && content.includes('IEND') && !content.slice(-8).includes('IEND'),
    'accepts only PDF version 1': (content) => /^%PDF-(?!1\.)/.test(content),
    'rejects files that contain a script': (content) => content.startsWith('%PDF-') && content.includes('<script'),
    'rejects pictures that contain a PDF': (content) => content.startsWith('\xff\xd8\xff') && content.includes('%PDF-'),
    'requires a Content-Type in the part of a PDF': (content, { type }) =>
      type === undefined && content.startsWith('%PDF-'),
    'rejects application/octet-stream': (_, sent) => declared(sent) === 'application/octet-stream',
    'compares the declared type of a file case-sensitively': (_, { type }) => type === 'IMAGE/JPEG',
    'compares the declared type of a file with its parameters': (_, { type = '' }) => type.startsWith('image/jpeg;'),
  }),
  ...faultsOf(agreeing, {
    'accepts image/pjpeg for a JPEG': (said, type) => said === 'image/pjpeg' && type === 'image/jpeg',
    'accepts binary/octet-stream for any file': (said) => said === 'binary/octet-stream',
    'accepts every web picture that is declared as another picture type': (said) => said === 'image/webp',
    'checks the declared type only of images, PDF and text': (said) => /^application\/(?!pdf)/.test(said),
    'ignores the declared type of a file': () => true,
    'accepts any picture that is declared as another picture type': (said, type) =>
      type.startsWith('image/') && /^image\/(jpeg|png)$/.test(said),
    'ignores a declared type that is not an evidence type': (said) =>
      !/^(image\/(jpeg|png)|application\/pdf)$/.test(said),
  }),
  'responds with 422 to a declared type that does not match': sendsStatus(
    422,
    '415 unsupported-file-type',
    file((sent) => recognised(sent) !== undefined),
  ),
  'requires a Content-Type in the file part': { rejects: file(({ type }) => type === undefined) },
  ...faultsOf(rejects('415 unsupported-file-type'), {
    'rejects a large file without a type': file(({ type }, { size }) => type === undefined && size > 1_000_000),
    'rejects application/octet-stream for a large file': file(
      (sent, { size }) => declared(sent) === 'application/octet-stream' && size > 1_000_000,
    ),
  }),
  ...faultsOf(rejects('500'), {
    'fails at a large file whose declared type does not match': file(
      (sent, { size }) => size > 1_000_000 && declared(sent) === 'image/jpeg' && recognised(sent) === 'image/png',
    ),
    'fails at a large file of an unknown type': file(
      (sent, { size }) => size > 1_000_000 && recognised(sent) === undefined,
    ),
  }),
};

const unknown: InputFaults = {
  ...faultsOf(taking, {
    'trusts the declared type of a file': labelOf,
    'trusts the name of a file that it does not recognise': (sent) => (recognised(sent) ? undefined : typeOfName(sent)),
    'searches for the signature of a PDF in 1024 bytes': ({ content }) =>
      content.slice(0, 1024).includes('%PDF-') && !startsWith(content, '\xff\xd8', '\x89PNG')
        ? 'application/pdf'
        : undefined,
    'skips a byte-order mark before a PDF': ({ content }) =>
      content.startsWith('\xef\xbb\xbf%PDF-') ? 'application/pdf' : undefined,
    'skips white space before a PDF': ({ content }) =>
      /^\s+%PDF-/.test(content.slice(0, 99)) ? 'application/pdf' : undefined,
    'searches for the signature of a JPEG anywhere': ({ content }) =>
      content.includes('\xff\xd8\xff') ? 'image/jpeg' : undefined,
    'searches for the letters PNG in the first bytes': ({ content }) =>
      /^ .{0,4}PNG/s.test(content) ? 'image/png' : undefined,
  }),
  ...faultsOf(takingFilesThatBegin, {
    'accepts GIF': 'GIF8',
    'accepts ZIP': 'PK',
    'accepts a PDF signature in lower case': '%pdf-',
    'accepts plain text': 'This',
    'accepts WebP': 'RIFF',
    'accepts TIFF': 'II*',
    'accepts HTML': '<!doct',
    'accepts SVG': '<svg',
    'accepts Windows executables': 'MZ',
    'accepts a file that begins with only two bytes of the JPEG signature': '\xff\xd8',
    'accepts a file that begins with only four bytes of the PNG signature': '\x89PNG',
    'accepts a PDF signature without its hyphen': '%PDF1',
    'accepts a JPEG signature with another third byte': '\xff\xd8\0',
    'accepts HEIC': '\0\0\0\x18ftyp',
    'accepts AVIF': '\0\0\0\x1cftyp',
    'accepts JPEG XL': '\xff\x0a',
    'accepts JPEG XL in a container': '\0\0\0\x0cJXL',
    'accepts JPEG 2000': '\0\0\0\x0cjP',
  }),
  'responds with 422 to a file of an unknown type': sendsStatus(422, '415 unsupported-file-type', () => true),
  'accepts an empty file': accepts(file(({ content }) => content === '')),
  'accepts an empty file with a declared type': accepts(
    file((sent) => sent.content === '' && labelOf(sent) !== undefined),
  ),
  'responds with 400 to an empty file': rejects('400 invalid-request')(file(({ content }) => content === '')),
};

const records: InputFaults = {
  ...faultsOf(losing, {
    'removes a line end at the end of a file': /\r$/,
    'removes a space at the end of a file': / $/,
    'removes a hyphen at the end of a file': /--$/,
    'removes an empty line at the end of a file': /\r\n\r\n$/,
  }),
  ...faultsOf(recording, {
    'counts the size in characters': (_, { content }) => ({
      size: Buffer.from(content, 'latin1').toString().length,
    }),
    'includes the line end before a boundary in the size': ({ size }) => ({
      size: Math.min(Number(size) + 2, 10_485_760),
    }),
    'counts the size of a file in base64': (_, { size }) => ({
      size: size < 10 ** 6 ? Math.ceil(size / 3) * 4 : size,
    }),
    'counts the size of a PDF with converted line ends': ({ content_type }, { content }) =>
      content_type === 'application/pdf' ? { size: content.replaceAll('\r\n', '\n').length } : {},
    'computes the digest of a PDF as UTF-8': ({ content_type }, { content }) =>
      content_type === 'application/pdf' ? { sha256: digestOf(Buffer.from(content)) } : {},
    'computes the digest of a file with its percent signs decoded': (_, { content }) => ({
      sha256: digestOf(content.replaceAll(/%0D%0A/g, '\r\n')),
    }),
    'shows the size in KiB': (_, { size }) => ({ size: Math.ceil(size / 1024) }),
    'records every kind as ID_FRONT': () => ({ kind: 'ID_FRONT' }),
    'computes the digest of a file in base64': (_, sent) => ({ sha256: digestOf(inBase64(sent)) }),
    'includes the line end after a file in the digest': (_, { content }) => ({
      sha256: digestOf(`${content}\r\n`),
    }),
    'computes the digest with half of SHA-512': (_, { content }) => ({
      sha256: digestOf(content, 'sha512').slice(0, 64),
    }),
    'searches for a boundary anywhere in a line': (_, { content }) => {
      const [before = ''] = content.split('--idv-conformance-boundary', 1);
      return { size: before.length, sha256: digestOf(before) };
    },
    'ignores zeros at the end of a file in the digest': (_, { content }) => {
      const bytes = Buffer.from(content, 'latin1');
      return { sha256: digestOf(bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1)) };
    },
    'returns the content of a file in base64': (_, sent) => ({ content: inBase64(sent).slice(0, 2000) }),
    'returns the content of a file in hexadecimal': (_, sent) => ({
      content: inHexadecimal(sent).slice(0, 2000),
    }),
    'returns the first 20 bytes of a file as a list of numbers': (_, { content }) => ({
      head: { type: 'Buffer', data: [...Buffer.from(content, 'latin1').subarray(0, 20)] },
    }),
    'returns the last 20 bytes of a file in base64': (_, { content }) => ({
      tail: Buffer.from(content, 'latin1').subarray(-20).toString('base64'),
    }),
    'returns the first 16 bytes of a file in hexadecimal': (_, sent) => ({
      content: inHexadecimal(sent).slice(0, 32),
    }),
  }),
  'shows the digest in upper case': shownDigest((digest) => digest.toUpperCase()),
  'shows the digest in base64': shownDigest((digest) => Buffer.from(digest, 'hex').toString('base64')),
  'shows the first bytes of a file of an unknown type in hexadecimal': writes(
    (problem, { file: sent }) =>
      sent && { ...problem, detail: `The file begins with ${inHexadecimal(sent).slice(0, 32)}.` },
    ({ status }) => status === 415,
  ),
};

const faults: InputFaults = {
  ...faultsOf(rejects('415 unsupported-file-type'), {
    'rejects a PNG with a live key': file(
      ({ content }, { sender }) => sender === 'live' && content.startsWith('\x89PNG'),
    ),
    'rejects a PDF of the second tenant': file(
      ({ content }, { sender }) => sender === 'other' && content.startsWith('%PDF-'),
    ),
  }),
  ...names,
  ...types,
  ...unknown,
  ...records,
};

export default faults;
