// The values of an upload: its parts, their contents, and how a form can be written.
import { unknownNames } from '../../values/names.ts';
import { falsyWords, nearMissesOf, words } from '../../values/texts.ts';
import { signatures } from '../evidence.ts';
import { labelled } from '../step.ts';

export const wrongKinds = labelled(
  'UNKNOWN',
  'PASSPORTS',
  '',
  'constructor',
  ...nearMissesOf('ID_FRONT'),
  ...falsyWords,
);
const changed = (bytes: Buffer, at: number) =>
  Buffer.concat([bytes.subarray(0, at), Buffer.of(0), bytes.subarray(at + 1)]);
const shifts = {
  'a space': ' ',
  'a NUL': '\0',
  'a line end': '\n',
  'a mark': '\xef\xbb\xbf',
  '8 bytes': 'x'.repeat(8),
  '600 bytes': 'x'.repeat(600),
  '2000 bytes': 'x'.repeat(2000),
};
/** Each signature with one byte changed, cut off behind each byte, and behind other bytes. */
export const brokenSignatures: Record<string, Buffer> = Object.fromEntries(
  Object.entries(signatures).flatMap(([type, whole]) => {
    // The fourth byte of a JPEG is not judged.
    const bytes = type === 'image/jpeg' ? whole.subarray(0, 3) : whole;
    const positions = Array.from(bytes, (_, at) => at);
    return [
      ...positions.map((at) => [`${type}, byte ${at} changed`, changed(whole, at)]),
      ...positions.slice(1).map((at) => [`${type}, ${at} bytes of it`, bytes.subarray(0, at)]),
      ...positions
        .slice(1)
        .map((at) => [
          `${type}, ${at} bytes of it and others`,
          Buffer.concat([bytes.subarray(0, at), Buffer.alloc(30, 'x')]),
        ]),
      ...Object.entries(shifts).map(([what, before]) => [
        `${type} behind ${what}`,
        Buffer.concat([Buffer.from(before, 'latin1'), whole]),
      ]),
    ] as [string, Buffer][];
  }),
);
export const contents: Record<string, Buffer> = {
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
  'a PNG with line ends converted': Buffer.from('\x89PNG\n\x1a\n', 'latin1'),
  'a PDF without its hyphen': Buffer.from('%PDF1.7'),
  'a lower-case PDF': Buffer.from('%pdf-1.7'),
};
export const types = labelled(
  ...words('image/jpeg image/png application/pdf IMAGE/JPEG Image/Png'),
  'image/jpeg; q=1',
  ...words('application/octet-stream APPLICATION/OCTET-STREAM'),
  'application/octet-stream; x=y',
  ...words('text/plain image/gif image/webp application/zip image/jpg image/pjpeg image/* application/x-pdf'),
  ...words('application/json image'),
  '',
  ...words('binary/octet-stream image/jpegx'),
);
export const fileNames = labelled(
  ...words('../../etc/passwd x.exe x.pdf x.png x .x a;b.jpg'),
  'ñ 身.jpg',
  ...words('CON %2e%2e%2f ..\\x.jpg'),
  ...[100, 128, 200, 255, 256, 300, 301, 400].map((bytes) => `${'x'.repeat(bytes - 4)}.jpg`),
  ...[128, 256, 301, 400].map((bytes) => 'ñ'.repeat(bytes / 2)),
  '身'.repeat(133),
  '🪪'.repeat(100),
  'a; name=kind.jpg',
  'a; filename=b.png',
  ' x.jpg ',
  ...words('x.jpg;.png x.jpg. ~x.jpg'),
  "'; DROP TABLE x;--",
  ...words('x.jpg.php <script>'),
  'x y.jpg',
);
export const partNames = labelled(...unknownNames, '__proto__', 'a/b', 'a~b', 'a b', '');
export const sizes = {
  1: 1,
  1025: 1025,
  5000: 5000,
  65536: 65_536,
  200000: 200_000,
  1048577: 1_048_577,
  10485759: 10_485_759,
  10485760: 10_485_760,
  10485761: 10_485_761,
  11000000: 11_000_000,
};
const behindName =
  (name: string, line: string) =>
  (text: string): string =>
    text.replace(new RegExp(`(name="${name}"[^\\r]*\\r\\n)`), (found) => `${found}${line}\r\n`);
