import { unknownNames } from '../values/names.ts';
import { falsyWords, nearMissesOf } from '../values/texts.ts';
import type { Part } from '../engine/multipart.ts';
import { kindNames, signatures } from './evidence.ts';
import { eachOf, labelled, setHeader, type Twist, type Twists } from './step.ts';

/** Changes a part; a twist before this one may have removed it. */
const part =
  (name: 'kind' | 'file', change: (part: Part, unique: string) => Part): Twist =>
  (draft, { unique }) => {
    draft.parts = draft.parts.map((each) => (each.name === name ? change(each, unique) : each));
  };
const kind = (content: string | Buffer): Twist => part('kind', (each) => ({ ...each, content }));
const file = (change: (content: Buffer) => Buffer): Twist =>
  part('file', (each) => ({ ...each, content: change(Buffer.from(each.content)) }));
const declared = (type: string | undefined): Twist =>
  part('file', ({ type: _, ...each }) => ({ ...each, ...(type !== undefined && { type }) }));
const signature = (type: keyof typeof signatures): Twist =>
  part('file', (each, unique) => ({
    ...each,
    type,
    content: Buffer.concat([signatures[type], Buffer.from(unique)]),
  }));
/** Adds a part that is like one that is there. */
const again =
  (name: 'kind' | 'file', more: Partial<Part> = {}): Twist =>
  (draft) => {
    const found = draft.parts.find((each) => each.name === name);
    if (found) draft.parts.push({ ...found, ...more });
  };
const without =
  (...names: string[]): Twist =>
  (draft) => {
    draft.parts = draft.parts.filter(({ name }) => !names.includes(name!));
  };
const rewritten =
  (change: (text: string) => string): Twist =>
  ({ rewrite }) =>
    void rewrite.push((body) => Buffer.from(change(body.toString('latin1')), 'latin1'));

