import { isUtf8 } from 'node:buffer';
import { gunzipSync } from 'node:zlib';
import { both, header, invalid, isUpload, mediaType } from './requests.ts';
import { accepts, faultsOf, type InputFault, type InputFaults, rejects } from './support/fault.ts';
import {
  form,
  forms,
  formType,
  kinds,
  partHead,
  partNames,
  parts,
  recording,
  truncated,
  withoutParts,
} from './support/forms.ts';
import type { Part } from './support/input.ts';
import { digestOf } from './support/keys.ts';

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
) =>
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

const fromQuotedPrintable = (content: string) =>
  content
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
const fromGzip = (content: string) =>
  content.startsWith('\x1f\x8b') ? gunzipSync(Buffer.from(content, 'latin1')).toString('latin1') : content;

/** Of a body with two forms, the file of the one whose boundary is only in another parameter is stored. */
const misled = (type: RegExp): InputFault => ({
  changes: ({ status, body }, { operation, file, header }) =>
    operation === 'upload' && status < 300 && body && file && type.test(header('Content-Type') ?? '')
      ? { body: { ...body, sha256: digestOf(file.content.replace('JFIF', 'JFIX')) } }
      : undefined,
});

const wrongParts: InputFaults = {
  ...faultsOf(withoutParts, {
    'drops the part that a framework reads': ({ name }) => name === '_method',
    'ignores parts with brackets in their names': ({ name = '' }) => name.includes('['),
    'ignores unknown parts that are empty': (part) => part.content === '' && !isKnown(part),
    'ignores parts with the name __proto__': ({ name }) => name === '__proto__',
    'ignores unknown parts without a file name': ({ name }) => name === 'note',
    'ignores unknown parts with a file name': ({ name }) => name === 'selfie',
    'ignores text before both parts': ({ name }, at, all) => name === 'note' && at === 0 && all.length === 3,
    'stops reading when it has both parts': (_, at, all) => at > 1 && !isRepeated(all.slice(0, 2)),
    'finds a part among inherited property names': ({ name = '' }) => name in {},
    'accepts the same part name with and without a file name': ({ name, filename }, at, all) =>
      all.findIndex((other) => other.name === name) < at && (filename !== undefined) !== (name === 'file'),
    'uses the first of repeated kinds': ({ name }, at, all) =>
      name === 'kind' && all.findIndex((part) => part.name === name) < at,
    'uses the last of repeated files': ({ name }, at, all) =>
      name === 'file' && all.findLastIndex((part) => part.name === name) > at,
    'accepts a repeated part with the same content': ({ name, content }, at, all) =>
      all.findIndex((part) => part.name === name && part.content === content) < at,
    'treats an empty kind as missing': ({ name, content }) => name === 'kind' && content === '',
    'ignores an empty file after another file': ({ name, content }, at) => name === 'file' && at > 1 && content === '',
  }),
  ...faultsOf(partNames, {
    'decodes the names of parts': (name) => (name === '%6Bind' ? decodeURIComponent(name) : name),
    'normalises the names of parts': (name) => name.normalize('NFKC'),
    'accepts a list of kinds': (name) => (name === 'kind[]' ? 'kind' : name),
    'accepts the names of parts in any letter case': (name) => name.toLowerCase(),
    'accepts a list of files': (name) => name.replace('[]', ''),
  }),
  'ignores unknown parts': withoutUnknown,
  'ignores unknown parts of the second tenant': {
    reads: (input) => (input.sender === 'other' ? withoutUnknown.reads(input) : undefined),
  },
  'reads a missing kind from the query': {
    reads: (input) => {
      const kind = new URLSearchParams(input.target.split('?')[1]).get('kind');
      const adding = (all: Part[]) =>
        kind === null || all.some(({ name }) => name === 'kind')
          ? all
          : [...all, { ...all[0]!, name: 'kind', content: kind }];
      return parts(adding).reads(input);
    },
  },
  ...faultsOf(rejects('400 invalid-request'), {
    'responds with 400 to a missing part': invalid(({ params }) =>
      ['file', 'kind'].includes(String(params['missingProperty'])),
    ),
    'responds with 400 to a repeated part': ({ operation, parts: all }) => operation === 'upload' && isRepeated(all),
    'responds with 400 to an unknown part': invalid(({ params }) =>
      unknownParts.includes(String(params['additionalProperty'])),
    ),
  }),
  'uses the last of repeated parts': parts((all) => [...new Map(all.map((part) => [part.name, part])).values()]),
  'accepts an upload without a file': accepts(
    ({ operation, parts: [part, ...more] }, { status }) =>
      operation === 'upload' && status === 422 && part?.name === 'kind' && more.length === 0,
  ),
  'treats an upload without a kind as ID_FRONT': parts((all) =>
    all.some(({ name }) => name === 'kind') ? all : [...all, { ...all[0]!, name: 'kind', content: 'ID_FRONT' }],
  ),
  'accepts an upload in JSON': accepts(
    (input) => mediaType(/^application\/json$/, 'upload')(input) && /"file":"[^"]+"/.test(input.text),
  ),
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
  ...faultsOf(malformed, {
    'searches for the names of parts in the whole body': form(/\xff\xd9\r\n--x\r\nContent-Disposition/),
    'rejects a boundary in quotes': formType(/boundary="/),
    'accepts only letters, digits and hyphens in a boundary': formType(/boundary="[^"]*[^\w"-]/),
    'ignores the letter case of a boundary': ({ boundary }) => boundary !== boundary?.toLowerCase(),
    'accepts only boundaries of up to 60 characters': ({ boundary = '' }) => boundary.length > 60,
    'reads the boundary only from the first parameter': formType(/; .*; boundary=/),
    'accepts the headers of parts only in one letter case': form(/\r\ncontent-disposition:/),
    'accepts the headers of parts only in two letter cases': form(/\r\nCONTENT-DISPOSITION:/),
    'accepts only part names in quotes': form(/form-data; name=\w/),
    'requires a space after a semicolon': form(/form-data;name/),
    'requires a boundary at the first byte': form(/^\r\n--/),
    'rejects text before the first boundary': form(/^[^-\r]/),
    'rejects text after the last boundary': form(/--\r\nThis was/),
    'treats every part with a type as a file': form(/name="kind"\r\nContent-Type/),
    'rejects a part whose filename precedes its name': form(/form-data; filename=/),
    'treats the first header of a part as its name': form(/\r\nContent-Type: .*\r\nContent-Disposition/),
    'requires a line end after the last boundary': form(/(?<!\r\n)$(?![\s\S])/),
  }),
  ...faultsOf(malformed, {
    'rejects a file declared as binary': partHead('file', /\r\nContent-Transfer-Encoding: binary/),
    'rejects a file declared as 8bit': partHead('file', /\r\nContent-Transfer-Encoding: 8bit/),
    'rejects a file declared as 7bit': partHead('file', /\r\nContent-Transfer-Encoding: 7bit/),
    'rejects a kind declared as 8bit': partHead('kind', /\r\nContent-Transfer-Encoding: 8bit/),
    'compares the encoding of a part case-sensitively': form(/\r\nContent-Transfer-Encoding: BINARY/),
    'rejects filename* beside filename': form(/filename=.*; filename\*=/),
    'rejects a file name without quotes': form(/filename=\w/),
    'rejects an unknown parameter of Content-Disposition': form(/-date="/),
    'rejects a kind in ISO-8859-1': partHead('kind', /charset=ISO-8859-1/),
    'rejects a kind with a charset': partHead('kind', /charset=/),
    'requires a space before the boundary': formType(/;boundary=/),
    'accepts only boundaries of at least 6 characters': ({ boundary = 'usual one' }) => boundary.length < 6,
    'accepts only boundaries of at least 9 characters': ({ boundary = 'usual one' }) => boundary.length < 9,
    'accepts only some special characters in a boundary': formType(/boundary="[^"]*[+/]/),
    'rejects a form with a MIME-Version': both(isUpload, header('MIME-Version', /./)),
    'rejects a file name in the form of RFC 2047': form(/filename="=\?/),
    'rejects the Content-Length of a part': form(/\r\nContent-Length: 8\r\n/),
    'rejects a form whose length is not announced': both(formType(/;boundary=/), ({ chunked }) => chunked),
    'rejects a file name in ISO-8859-1': ({ file }) =>
      file?.filename !== undefined &&
      !isUtf8(Buffer.from(file.filename, 'latin1')) &&
      !/[\x80-\x9f]/.test(file.filename),
    'rejects a file name with an escaped quote': form(/filename="[^"\r]*\\"/),
    'rejects a file name with a directory': form(/filename="f\//),
    'requires the type of a part behind its name': form(
      /\r\nContent-Type: .*\r\n(Content-Transfer.*\r\n)?Content-Disposition/,
    ),
  }),
  'rejects a form in ISO-8859-1': { rejects: formType(/charset=ISO-8859-1/), as: '415 unsupported-media-type' },
  'splits a file name at an escaped quote': forms((whole) => whole.replace(/(filename="[^"\r]*)\\".*/, '$1"; x')),
  'reads a part by its Content-Length': forms((whole) =>
    whole.includes('\r\nContent-Length: 3\r\n') ? whole.replace('JFIF', '') : whole,
  ),
  'adds a byte to a file whose part has Content-Type before Content-Disposition': forms((whole) =>
    /Content-Type: .*\r\nContent-Disposition/.test(whole) ? whole.replace('JFIF', 'JFIFx') : whole,
  ),
  'fails at a file that it cannot decompress': rejects('500')(
    form(/name="file".*\r\n(?:.+\r\n)*Content-Encoding: gzip\r\n(?:.+\r\n)*\r\n(?!\x1f\x8b)/),
  ),
  'digests a file in quoted-printable as decoded, and counts its bytes as they are': recording(
    (_, { content, transferEncoding }) =>
      transferEncoding === 'quoted-printable' ? { sha256: digestOf(fromQuotedPrintable(content)) } : {},
  ),
  'counts the bytes of a file in base64 as if it was decoded': recording(({ size }, { transferEncoding }) =>
    transferEncoding === 'base64' ? { size: Math.floor((Number(size) * 3) / 4) } : {},
  ),
  'fails at a file in an unknown charset': rejects('500')(
    partHead('file', /\r\nContent-Type: image\/jpeg; charset=x-/),
  ),
  'fails at a file with a charset in quotes': rejects('500')(partHead('file', /; Charset="BINARY"/)),
  'fails at a kind in US-ASCII': rejects('500')(partHead('kind', /charset=us-ascii/)),
  'fails at a kind with a charset in quotes': rejects('500')(partHead('kind', /CHARSET="UTF-8"/)),
  'fails at a file in base64': rejects('500')(partHead('file', /Content-Transfer-Encoding: base64/)),
  'fails at a file in BASE64': rejects('500')(partHead('file', /Content-Transfer-Encoding: BASE64/)),
  'fails at a kind in base64': rejects('500')(partHead('kind', /Content-Transfer-Encoding: base64/)),
  'fails at a kind in quoted-printable': rejects('500')(partHead('kind', /Content-Transfer-Encoding: quoted/)),
  'fails at a file in quoted-printable': rejects('500')(partHead('file', /Content-Transfer-Encoding: quoted/)),
  'fails at a file in an unknown encoding': rejects('500')(partHead('file', /Content-Transfer-Encoding: x-/)),
  ...faultsOf(misled, {
    'reads the last boundary in the media type': /; note="boundary=.*"$/,
    'reads the first boundary in the media type': /data; note="boundary=/,
    'reads the boundary in a parameter whose name ends so': /; x-boundary=/,
  }),
  'uses the last of two parts whose names differ in spaces': accepts(
    ({ file, parts: all }, { status }) =>
      status === 422 && file !== undefined && all.some(({ name }) => name === 'kind '),
  ),
  'decompresses a file': decoding(/^gzip$/, 'file', fromGzip, 'Content-Encoding'),
  'reads a file without chunks as chunked': decoding(
    /^chunked$/,
    'file',
    (content) => content.slice(0, 8),
    'Transfer-Encoding',
  ),
  'clears the eighth bit of a file declared as 7bit': decoding(
    /^7bit$/,
    'file',
    (content) => content.slice(0, 3) + content.slice(3).replaceAll(/[\x80-\xff]/g, '?'),
  ),
};

const ends: InputFaults = {
  ...faultsOf(forms, {
    'treats the end of a body as its last boundary': (whole, boundary) => `${whole}\r\n--${boundary}--\r\n`,
    'accepts a body without its last boundary that ends after a part': (whole, boundary) =>
      `${whole}--${boundary}--\r\n`,
    'treats the beginning of a boundary as the last one': (whole, boundary) => {
      const at = whole.lastIndexOf('\r\n--');
      const isBeginning = `--${boundary}`.startsWith(whole.slice(at + 2)) && !whole.endsWith(boundary);
      return isBeginning ? `${whole.slice(0, at)}\r\n--${boundary}--\r\n` : whole;
    },
  }),
  'responds with 422 to a body without its last boundary': { rejects: truncated },
};

const kindTexts: InputFaults = {
  'removes bytes that are not UTF-8 from a kind': parts((all) =>
    all.map((part) =>
      part.name === 'kind' && !isUtf8(Buffer.from(part.content, 'latin1'))
        ? { ...part, content: part.content.replaceAll(/[\x80-\xff]/g, '') }
        : part,
    ),
  ),
  'fails at a form of more than ten parts': rejects('500')(
    ({ operation, parts }) => operation === 'upload' && parts.length > 10,
  ),
  'fails at a kind of more than 255 letters': rejects('500')(
    ({ operation, kind }) => operation === 'upload' && (kind?.length ?? 0) > 255,
  ),
  'fails at a kind that is not UTF-8': rejects('500')(
    ({ operation, kind }) => operation === 'upload' && kind !== undefined && !isUtf8(Buffer.from(kind, 'latin1')),
  ),
  ...faultsOf(kinds, {
    'accepts a kind with a line end after it': (kind) => (kind === 'ID_FRONT\n' ? 'ID_FRONT' : kind),
    'accepts the index of a kind': (kind) => (/^[0-9]$/.test(kind) ? 'SELFIE' : kind),
    'finds a kind among inherited property names': (kind) => (kind === 'constructor' ? 'SELFIE' : kind),
    'removes a byte-order mark before a kind': (kind) => kind.replace(/^\ufeff/, ''),
    'accepts a kind in lower case': (kind) => kind.toUpperCase(),
    'accepts a kind with hyphens': (kind) => kind.replaceAll('-', '_'),
    'trims the kind': (kind) => kind.trim(),
    'accepts the first of two kinds in one part': (kind) => kind.split(',')[0]!,
    'accepts the beginning of a kind': (kind) => (kind === 'ID' ? 'ID_FRONT' : kind),
    'accepts an empty kind': (kind) => kind || 'ID_FRONT',
    'accepts any kind': (kind) => (/^[A-Z_]+$/.test(kind) ? 'ID_FRONT' : kind),
    'trims white space before a kind': (kind) => kind.trimStart(),
    'cuts a kind at a NUL': (kind) => kind.replace(/\0.*/, ''),
  }),
  'responds with 400 to an unknown kind': rejects('400 invalid-request')(
    invalid(({ instancePath, keyword }) => instancePath === '/kind' && keyword === 'enum'),
  ),
};

const faults: InputFaults = {
  ...wrongParts,
  ...writing,
  ...ends,
  ...kindTexts,
};

export default faults;