export const written: Record<string, (text: string) => string> = {
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
  ...Object.fromEntries(
    [0, 3, 7, 100_000].flatMap((length) => [
      [`a kind of length ${length}`, behindName('kind', `Content-Length: ${length}`)],
      [`a file of length ${length}`, behindName('file', `Content-Length: ${length}`)],
    ]),
  ),
  ...Object.fromEntries(
    ['binary', '7bit', '8bit', 'base64', 'BASE64', 'quoted-printable', 'x-unknown'].flatMap((coding) => [
      [`a kind as ${coding}`, behindName('kind', `Content-Transfer-Encoding: ${coding}`)],
      [`a file as ${coding}`, behindName('file', `Content-Transfer-Encoding: ${coding}`)],
    ]),
  ),
  ...Object.fromEntries(
    ['Transfer-Encoding: chunked', 'Content-Encoding: gzip'].flatMap((line) => [
      [`a kind with ${line}`, behindName('kind', line)],
      [`a file with ${line}`, behindName('file', line)],
    ]),
  ),
  ...Object.fromEntries(
    ['Content-ID: <1>', 'X-Other: 1', 'Content-Description: x', 'Content-Type: text/plain; charset=us-ascii'].map(
      (line) => [`a kind with ${line}`, behindName('kind', line)],
    ),
  ),
  'a file with X-Other': behindName('file', 'X-Other: 1'),
  'an empty line in front': (text) => `\r\n${text}`,
  'white space behind a boundary': (text) => text.replace('\r\n', ' \r\n'),
  'an empty file name': (text) => text.replace(/filename="[^"]*"/, 'filename=""'),
  'a quote in a file name': (text) => text.replace(/filename="[^"]*"/, String.raw`filename="a\"b.jpg"`),
  'a file name without quotes': (text) => text.replace(/filename="[^"]*"/, 'filename=x.jpg'),
  'a file name of RFC 5987': (text) => text.replace(/(filename="[^"]*")/, "$1; filename*=UTF-8''x.png"),
  'cut behind the first part': (text) => text.slice(0, text.indexOf('\r\n--') + 2),
  'cut within the file': (text) => text.slice(0, -200),
  'cut within the headers of the file': (text) => text.slice(0, text.indexOf('filename') + 4),
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
  'a file without a name': (text) => text.replace(/; filename="[^"]*"/, ''),
  'a kind with a file name': (text) => text.replace('name="kind"', 'name="kind"; filename="k.txt"'),
};

/** Changes of a file that a careless comparison or reader does not see. */
export const nearly: Record<string, (content: Buffer) => Buffer> = {
  'another first byte': (content) => changedAt(content, 4),
  'another byte in the first 100': (content) => changedAt(content, 60),
  'another byte in the middle': (content) => changedAt(content, Math.floor(content.length / 2)),
  'another last byte': (content) => changedAt(content, content.length - 1),
  'a byte less': (content) => content.subarray(0, -1),
  'half of it': (content) => content.subarray(0, Math.ceil(content.length / 2)),
  ...Object.fromEntries(
    Object.entries({
      'a space': ' ',
      'a NUL': '\0',
      'a line end': '\r\n',
      'a line feed': '\n',
      hyphens: '--',
      'a byte': '\xff',
    }).map(([what, more]) => [
      `${what} more`,
      (content: Buffer) => Buffer.concat([content, Buffer.from(more, 'latin1')]),
    ]),
  ),
};
const changedAt = (content: Buffer, at: number) => {
  const copy = Buffer.from(content);
  copy[at] = (copy[at]! + 1) % 128;
  return copy;
};

const firstBoundary = '--idv-conformance-boundary\r\nContent-Disposition: form-data; name="kind"';
/** Where a body is cut into two pieces: behind the last occurrence of a text, or within it. */
export const cuts: Record<string, [text: string, at: number]> = {
  'within the first boundary': [firstBoundary, 10],
  'within the hyphens of the first boundary': [firstBoundary, 1],
  'within the headers of a part': ['form-data', 3],
  'between headers and content': ['\r\n\r\n', 3],
  'within the kind': ['ID_FRONT', 3],
  'before the signature': ['\xff\xd8', 0],
  'within the signature': ['\xff\xd8\xff', 2],
  'within the file': ['JFIF', 600],
  'before the last boundary': ['\r\n--idv', 0],
  'within the line end before the last boundary': ['\r\n--idv', 1],
  'within the last boundary': ['\r\n--idv', 12],
  'within the last hyphens': ['boundary--', 9],
  'before the last line end': ['--\r\n', 2],
};

/** Names that a careless parser takes for the name of a part. */
export const nearNames = {
  kind: labelled('KIND', 'Kind', 'kind[]', 'kind[0]', ' kind', 'kind ', 'kinds'),
  file: labelled('FILE', 'File', 'file[]', 'file[0]', ' file', 'file ', 'files'),
};
