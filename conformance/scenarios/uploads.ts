// Files, parts and forms of uploads, valid and invalid ones.
import { gzipSync } from 'node:zlib';
import {
  bareSignatures,
  foreignContents,
  fragileContents,
  jpeg,
  pdf,
  png,
  smallestJpeg,
} from '../values/evidence-files.ts';
import { writtenBy } from '../values/client-uploads.ts';
import { clientForms, cutForms } from '../values/forms.ts';
import { realFiles } from '../values/real-files.ts';
import { atDistance, singleBytes } from '../values/cuts.ts';
import { fileTypeAliases, typesLikeOctetStream } from '../values/media-types.ts';
import { unknownNames } from '../values/names.ts';
import { falsyWords, nearMissesOf, words } from '../values/texts.ts';
import { multipart } from '../wire/multipart.ts';
import { type Change, each, type OtherPart, type Parts } from './vocabulary.ts';

export const latin1 = (content: Buffer) => content.toString('latin1');
export const parts = (changed: Parts): Change => ({ parts: changed });

export const picture = { file: latin1(jpeg()), filename: 'evidence.jpg', type: 'image/jpeg' };
export const files = {
  'image/jpeg': picture,
  'image/png': { file: latin1(png()), filename: 'evidence.png', type: 'image/png' },
  'application/pdf': { file: latin1(pdf()), filename: 'evidence.pdf', type: 'application/pdf' },
};
/** A PDF looks like a text, and so a parser may convert it. */
export const fragilePdf = {
  ...files['application/pdf'],
  file: `${files['application/pdf'].file}\r\n${latin1(fragileContents['all byte values']!)}\r\n`,
};
/** Another picture, and so a request of its own. */
export const pictureOf = (what: string) => ({ ...picture, file: latin1(jpeg(what)) });
export const octetStream = { type: 'application/octet-stream' };
export const withContent = (content: Buffer): Change => parts({ ...picture, file: latin1(content) });

/** More than services keep in memory: they often read such a file by other code. */
const large = ({ file, ...more }: Parts): Parts => ({ ...more, file: file + ' '.repeat(1_100_000) });
const { 'image/png': largePng, 'application/pdf': largePdf } = each(files, large);
export const largeWithValidType: Record<string, Parts> = {
  'a large PNG without a type': { ...largePng, type: null },
  'a large PDF as octet-stream': { ...largePdf, ...octetStream },
};
export const largeWithOtherType: Record<string, Parts> = {
  'a large PNG as image/jpeg': { ...largePng, type: 'image/jpeg' },
};
export const largeText: Record<string, Parts> = { 'a large plain text': large({ file: 'plain text', type: null }) };
export const largeWithUnknownKind: Record<string, Parts> = {
  'a large PDF of an unknown kind': { ...largePdf, kind: 'UNKNOWN' },
};
export const largeWithWrongParts: Record<string, Parts> = {
  'a large PNG without a kind': { ...largePng, kind: null },
  'an unknown part behind a large PDF': { ...largePdf, more: [{ name: 'note', content: 'x' }] },
};

/** Files as tools write them, with the type that is theirs. */
export const written: Record<string, Parts> = each(realFiles, ({ type, content }) => ({
  file: latin1(content),
  type,
  filename: 'evidence',
}));

export const withOtherType: Record<string, Parts> = {
  'a PNG as image/jpeg': { ...files['image/png'], type: 'image/jpeg' },
  'a JPEG as image/png': { type: 'image/png' },
  'a JPEG as application/pdf': { type: 'application/pdf' },
  'a PDF as image/jpeg': { ...files['application/pdf'], type: 'image/jpeg' },
  'a JPEG as text/html': { type: 'text/html' },
  'a JPEG as application/zip': { type: 'application/zip' },
  'a PNG as image/gif': { ...files['image/png'], type: 'image/gif' },
  'a JPEG as image/webp': { type: 'image/webp' },
  'a PNG as image/jpg': { ...files['image/png'], type: 'image/jpg' },
  ...Object.fromEntries(
    Object.entries(fileTypeAliases).flatMap(([what, aliases]) =>
      [...typesLikeOctetStream, ...aliases].map((type) => [
        `${what} as ${type}`,
        { ...files[what as keyof typeof files], type },
      ]),
    ),
  ),
};

