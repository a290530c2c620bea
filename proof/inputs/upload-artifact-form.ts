import { isUtf8 } from 'node:buffer';
import { gunzipSync } from 'node:zlib';
import type { InputFault, InputFaults } from './input-fault.ts';
import type { Part } from './support/input.ts';
import { invalid, mediaType } from './requests.ts';
import { form, forms, formType, kinds, partNames, parts, truncated, withoutParts } from './support/forms.ts';
import type { Reads } from './support/readings.ts';

const isKnown = ({ name }: Part) => name === 'file' || name === 'kind';
const unknownParts = ['note', 'selfie', 'KIND', 'file[]'];
const withoutUnknown = withoutParts(({ name }) => unknownParts.includes(name!));
const isRepeated = (all: Part[]) => new Set(all.map(({ name }) => name)).size < all.length;

const malformed = (rejects: NonNullable<InputFault['rejects']>): InputFault => ({
  rejects,
  as: '400 malformed-request',
});

/** The parts with this coding are decoded. */
const decoding = (
  coding: RegExp,
  part: string,
  decode: (content: string) => string,
  header = 'Content-Transfer-Encoding',
): Reads =>
  forms((whole, boundary) =>
    whole
      .split(`--${boundary}`)
      .map((piece) => {
        const [head = '', ...content] = piece.split('\r\n\r\n');
        const found = new RegExp(`\r\n${header}: (.*)`, 'i').exec(head)?.[1];
        if (found === undefined || !coding.test(found) || !head.includes(`name="${part}"`)) return piece;
        return `${head}\r\n\r\n${decode(content.join('\r\n\r\n').slice(0, -2))}\r\n`;
      })
      .join(`--${boundary}`),
  );

const fromBase64 = (content: string) =>
  content.startsWith('\xff') ? content : Buffer.from(content, 'base64').toString('latin1');
const fromQuotedPrintable = (content: string) =>
  content
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
const fromGzip = (content: string) =>
  content.startsWith('\x1f\x8b') ? gunzipSync(Buffer.from(content, 'latin1')).toString('latin1') : content;

const wrongParts: InputFaults = {
  'drops the part that a framework reads': { reads: withoutParts(({ name }) => name === '_method') },
  'ignores unknown parts that are empty': { reads: withoutParts((part) => part.content === '' && !isKnown(part)) },
  'ignores parts with an empty name': { reads: withoutParts(({ name }) => name === '') },
  'accepts a list of kinds': { reads: partNames((name) => (name === 'kind[]' ? 'kind' : name)) },
  'ignores parts with the name __proto__': { reads: withoutParts(({ name }) => name === '__proto__') },
  'ignores unknown parts': { reads: withoutUnknown },
  'ignores unknown parts of the second tenant': {
    reads: (input) => (input.sender === 'other' ? withoutUnknown(input) : undefined),
  },
  'ignores unknown parts without a file name': { reads: withoutParts(({ name }) => name === 'note') },
  'ignores unknown parts with a file name': { reads: withoutParts(({ name }) => name === 'selfie') },
  'ignores text before both parts': {
    reads: withoutParts(({ name }, at, all) => name === 'note' && at === 0 && all.length === 3),
  },
  'accepts the names of parts in any letter case': { reads: partNames((name) => name.toLowerCase()) },
  'accepts a list of files': { reads: partNames((name) => name.replace('[]', '')) },
  'stops reading when it has both parts': {
    reads: withoutParts((_, at, all) => at > 1 && !isRepeated(all.slice(0, 2))),
  },
  'finds a part among inherited property names': { reads: withoutParts(({ name = '' }) => name in {}) },
  'reads a missing kind from the query': {
    reads: (input) => {
      const kind = new URLSearchParams(input.target.split('?')[1]).get('kind');
      const adding = (all: Part[]) =>
        kind === null || all.some(({ name }) => name === 'kind')
          ? all
          : [...all, { ...all[0]!, name: 'kind', content: kind }];
      return parts(adding)(input);
    },
  },
  'responds with 400 to a missing part': {
    rejects: invalid(({ params }) => ['file', 'kind'].includes(String(params['missingProperty']))),
    as: '400 invalid-request',
  },
  'accepts the same part name with and without a file name': {
    reads: withoutParts(
      ({ name, filename }, at, all) =>
        all.findIndex((other) => other.name === name) < at && (filename !== undefined) !== (name === 'file'),
    ),
  },
  'uses the last of repeated parts': {
    reads: parts((all) => [...new Map(all.map((part) => [part.name, part])).values()]),
  },
  'uses the first of repeated kinds': {
    reads: withoutParts(({ name }, at, all) => name === 'kind' && all.findIndex((part) => part.name === name) < at),
  },
  'uses the last of repeated files': {
    reads: withoutParts(({ name }, at, all) => name === 'file' && all.findLastIndex((part) => part.name === name) > at),
  },
  'accepts a repeated part with the same content': {
    reads: withoutParts(
      ({ name, content }, at, all) => all.findIndex((part) => part.name === name && part.content === content) < at,
    ),
  },
  'treats an empty kind as missing': { reads: withoutParts(({ name, content }) => name === 'kind' && content === '') },
  'ignores an empty file after another file': {
    reads: withoutParts(({ name, content }, at) => name === 'file' && at > 1 && content === ''),
  },
  'responds with 400 to a repeated part': {
    rejects: ({ operation, parts: all }) => operation === 'upload' && isRepeated(all),
    as: '400 invalid-request',
  },
  'responds with 400 to an unknown part': {
    rejects: invalid(({ params }) => unknownParts.includes(String(params['additionalProperty']))),
    as: '400 invalid-request',
  },
  'accepts an upload without a file': {
    accepts: ({ operation, parts: [part, ...more] }, { status }) =>
      operation === 'upload' && status === 422 && part?.name === 'kind' && more.length === 0,
  },
  'treats an upload without a kind as ID_FRONT': {
    reads: parts((all) =>
      all.some(({ name }) => name === 'kind') ? all : [...all, { ...all[0]!, name: 'kind', content: 'ID_FRONT' }],
    ),
  },
  'accepts an upload in JSON': {
    accepts: (input) => mediaType(/^application\/json$/, 'upload')(input) && /"file":"[^"]+"/.test(input.text),
  },
  // What is not a picture is no file of a known type for it, rather than no form.
  'accepts a picture without a form': {
    accepts: (input) => mediaType(/^image\/jpeg$/, 'upload')(input) && input.bytes.startsWith('\xff\xd8\xff'),
    rejects: mediaType(/^image\/jpeg$/, 'upload'),
    as: '415 unsupported-file-type',
  },
};