const wrongKinds = labelled('UNKNOWN', 'PASSPORTS', '', 'constructor', ...nearMissesOf('ID_FRONT'), ...falsyWords);
const contents = {
  empty: Buffer.alloc(0),
  text: Buffer.from('no picture'),
  'a sentence': Buffer.from('This is a text file.\n'),
  GIF: Buffer.from('GIF89a\x01\0\x01\0', 'latin1'),
  WebP: Buffer.from('RIFF\x1a\0\0\0WEBPVP8L', 'latin1'),
  BMP: Buffer.from('BM\x1a\0\0\0', 'latin1'),
  TIFF: Buffer.from('II*\0\x08', 'latin1'),
  HEIC: Buffer.from('\0\0\0\x18ftypheic', 'latin1'),
  ZIP: Buffer.from('PK\x03\x04', 'latin1'),
  SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  HTML: Buffer.from('<!doctype html>'),
  program: Buffer.from('MZ\x90\0', 'latin1'),
  'two bytes of a JPEG': Buffer.from([0xff, 0xd8]),
  'two bytes of a JPEG and another': Buffer.from([0xff, 0xd8, 0, 0xe0]),
  'seven bytes of a PNG': Buffer.from('\x89PNG\r\n\x1a', 'latin1'),
  'a PNG with line ends converted': Buffer.from('\x89PNG\n\x1a\n', 'latin1'),
  'four bytes of a PDF': Buffer.from('%PDF'),
  'a PDF without its hyphen': Buffer.from('%PDF1.7'),
  'a lower-case PDF': Buffer.from('%pdf-1.7'),
  'a PDF after one byte': Buffer.from(' %PDF-1.7'),
  'a PDF after a byte-order mark': Buffer.from('\ufeff%PDF-1.7'),
  'a JPEG after a line end': Buffer.from([0x0a, 0xff, 0xd8, 0xff, 0xe0]),
  'a PNG after one byte': Buffer.from('\0\x89PNG\r\n\x1a\n', 'latin1'),
};
const types = labelled(
  ...[
    'image/jpeg',
    'image/png',
    'application/pdf',
    'IMAGE/JPEG',
    'Image/Png',
    'image/jpeg; q=1',
    'application/octet-stream',
  ],
  ...[
    'APPLICATION/OCTET-STREAM',
    'application/octet-stream; x=y',
    'text/plain',
    'image/gif',
    'image/webp',
    'application/zip',
  ],
  ...[
    'image/jpg',
    'image/pjpeg',
    'image/*',
    'application/x-pdf',
    'application/json',
    'image',
    '',
    'binary/octet-stream',
    'image/jpegx',
  ],
);
const fileNames = labelled(
  ...[
    '../../etc/passwd',
    'x.exe',
    'x.pdf',
    'x.png',
    'x',
    '.x',
    'a;b.jpg',
    'ñ 身.jpg',
    'CON',
    '%2e%2e%2f',
    'x'.repeat(300),
    '..\\x.jpg',
  ],
  ...["'; DROP TABLE x;--", 'x.jpg.php', '<script>', 'x y.jpg'],
);
const partNames = labelled(...unknownNames, '__proto__', 'a/b', 'a~b', 'a b', '');
const sizes = { 1: 1, 10485759: 10_485_759, 10485760: 10_485_760, 10485761: 10_485_761, 11000000: 11_000_000 };
const written: Record<string, (text: string) => string> = {
  'header names in lower case': (text) => text.replaceAll(/^[\w-]+:/gm, (name) => name.toLowerCase()),
  'header names in upper case': (text) => text.replaceAll(/^Content-[\w-]+:/gm, (name) => name.toUpperCase()),
  'file name first': (text) => text.replace(/name="file"; (filename="[^"]*")/, '$1; name="file"'),
  'type first': (text) =>
    text.replace(/(Content-Disposition: [^\r]*"file"[^\r]*)\r\n(Content-Type: [^\r]*)/, '$2\r\n$1'),
  'a type on kind': (text) =>
    text.replace('name="kind"\r\n', 'name="kind"\r\nContent-Type: text/plain; charset=utf-8\r\n'),
  'a JSON type on kind': (text) => text.replace('name="kind"\r\n', 'name="kind"\r\nContent-Type: application/json\r\n'),
  'no line end at the end': (text) => text.replace(/\r\n$/, ''),
  'no space after the colon': (text) => text.replaceAll(/^(Content-[\w-]+): /gm, '$1:'),
  'no space after the semicolon': (text) => text.replaceAll('; ', ';'),
  'Form-Data': (text) => text.replaceAll('form-data', 'Form-Data'),
  'truncated after the file': (text) => text.slice(0, text.lastIndexOf('--', text.length - 5)),
  'truncated within the last boundary': (text) => text.slice(0, -8),
  'truncated within the last hyphens': (text) => text.slice(0, -3),
  'truncated in half': (text) => text.slice(0, text.length / 2),
  'a boundary that is not the last': (text) => text.replace(/--\r\n$/, '\r\n'),
  'names without quotes': (text) => text.replaceAll(/; name="(kind|file)"/g, '; name=$1'),
  'further headers of a part': (text) =>
    text.replace('name="kind"\r\n', 'name="kind"\r\nContent-Length: 3\r\nX-Other: 1\r\n'),
  'a file name in ISO-8859-1': (text) => text.replace('filename="', 'filename="pe\xf1a'),
  'a file name in UTF-8': (text) => text.replace('filename="', 'filename="\xc3\xb1'),
  'not a form': () => 'no form',
  nothing: () => '',
  'bare line feeds': (text) => text.replaceAll('\r\n', '\n'),
  'another disposition': (text) => text.replace('form-data; name="kind"', 'attachment; name="kind"'),
  'no name': (text) => text.replace('; name="kind"', ''),
  'no disposition': (text) => text.replace(/Content-Disposition: [^\r]*"kind"\r\n/, ''),
  'a preamble': (text) => `preamble\r\n${text}`,
  'an epilogue': (text) => `${text}epilogue`,
  'a transfer encoding': (text) =>
    text.replace('name="kind"\r\n', 'name="kind"\r\nContent-Transfer-Encoding: 8bit\r\n'),
  'a file without a name': (text) => text.replace(/; filename="[^"]*"/, ''),
  'a kind with a file name': (text) => text.replace('name="kind"', 'name="kind"; filename="k.txt"'),
};

/** Changes of the form of an upload: its parts, their values and types, and how they are written. */
export const uploadTwists: Twists = {
  ...eachOf('kind', labelled(...kindNames), kind),
  ...eachOf('wrong kind', wrongKinds, kind),
  ...eachOf('kind in bytes', { 'a lone byte': Buffer.from([0x49, 0xff]), cut: Buffer.from([0x49, 0xc3]) }, kind),
  ...eachOf('content', contents, (content) => (draft, given) => {
    file(() => content)(draft, given);
    declared(given.pick(2) === 0 ? undefined : 'application/octet-stream')(draft, given);
  }),
  ...eachOf('content as JPEG', contents, (content) => file(() => content)),
  ...eachOf(
    'of type',
    { 'image/jpeg': 'image/jpeg', 'image/png': 'image/png', 'application/pdf': 'application/pdf' } as const,
    signature,
  ),
  ...eachOf('bare signature', signatures, (bytes) => (draft, given) => {
    file(() => bytes)(draft, given);
    declared(undefined)(draft, given);
  }),
  ...eachOf('declared', types, declared),
  ...eachOf('PNG declared', types, (type) => (draft, given) => {
    signature('image/png')(draft, given);
    declared(type)(draft, given);
  }),
  ...eachOf('PDF declared', types, (type) => (draft, given) => {
    signature('application/pdf')(draft, given);
    declared(type)(draft, given);
  }),
  'a random declared type': part('file', (each, unique) => ({ ...each, type: `image/${unique}` })),
  'an undefined kind': part('kind', (each, unique) => ({ ...each, content: unique })),
  'an unknown part with random content': (draft, { unique }) =>
    void draft.parts.push({ name: 'note', content: unique }),
  'no declared type': declared(undefined),
  ...eachOf('file name', fileNames, (filename) => part('file', (each) => ({ ...each, filename }))),
  ...eachOf(
    'another part',
    partNames,
    (name) =>
      ({ parts }) =>
        void parts.push({ name, content: 'x' }),
  ),
  ...eachOf(
    'another part before it',
    partNames,
    (name) =>
      ({ parts }) =>
        void parts.unshift({ name, content: '' }),
  ),
  ...eachOf('another file', labelled('selfie', 'file2'), (name) => again('file', { name })),
  'two kinds': again('kind'),
  'two different kinds': again('kind', { content: 'SELFIE' }),
  'two files': again('file'),
  'two different files': again('file', { content: signatures['application/pdf'] }),
  'no kind': without('kind'),
  'no file': without('file'),
  'no part': without('kind', 'file'),
  'the kind in the query': (draft, given) => {
    without('kind')(draft, given);
    draft.path += '?kind=ID_FRONT';
  },
  'the file first': (draft) => {
    draft.parts = draft.parts.toReversed();
  },
  ...eachOf('written', written, rewritten),
  ...eachOf(
    'boundary',
    labelled('x', "----=_Part.4711(A)+'b'/?:_=", '-'.repeat(70), '--x', 'ID_FRONT'),
    (boundary) => (draft) => {
      draft.boundary = boundary;
      setHeader(draft, 'Content-Type', `multipart/form-data; boundary="${boundary}"`);
    },
  ),
  ...eachOf('size', sizes, (size) =>
    file((content) =>
      Buffer.concat([content, Buffer.alloc(Math.max(0, size - content.length))]).subarray(0, Math.max(size, 4)),
    ),
  ),
  ...eachOf('size, without Content-Length', { 1048577: 1_048_577, 10485761: 10_485_761 }, (size) => (draft, given) => {
    file((content) => Buffer.concat([content, Buffer.alloc(size - content.length)]))(draft, given);
    draft.chunked = true;
  }),
  'content with lines like a boundary': (draft, given) =>
    file((content) =>
      Buffer.concat([content, Buffer.from(`\r\n--${draft.boundary.slice(0, -1)}\r\n\r\n--\r\nx--${draft.boundary}`)]),
    )(draft, given),
  'content with every byte': file((content) =>
    Buffer.concat([content, Buffer.from(Array.from({ length: 256 }, (_, at) => at)), Buffer.from('\r\n\0\n\r')]),
  ),
};