const disguises = { 'as image/jpeg': 'image/jpeg', 'as octet-stream': octetStream.type, 'without a type': null };
/** The plain text has every disguise, the others have one each. */
export const foreignFiles: Record<string, Parts> = Object.fromEntries(
  Object.entries(foreignContents).flatMap(([what, content], at) => {
    const all = Object.entries(disguises);
    return (at === 0 ? all : [all[at % 3]!]).map(([how, type], disguise) => [
      `${what} ${how}`,
      { file: latin1(content), type, filename: `evidence.${['jpg', 'png', 'pdf'][(at + disguise) % 3]}` },
    ]);
  }),
);

export const withShiftedSignature: Record<string, Parts> = {
  'a JPEG after one byte': { file: `\0${picture.file}`, type: null },
  'a PNG after a space': { file: ` ${files['image/png'].file}`, type: null },
  // Readers find the PDF in these; what a person would open is another file.
  'a page of HTML with a PDF in it': { file: `<!doctype html><!--\n${files['application/pdf'].file}-->`, type: null },
  'a ZIP with a PDF in it': {
    file: `PK\x03\x04\x0a${'\0'.repeat(13)}deed.pdf${files['application/pdf'].file}`,
    type: 'application/pdf',
  },
  'a PDF after 1,100 bytes': { file: 'x'.repeat(1100) + files['application/pdf'].file, type: 'application/pdf' },
};

/** Files that begin with a signature, and that no decoder opens. */
export const notWhole: Record<string, Parts> = {
  ...Object.fromEntries(
    Object.entries(bareSignatures).map(([type, content]) => [
      `only the signature of ${type}`,
      { file: latin1(content), type, filename: 'evidence' },
    ]),
  ),
  'a JPEG that begins with an unknown segment': { ...picture, file: '\xff\xd8\xff\0' },
  'the first half of a JPEG': { ...picture, file: picture.file.slice(0, 1000) },
  'a page of HTML behind the signature of a PDF': {
    ...files['application/pdf'],
    file: '%PDF-2.0\n<html><script>alert(1)</script></html>',
  },
};

/** Files that many libraries know by less than their signature, or behind other bytes. */
export const nearlyRecognised: Record<string, Parts> = {
  'a PDF after a byte-order mark': { file: `\xef\xbb\xbf${files['application/pdf'].file}`, type: null },
  'a PDF after a line end': { file: `\r\n${files['application/pdf'].file}`, type: 'application/pdf' },
  'a PDF after 500 bytes': { file: 'x'.repeat(500) + files['application/pdf'].file, type: 'application/pdf' },
  'a PDF signature without its hyphen': { file: '%PDF1.4\n', type: null },
  'only two bytes of the JPEG signature': { file: '\xff\xd8\0\xe0', type: 'image/jpeg' },
  'a PNG with line ends converted': { file: '\x89PNG\n\x1a\n\0\0\0\0', type: 'image/png' },
};

export const unknownKinds = [
  '',
  ...words('DRIVER_LICENSE UNKNOWN ID 0 1 ID_FRONT,ID_BACK constructor'),
  ...nearMissesOf('ID_FRONT'),
  ...falsyWords,
];

const specialBoundary = "----=_Part.4711(A)+'b'/?:_=";
const longestBoundary = '-'.repeat(46) + '123456789012345678901234';
export const contentType = (type: string): Change => ({ headers: { 'Content-Type': type } });
/** The same upload as other HTTP clients write it (RFC 7578, RFC 2046). */
export const writtenByClients: Record<string, Change> = {
  'a boundary of special characters and of letters in both cases': {
    ...contentType(`multipart/form-data; boundary="${specialBoundary}"`),
    boundary: specialBoundary,
  },
  'a boundary between other parameters': contentType(
    'multipart/form-data; charset=utf-8; boundary=idv-conformance-boundary; note="x; y"',
  ),
  'a boundary of 70 characters': {
    ...contentType(`multipart/form-data; boundary=${longestBoundary}`),
    boundary: longestBoundary,
  },
  ...Object.fromEntries(Object.keys(clientForms).map((formAs) => [formAs, { formAs }])),
  ...each<Parts>(
    {
      'further headers': {
        kindHeaders: 'Content-ID: <1>\r\nContent-Length: 3\r\nX-Other: 1',
        fileHeaders: 'Content-ID: <1>\r\nContent-Length: 3\r\nX-Other: 1',
      },
      'a kind with another text type': { kindHeaders: 'Content-Type: text/csv' },
      'a kind in US-ASCII': { kindHeaders: 'Content-Type: text/plain; charset=us-ascii' },
      'a kind with a type in capital letters and a charset in quotes': {
        kindHeaders: 'Content-Type: TEXT/PLAIN; CHARSET="UTF-8"',
      },
    },
    parts,
  ),
};

