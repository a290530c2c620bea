import { createHash } from 'node:crypto';
import type { InputFault, InputFaults } from './input-fault.ts';
import type { Part, Properties } from './support/input.ts';
import { file } from './requests.ts';
import { sendsStatus, writes } from './support/changes.ts';
import {
  agreeing,
  declared,
  fileName,
  form,
  labelOf,
  recognised,
  recording,
  startsWith,
  taking,
  takingFilesThatBegin,
  typeOfName,
} from './support/forms.ts';

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
  'rejects files with the file name of a program': rejectingNames(/\.exe$/),
  'rejects file names with a path': rejectingNames(/\.\.[/\\]/),
  'rejects file names with characters that Windows forbids': rejectingNames(/[<>:|?*]/),
  'rejects file names with characters outside the Basic Multilingual Plane': rejectingNames(/[\u{10000}-\u{10ffff}]/u),
  'rejects file names with characters of a shell': rejectingNames(/[$`&]/),
  'rejects file names of more than 255 characters': rejectingNames(/.{256}/),
  'rejects file names of more than 300 bytes': {
    rejects: fileName((name) => Buffer.byteLength(name) > 300),
    ...unsupported,
  },
  'rejects file names without a letter or digit of ASCII': rejectingNames(/^[^a-z0-9.]+$/i),
  'rejects non-ASCII file names': rejectingNames(/[^\0-\x7f]/),
  'rejects a file name that does not match the content': rejecting(
    (content, sent) => typeOfName(sent) === 'application/pdf' && content.startsWith('\xff\xd8'),
  ),
  'rejects file names that contain SQL': rejectingNames(/DROP TABLE/),
  'requires a file extension': rejectingNames(/^[^.]+$/),
  'responds to an upload with the file name': recording((_, { filename }) => ({ file_name: filename })),
  'reveals the file name in a rejection': writes(
    (problem, { file: sent }) => sent && { ...problem, detail: `The upload of ${sent.filename} is not valid.` },
  ),
};

const types: InputFaults = {
  'derives the type of a file from its name': recording((_, sent) => ({
    content_type: typeOfName(sent) ?? 'image/jpeg',
  })),
  'records every file as a JPEG': recording(() => ({ content_type: 'image/jpeg' })),
  'records the declared type of a file': recording((_, sent) => ({
    content_type: declared(sent) ?? 'application/octet-stream',
  })),
  'records the declared type of a file if it has one': recording(({ content_type }, sent) => ({
    content_type: declared(sent) ?? content_type,
  })),
  'takes the type from the name if none is declared': recording((_, { type, filename }) =>
    type === undefined && filename?.endsWith('.pdf') ? { content_type: 'application/pdf' } : {},
  ),
  'records a declared type in upper case unchanged': recording((_, { type }) =>
    type === 'IMAGE/JPEG' ? { content_type: type } : {},
  ),
  'omits content_type in the response to the upload of a PDF': recording(({ content_type }) =>
    content_type === 'application/pdf' ? { content_type: null } : {},
  ),
  'rejects PDFs': rejecting((content) => content.startsWith('%PDF-')),
  'rejects PNGs': rejecting((content) => content.startsWith('\x89PNG')),
  'accepts a boundary within a line': {
    rejects: form(/[^\n]--idv-conformance-boundary/),
    as: '400 malformed-request',
  },
  'requires the trailer of a PDF': rejecting((content) => content.startsWith('%PDF-') && !content.includes('%%EOF')),
  'requires the end marker of a JPEG': rejecting(
    (content) => content.startsWith('\xff\xd8') && !content.includes('\xff\xd9'),
  ),
  'requires the last chunk of a PNG at the end of the file': rejecting(
    (content) => content.startsWith('\x89PNG') && !content.slice(-8).includes('IEND'),
  ),
  'rejects bytes after the end of a PNG': rejecting(
    (content) => content.startsWith('\x89PNG') && content.includes('IEND') && !content.slice(-8).includes('IEND'),
  ),
  'requires the header chunk of a PNG': rejecting(
    (content) => content.startsWith('\x89PNG') && !content.includes('IHDR'),
  ),
  'accepts only PDF version 1': rejecting((content) => /^%PDF-(?!1\.)/.test(content)),
  'rejects files that contain a script': rejecting(
    (content) => content.startsWith('%PDF-') && content.includes('<script'),
  ),
  'rejects pictures that contain a PDF': rejecting(
    (content) => content.startsWith('\xff\xd8\xff') && content.includes('%PDF-'),
  ),
  'accepts image/pjpeg for a JPEG': {
    reads: agreeing((said, type) => said === 'image/pjpeg' && type === 'image/jpeg'),
  },
  'accepts binary/octet-stream for any file': { reads: agreeing((said) => said === 'binary/octet-stream') },
  'accepts every web picture that is declared as another picture type': {
    reads: agreeing((said) => said === 'image/webp'),
  },
  'checks the declared type only of images, PDF and text': {
    reads: agreeing((said) => /^application\/(?!pdf)/.test(said)),
  },
  'ignores the declared type of a file': { reads: agreeing(() => true) },
  'accepts any picture that is declared as another picture type': {
    reads: agreeing((said, type) => type.startsWith('image/') && /^image\/(jpeg|png)$/.test(said)),
  },
  'ignores a declared type that is not an evidence type': {
    reads: agreeing((said) => !/^(image\/(jpeg|png)|application\/pdf)$/.test(said)),
  },
  'responds with 422 to a declared type that does not match': sendsStatus(
    422,
    '415 unsupported-file-type',
    file((sent) => recognised(sent) !== undefined),
  ),
  'requires a Content-Type in the file part': { rejects: file(({ type }) => type === undefined) },
  'requires a Content-Type in the part of a PDF': rejecting(
    (content, { type }) => type === undefined && content.startsWith('%PDF-'),
  ),
  'rejects application/octet-stream': rejecting((_, sent) => declared(sent) === 'application/octet-stream'),
  'compares the declared type of a file case-sensitively': rejecting((_, { type }) => type === 'IMAGE/JPEG'),
  'compares the declared type of a file with its parameters': rejecting((_, { type = '' }) =>
    type.startsWith('image/jpeg;'),
  ),
};

const unknown: InputFaults = {
  'trusts the declared type of a file': taking(labelOf),
  'trusts the name of a file that it does not recognise': taking((sent) =>
    recognised(sent) ? undefined : typeOfName(sent),
  ),
  'accepts GIF': takingFilesThatBegin('GIF8'),
  'accepts ZIP': takingFilesThatBegin('PK'),
  'accepts a PDF signature in lower case': takingFilesThatBegin('%pdf-'),
  'accepts plain text': takingFilesThatBegin('This'),
  'accepts WebP': takingFilesThatBegin('RIFF'),
  'accepts TIFF': takingFilesThatBegin('II*'),
  'accepts HTML': takingFilesThatBegin('<!doct'),
  'accepts SVG': takingFilesThatBegin('<svg'),
  'accepts Windows executables': takingFilesThatBegin('MZ'),
  'accepts a file that begins with only two bytes of the JPEG signature': takingFilesThatBegin('\xff\xd8'),
  'accepts a file that begins with only four bytes of the PNG signature': takingFilesThatBegin('\x89PNG'),
  'accepts a PDF signature without its hyphen': takingFilesThatBegin('%PDF1'),
  'accepts a file that begins with only seven bytes of the PNG signature': takingFilesThatBegin('\x89PNG\r\n\x1a\0'),
  'accepts a JPEG signature with another third byte': takingFilesThatBegin('\xff\xd8\0'),
  'accepts HEIC': takingFilesThatBegin('\0\0\0\x18ftyp'),
  'responds with 422 to a file of an unknown type': sendsStatus(422, '415 unsupported-file-type', () => true),
  'searches for the signature of a PDF in 1024 bytes': taking(({ content }) =>
    content.slice(0, 1024).includes('%PDF-') && !startsWith(content, '\xff\xd8', '\x89PNG')
      ? 'application/pdf'
      : undefined,
  ),
  'skips a byte-order mark before a PDF': taking(({ content }) =>
    content.startsWith('\xef\xbb\xbf%PDF-') ? 'application/pdf' : undefined,
  ),
  'skips white space before a PDF': taking(({ content }) =>
    /^\s+%PDF-/.test(content.slice(0, 99)) ? 'application/pdf' : undefined,
  ),
  'searches for the signature of a JPEG anywhere': taking(({ content }) =>
    content.includes('\xff\xd8\xff') ? 'image/jpeg' : undefined,
  ),
  'searches for the letters PNG in the first bytes': taking(({ content }) =>
    /^ .{0,4}PNG/s.test(content) ? 'image/png' : undefined,
  ),
  'accepts an empty file': { accepts: file(({ content }) => content === '') },
  'accepts an empty file with a declared type': {
    accepts: file((sent) => sent.content === '' && labelOf(sent) !== undefined),
  },
  'responds with 400 to an empty file': { rejects: file(({ content }) => content === ''), as: '400 invalid-request' },
};

const records: InputFaults = {
  'removes a line end at the end of a file': losing(/\r$/),
  'removes a space at the end of a file': losing(/ $/),
  'removes a hyphen at the end of a file': losing(/--$/),
  'counts the size in characters': recording((_, { content }) => ({
    size: Buffer.from(content, 'latin1').toString().length,
  })),
  'includes the line end before a boundary in the size': recording(({ size }) => ({
    size: Math.min(Number(size) + 2, 10_485_760),
  })),
  'counts the size of a file in base64': recording((_, { size }) => ({
    size: size < 10 ** 6 ? Math.ceil(size / 3) * 4 : size,
  })),
  'shows the size in KiB': recording((_, { size }) => ({ size: Math.ceil(size / 1024) })),
  'records every kind as ID_FRONT': recording(() => ({ kind: 'ID_FRONT' })),
  'computes the digest of a file in base64': recording((_, sent) => ({ sha256: digestOf(inBase64(sent)) })),
  'includes the line end after a file in the digest': recording((_, { content }) => ({
    sha256: digestOf(`${content}\r\n`),
  })),
  'computes the digest with half of SHA-512': recording((_, { content }) => ({
    sha256: digestOf(content, 'sha512').slice(0, 64),
  })),
  'searches for a boundary anywhere in a line': recording((_, { content }) => {
    const [before = ''] = content.split('--idv-conformance-boundary', 1);
    return { size: before.length, sha256: digestOf(before) };
  }),
  'ignores zeros at the end of a file in the digest': recording((_, { content }) => {
    const bytes = Buffer.from(content, 'latin1');
    return { sha256: digestOf(bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1)) };
  }),
  'returns the content of a file in base64': recording((_, sent) => ({ content: inBase64(sent).slice(0, 2000) })),
  'returns the content of a file in hexadecimal': recording((_, sent) => ({
    content: inHexadecimal(sent).slice(0, 2000),
  })),
  'returns the first 16 bytes of a file in hexadecimal': recording((_, sent) => ({
    content: inHexadecimal(sent).slice(0, 32),
  })),
  'shows the digest in upper case': shownDigest((digest) => digest.toUpperCase()),
  'shows the digest in base64': shownDigest((digest) => Buffer.from(digest, 'hex').toString('base64')),
  'shows the first bytes of a file of an unknown type in hexadecimal': writes(
    (problem, { file: sent }) =>
      sent && { ...problem, detail: `The file begins with ${inHexadecimal(sent).slice(0, 32)}.` },
    ({ status }) => status === 415,
  ),
};

const faults: InputFaults = { ...names, ...types, ...unknown, ...records };

export default faults;