const writing: InputFaults = {
  'requires the kind before the file': {
    rejects: ({ operation, parts: all }) => operation === 'upload' && all.findIndex(({ name }) => name === 'kind') > 0,
  },
  'rejects a boundary in quotes': malformed(formType(/boundary="/)),
  'accepts only letters, digits and hyphens in a boundary': malformed(formType(/boundary="[^"]*[^\w"-]/)),
  'ignores the letter case of a boundary': malformed(({ boundary }) => boundary !== boundary?.toLowerCase()),
  'reads the last boundary in the media type': malformed(formType(/note="boundary=(.+)"/)),
  'reads the boundary only from the first parameter': malformed(formType(/; .*; boundary=/)),
  'accepts the headers of parts only in one letter case': malformed(form(/\r\ncontent-disposition:/)),
  'accepts the headers of parts only in two letter cases': malformed(form(/\r\nCONTENT-DISPOSITION:/)),
  'accepts only part names in quotes': malformed(form(/form-data; name=\w/)),
  'requires a space after a semicolon': malformed(form(/form-data;name/)),
  'requires a boundary at the first byte': malformed(form(/^\r\n--/)),
  'rejects text before the first boundary': malformed(form(/^[^-\r]/)),
  'rejects text after the last boundary': malformed(form(/--\r\nThis was/)),
  'treats every part with a type as a file': malformed(form(/name="kind"\r\nContent-Type/)),
  'accepts only text types on the kind': malformed(form(/name="kind"\r\nContent-Type: (?!text)/)),
  'rejects a part whose filename precedes its name': malformed(form(/form-data; filename=/)),
  'treats the first header of a part as its name': malformed(form(/\r\nContent-Type: .*\r\nContent-Disposition/)),
  'requires a line end after the last boundary': malformed(form(/(?<!\r\n)$(?![\s\S])/)),
  'reads a part by its Content-Length': {
    reads: forms((whole) => (whole.includes('\r\nContent-Length: 3\r\n') ? whole.replace('JFIF', '') : whole)),
  },
  'adds a byte to a file whose part has Content-Type before Content-Disposition': {
    reads: forms((whole) =>
      /Content-Type: .*\r\nContent-Disposition/.test(whole) ? whole.replace(/\r\n--(?![\s\S]*\r\n--)/, 'x$&') : whole,
    ),
  },
  'decodes a file from base64': { reads: decoding(/^base64$/i, 'file', fromBase64) },
  'decodes a file from base64 in upper case': { reads: decoding(/^BASE64$/, 'file', fromBase64) },
  'decodes a kind from base64': { reads: decoding(/^base64$/, 'kind', fromBase64) },
  'decodes a kind from quoted-printable': { reads: decoding(/^quoted-printable$/, 'kind', fromQuotedPrintable) },
  'decodes a file from quoted-printable': { reads: decoding(/^quoted-printable$/i, 'file', fromQuotedPrintable) },
  'fails at a file that it cannot decompress': {
    rejects: form(/name="file".*\r\n(?:.+\r\n)*Content-Encoding: gzip\r\n(?:.+\r\n)*\r\n(?!\x1f\x8b)/),
    as: '500',
  },
  'decompresses a file': { reads: decoding(/^gzip$/, 'file', fromGzip, 'Content-Encoding') },
  'reads a file without chunks as chunked': {
    reads: decoding(/^chunked$/, 'file', (content) => content.slice(0, 8), 'Transfer-Encoding'),
  },
  'clears the eighth bit of a file declared as 7bit': {
    reads: decoding(
      /^7bit$/,
      'file',
      (content) => content.slice(0, 3) + content.slice(3).replaceAll(/[\x80-\xff]/g, '?'),
    ),
  },
};

const ends: InputFaults = {
  'treats the end of a body as its last boundary': {
    reads: forms((whole, boundary) => `${whole}\r\n--${boundary}--\r\n`),
  },
  'accepts a body without its last boundary that ends after a part': {
    reads: forms((whole, boundary) => `${whole}--${boundary}--\r\n`),
  },
  'treats every boundary at the end as the last': {
    reads: forms((whole, boundary) => (whole.endsWith(`--${boundary}\r\n`) ? `${whole.slice(0, -2)}--\r\n` : whole)),
  },
  'treats a boundary followed by one hyphen as the last': {
    reads: forms((whole, boundary) => (whole.endsWith(`--${boundary}-`) ? `${whole}-\r\n` : whole)),
  },
  'responds with 422 to a body without its last boundary': { rejects: truncated },
};

const kindTexts: InputFaults = {
  'removes bytes that are not UTF-8 from a kind': {
    reads: parts((all) =>
      all.map((part) =>
        part.name === 'kind' && !isUtf8(Buffer.from(part.content, 'latin1'))
          ? { ...part, content: part.content.replaceAll(/[\x80-\xff]/g, '') }
          : part,
      ),
    ),
  },
  'fails at a kind that is not UTF-8': {
    rejects: ({ operation, kind }) =>
      operation === 'upload' && kind !== undefined && !isUtf8(Buffer.from(kind, 'latin1')),
    as: '500',
  },
  'reads a kind whose part has the type of JSON as JSON': {
    reads: forms((whole) => whole.replace(/(json\r\n\r\n)"(\w+)"/, '$1$2')),
  },
  'accepts a kind with a line end after it': { reads: kinds((kind) => (kind === 'ID_FRONT\n' ? 'ID_FRONT' : kind)) },
  'accepts the index of a kind': { reads: kinds((kind) => (/^[0-9]$/.test(kind) ? 'SELFIE' : kind)) },
  'finds a kind among inherited property names': {
    reads: kinds((kind) => (kind === 'constructor' ? 'SELFIE' : kind)),
  },
  'removes a byte-order mark before a kind': { reads: kinds((kind) => kind.replace(/^\ufeff/, '')) },
  'accepts a kind in lower case': { reads: kinds((kind) => kind.toUpperCase()) },
  'accepts a kind with hyphens': { reads: kinds((kind) => kind.replaceAll('-', '_')) },
  'trims the kind': { reads: kinds((kind) => kind.trim()) },
  'accepts the first of two kinds in one part': { reads: kinds((kind) => kind.split(',')[0]!) },
  'accepts the beginning of a kind': { reads: kinds((kind) => (kind === 'ID' ? 'ID_FRONT' : kind)) },
  'accepts an empty kind': { reads: kinds((kind) => kind || 'ID_FRONT') },
  'accepts any kind': { reads: kinds((kind) => (/^[A-Z_]+$/.test(kind) ? 'ID_FRONT' : kind)) },
  'trims white space before a kind': { reads: kinds((kind) => kind.trimStart()) },
  'cuts a kind at a NUL': { reads: kinds((kind) => kind.replace(/\0.*/, '')) },
  'responds with 400 to an unknown kind': {
    rejects: invalid(({ instancePath, keyword }) => instancePath === '/kind' && keyword === 'enum'),
    as: '400 invalid-request',
  },
};

const faults: InputFaults = { ...wrongParts, ...writing, ...ends, ...kindTexts };

export default faults;