/** With a file that ends almost as a part does. */
const endingAs = (writtenAs: string, delimiter: string): Change => ({
  writtenAs,
  parts: { ...picture, file: `${latin1(smallestJpeg)}${delimiter.slice(0, -2)}\r\n-\r` },
});
const lengthOf = ({ writtenAs, parts: { file } = {} }: Change) => writtenBy(writtenAs!, 'ID_FRONT', file!).body.length;
// The first has a short boundary and the file first, the second a long one and the file last.
const shortForm = endingAs('LWP', '\r\n--xYzZY');
const longForm = endingAs('requests', '\r\n--44fd60a734c20f38186d340ce0f69a45');
/** Uploads in so many pieces that few of them are cut at every byte, by label those of one case. */
export const cutUploads: Record<string, { uncut: Change; cuts: number[][] }> = {
  ...inCases('a short boundary, in pieces of 19 bytes', shortForm, atDistance(19, lengthOf(shortForm)), 4),
  ...inCases('a long boundary, in pieces of 13 bytes', longForm, atDistance(13, lengthOf(longForm)), 2),
  ...inCases('a short boundary, in pieces of one byte', shortForm, singleBytes(45, lengthOf(shortForm)), 2),
};

const typeHeader = '\r\nContent-Type: image/jpeg\r\n';
/** A PNG as image/jpeg, cut at each byte of the header that says so. */
export const cutInType: Change[] = atDistance(7, typeHeader.length + 1).map((cuts) => {
  const at = writtenBy('LWP', '', '').body.indexOf(typeHeader);
  return { writtenAs: 'LWP', parts: files['image/png'], cutAt: cuts.map((cut) => at + cut) };
});

function inCases(label: string, uncut: Change, lists: number[][], perCase: number) {
  const cases = Array.from({ length: Math.ceil(lists.length / perCase) }, (_, at) => {
    const cuts = lists.slice(at * perCase, (at + 1) * perCase);
    return [`${label}, from byte ${cuts.map(([first]) => first).join(' or ')}`, { uncut, cuts }];
  });
  return Object.fromEntries(cases) as Record<string, { uncut: Change; cuts: number[][] }>;
}

const kindPart: OtherPart = { name: 'kind', content: 'ID_FRONT' };
const filePart: OtherPart = { name: 'file', content: picture.file, filename: picture.filename, type: picture.type };
// Bytes; a multiple of what parsers usually read at once.
const buffer = 65_536;
const endingAt = (size: number): Change[] =>
  [0, 1, 2, 3, 4].map((before) => ({
    ...parts({ type: 'image/jpeg', filename: 'evidence.jpg' }),
    fileSize: size - before,
  }));
const beforeFile = multipart([kindPart, { ...filePart, content: '' }]).body.slice(0, -2);
/** Files behind which a buffer ends before or within the next delimiter. */
export const endingWithBuffer: Record<string, Change[]> = {
  'files that end where a buffer does': endingAt(buffer),
  'files that end where a buffer for the whole body does': endingAt(buffer - Buffer.concat(beforeFile).length),
};

const note: OtherPart = { name: 'note', content: 'x' };
const second = latin1(jpeg('second'));
export const withRepeatedPart: Record<string, Parts> = {
  'two kinds': { before: [kindPart] },
  'two different kinds, the file between them': { more: [{ ...kindPart, content: 'SELFIE' }] },
  'two files': { more: [{ ...filePart, content: second }] },
  'two files, the kind last': { before: [filePart], fileFirst: true },
  'a kind after an empty kind': { before: [{ ...kindPart, content: '' }] },
  'a second kind, with a file name': { more: [{ ...kindPart, filename: 'kind.txt' }] },
  'a second file without a file name': { more: [{ name: 'file', content: second }] },
  'an empty file behind a file': { more: [{ ...filePart, content: '' }] },
};
export const withUnknownPart: Record<string, Parts> = {
  'a text part before the others': { before: [note] },
  'a text part after the others': { more: [note] },
  // Every parser reads fifty parts.
  'forty text parts': { more: Array.from({ length: 40 }, (_, at) => ({ ...note, name: `note-${at}` })) },
  'a file part': { more: [{ ...filePart, name: 'selfie' }] },
  'a name in upper case': { more: [{ ...kindPart, name: 'KIND' }] },
  'a kind with a name in upper case': { kind: null, before: [{ ...kindPart, name: 'KIND' }] },
  'a file with a name in a list': { file: null, more: [{ ...filePart, name: 'file[]' }] },
  'a kind with a name in a list': { kind: null, before: [{ ...kindPart, name: 'kind[]' }] },
  // Some libraries decode names, and some only the name of a file.
  'a kind with a name in percent-encoding': { kind: null, before: [{ ...kindPart, name: '%6Bind' }] },
  'a kind with a name in wide letters': { kind: null, before: [{ ...kindPart, name: 'ｋｉｎｄ' }] },
  'an empty text part': { more: [{ ...note, content: '' }] },
  ...Object.fromEntries(
    ['__proto__', ...unknownNames.filter((name) => name !== '_charset_')].map((name) => [
      `the part ${name}`,
      { more: [{ ...note, name }] },
    ]),
  ),
};
export const truncatedForms: Record<string, Change> = {
  'after the file': parts({ ...picture, truncated: true }),
  'after the kind': parts({ ...picture, fileFirst: true, truncated: true }),
  ...Object.fromEntries(Object.keys(cutForms).map((formAs) => [formAs, { ...parts(picture), formAs }])),
};

// Bytes that quoted-printable would decode.
export const readable = { ...picture, file: `${picture.file}=41=3D=\r\n=\n` };
const transferEncoding = (coding: string) => `Content-Transfer-Encoding: ${coding}`;
const declared = (codings: string[]) =>
  Object.fromEntries(codings.map((coding) => [`a JPEG as ${coding}`, transferEncoding(coding)]));
/** Headers which say that there is nothing to decode. */
export const encodingsOfClients: Record<string, string> = declared(['binary', '8bit', '7bit', 'BINARY']);
/** Headers that declare an encoding which the content of the part does not have. */
export const encodingHeaders: Record<string, string> = {
  ...declared(['base64', 'quoted-printable', 'x-unknown']),
  'a JPEG as chunked': 'Transfer-Encoding: chunked',
  'a JPEG as gzip': 'Content-Encoding: gzip',
};
const inBase64 = { ...picture, file: jpeg().toString('base64') };
/** Parts that are valid only when they are decoded. */
export const encodedParts: Record<string, Parts> = {
  'a JPEG in base64': { ...inBase64, fileHeaders: transferEncoding('base64') },
  'a JPEG in BASE64': { ...inBase64, fileHeaders: transferEncoding('BASE64') },
  'a kind in base64': {
    ...picture,
    kind: Buffer.from('SELFIE').toString('base64'),
    kindHeaders: transferEncoding('base64'),
  },
  'a kind in quoted-printable': { ...picture, kind: 'SELF=49E', kindHeaders: transferEncoding('quoted-printable') },
};
export const inGzip = { ...picture, file: latin1(gzipSync(jpeg())) };

/** It is so short that the oracle knows its end too. */
export const inWords = {
  ...picture,
  file: `${latin1(realFiles['a JPEG with bytes after its end']!.content)} the text in this picture is evidence and not metadata`,
};
export const namedFile = { ...picture, filename: 'name-of-the-file-4711.jpg' };
export const samePicture = parts({ ...picture, file: latin1(jpeg('the same bytes')) });
