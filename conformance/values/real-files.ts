// Files as tools write them, made in code but for one. Each is whole, and a decoder opens it; a detector that knows a format better than
// its signature may give some of them another name.
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { chunk, pdf, png, pngSignature, segment } from './evidence-files.ts';

export interface RealFile {
  type: 'image/jpeg' | 'image/png' | 'application/pdf';
  /** what writes such files */
  writtenBy: string;
  content: Buffer;
}

// Pixels, in both directions.
const side = 16;

const concat = (...pieces: (Buffer | string)[]) =>
  Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)));
const numbers = (write: (into: Buffer, value: number, at: number) => void, width: number, values: number[]) => {
  const bytes = Buffer.alloc(width * values.length);
  for (const [at, value] of values.entries()) write(bytes, value, at * width);
  return bytes;
};
const shorts = (...values: number[]) => numbers((into, value, at) => into.writeUInt16LE(value, at), 2, values);
const longs = (...values: number[]) => numbers((into, value, at) => into.writeUInt32LE(value, at), 4, values);
const bigLongs = (...values: number[]) => numbers((into, value, at) => into.writeUInt32BE(value, at), 4, values);

// JPEG. Each block of 8 × 8 pixels is two zero bits, because each Huffman table has one symbol.

const oneSymbol = (table: number) => Buffer.from([table, 1, ...Array<number>(15).fill(0), 0]);
const components = (count: number, describe: (id: number) => number[]) =>
  Array.from({ length: count }, (_, at) => describe(at + 1)).flat();

/** A baseline JPEG with these segments behind its first marker. */
function jpegOf(segments: Buffer[], count = 1): Buffer {
  const blocks = (side / 8) ** 2 * count;
  return concat(
    Buffer.from([0xff, 0xd8]),
    ...segments,
    segment(0xdb, Buffer.from([0, ...Array<number>(64).fill(1)])),
    segment(0xc0, Buffer.from([8, 0, side, 0, side, count, ...components(count, (id) => [id, 0x11, 0])])),
    segment(0xc4, oneSymbol(0x00)),
    segment(0xc4, oneSymbol(0x10)),
    segment(0xda, Buffer.from([count, ...components(count, (id) => [id, 0]), 0, 63, 0])),
    Buffer.alloc((blocks * 2) / 8),
    Buffer.from([0xff, 0xd9]),
  );
}

const jfif = segment(0xe0, concat('JFIF\0\x01\x01\0\0\x01\0\x01\0\0'));
/** The orientation of a camera. */
const exif = segment(
  0xe1,
  concat('Exif\0\0II*\0', longs(8), shorts(1), shorts(0x0112, 3), longs(1), shorts(1, 0), longs(0)),
);
const adobe = segment(0xee, concat('Adobe\0\x64\0\0\0\0\0'));

/** A second picture behind the first, which an index in the first names (CIPA DC-007). */
function withSecondPicture(): Buffer {
  const second = jpegOf([jfif]);
  const withIndex = (size: number, offset: number) => {
    const entries = concat(longs(0x20030000, size, 0), shorts(0, 0), longs(0, second.length, offset), shorts(0, 0));
    const rows = concat(
      concat(shorts(0xb000, 7), longs(4), '0100'),
      concat(shorts(0xb001, 4), longs(1, 2)),
      concat(shorts(0xb002, 7), longs(32, 50)),
    );
    return jpegOf([exif, segment(0xe2, concat('MPF\0II*\0', longs(8), shorts(3), rows, longs(0), entries))]);
  };
  const { length } = withIndex(0, 0);
  // Offsets count from the II of the index.
  const first = withIndex(length, length - withIndex(0, 0).indexOf('MPF\0') - 4);
  return concat(first, second);
}

// PNG

const header = (depth: number, colour: number, interlaced = 0) =>
  chunk('IHDR', concat(bigLongs(side, side), Buffer.from([depth, colour, 0, 0, interlaced])));
const rows = (bytes: number, count = side) => Buffer.alloc((1 + bytes) * count);
const end = chunk('IEND', Buffer.alloc(0));
const pngOf = (head: Buffer, pixels: Buffer, ...more: Buffer[]) =>
  concat(pngSignature, head, ...more, chunk('IDAT', deflateSync(pixels)), end);

/** The passes of Adam7: first column and row, and the distance to the next. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const interlacedRows = passes.map(([left, top, across, down]) =>
  rows(Math.ceil((side - left) / across), Math.ceil((side - top) / down)),
);

function animation(): Buffer {
  const frame = (at: number) => chunk('fcTL', concat(bigLongs(at, side, side, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])));
  const pixels = deflateSync(rows(side));
  return concat(
    pngSignature,
    header(8, 0),
    chunk('acTL', bigLongs(2, 0)),
    frame(0),
    chunk('IDAT', pixels),
    frame(1),
    chunk('fdAT', concat(bigLongs(2), pixels)),
    end,
  );
}

// PDF

/** A PDF whose objects are compressed, with a stream instead of a table that says where they are. */
function withObjectStreams(): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 3 0 R>>',
    '<</Type/Pages/Kids[4 0 R]/Count 1>>',
    `<</Type/Page/Parent 3 0 R/MediaBox[0 0 612 792]>>`,
  ];
  const index = objects
    .map((_, at) => `${at + 2} ${objects.slice(0, at).join(' ').length + Math.min(at, 1)}`)
    .join(' ');
  const stream = (id: number, entries: string, content: Buffer) => {
    const packed = deflateSync(content);
    const dictionary = `<<${entries}/Length ${packed.length}/Filter/FlateDecode>>`;
    return concat(`${id} 0 obj\n${dictionary}\nstream\n`, packed, '\nendstream\nendobj\n');
  };
  const start = concat('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n');
  const first = `/Type/ObjStm/N 3/First ${index.length + 1}`;
  const packed = stream(1, first, concat(`${index} ${objects.join(' ')}`));
  const at = start.length + packed.length;
  const places = [
    [0, 0, 255],
    [1, start.length, 0],
    [2, 1, 0],
    [2, 1, 1],
    [2, 1, 2],
    [1, at, 0],
  ];
  const table = Buffer.from(places.flatMap(([kind, where, more]) => [kind!, where! >> 8, where! & 255, more!]));
  const list = stream(5, '/Type/XRef/Size 6/W[1 2 1]/Root 2 0 R', table);
  return concat(start, packed, list, `startxref\n${at}\n%%EOF\n`);
}

function rc4(key: Buffer, content: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, at) => at);
  const swap = (one: number, other: number) => ([state[one], state[other]] = [state[other]!, state[one]!]);
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + state[at]! + key[at % key.length]!) & 255;
    swap(at, other);
  }
  let [one, other] = [0, 0];
  return content.map((byte) => {
    one = (one + 1) & 255;
    other = (other + state[one]!) & 255;
    swap(one, other);
    return byte ^ state[(state[one]! + state[other]!) & 255]!;
  }) as Buffer;
}

/** Printing and changing needs a password, opening none (ISO 32000-1 §7.6.3). */
function encrypted(): Buffer {
  const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
  const md5 = (...content: Buffer[]) => createHash('md5').update(Buffer.concat(content)).digest().subarray(0, 5);
  const id = Buffer.alloc(16, 7);
  const owner = rc4(md5(Buffer.from('owner'), padding.subarray(0, 27)), padding);
  const rights = Buffer.alloc(4);
  rights.writeInt32LE(-4);
  const user = rc4(md5(padding, owner, rights, id), padding);
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;
  const by = `/Encrypt<</Filter/Standard/V 1/R 2/O${hex(owner)}/U${hex(user)}/P -4>>/ID[${hex(id)}${hex(id)}]`;
  return concat(pdf('encrypted', '1.4').toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R${by}`));
}

/** What qpdf 11.3.0 makes of such a PDF with `--linearize --static-id`; its tables of offsets and hints describe its own bytes. */
const linearised = Buffer.from(
  `
JVBERi0xLjcKJb/3ov4KMiAwIG9iago8PCAvTGluZWFyaXplZCAxIC9MIDkxNiAvSCBbIDUwOSAxMDkgXSAvTyA1IC9FIDY5MSAvTiAxIC9UIDc1OCA+
PgplbmRvYmoKICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAg
ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAKeHJlZgoyIDQKMDAwMDAwMDAxNSAwMDAwMCBuIAowMDAwMDAwNDYwIDAwMDAw
IG4gCjAwMDAwMDA1MDkgMDAwMDAgbiAKMDAwMDAwMDYxOCAwMDAwMCBuIAp0cmFpbGVyIDw8IC9Sb290IDMgMCBSIC9TaXplIDYgL1ByZXYgNzUwICAg
ICAgICAgICAgICAgICAgIC9JRCBbPDMxNDE1OTI2NTM1ODk3OTMyMzg0NjI2NDMzODMyNzk1PjwzMTQxNTkyNjUzNTg5NzkzMjM4NDYyNjQzMzgzMjc5
NT5dID4+CnN0YXJ0eHJlZgowCiUlRU9GCjMgMCBvYmoKPDwgL1BhZ2VzIDEgMCBSIC9UeXBlIC9DYXRhbG9nID4+CmVuZG9iago0IDAgb2JqCjw8IC9G
aWx0ZXIgL0ZsYXRlRGVjb2RlIC9TIDM2IC9MZW5ndGggMzIgPj4Kc3RyZWFtCnicY2BgYASivwwg4MmAABA2UI6BBUmUEYoh8gBPwgHiCmVuZHN0cmVh
bQplbmRvYmoKNSAwIG9iago8PCAvTWVkaWFCb3ggWyAwIDAgNjEyIDc5MiBdIC9QYXJlbnQgMSAwIFIgL1R5cGUgL1BhZ2UgPj4KZW5kb2JqCjEgMCBv
YmoKPDwgL0NvdW50IDEgL0tpZHMgWyA1IDAgUiBdIC9UeXBlIC9QYWdlcyA+PgplbmRvYmoKeHJlZgowIDIKMDAwMDAwMDAwMCA2NTUzNSBmIAowMDAw
MDAwNjkxIDAwMDAwIG4gCnRyYWlsZXIgPDwgL1NpemUgMiAvSUQgWzwzMTQxNTkyNjUzNTg5NzkzMjM4NDYyNjQzMzgzMjc5NT48MzE0MTU5MjY1MzU4
OTc5MzIzODQ2MjY0MzM4MzI3OTU+XSA+PgpzdGFydHhyZWYKMjE2CiUlRU9GCg==
`,
  'base64',
);

/** By what sets it apart. */
export const realFiles: Record<string, RealFile> = {
  ...of('image/jpeg', {
    'a JPEG that begins with Exif': ['cameras, vips', jpegOf([exif])],
    'a JPEG that begins with its tables': ['sharp by default', jpegOf([])],
    'a JPEG that begins with a comment': ['cjpeg with a comment', jpegOf([segment(0xfe, concat('evidence'))])],
    'a JPEG of four colours': ['ImageMagick, Pillow and Ghostscript for CMYK', jpegOf([adobe], 4)],
    'a JPEG with a second picture': ['phones, for a gain map or depth', withSecondPicture()],
    'a JPEG with bytes after its end': ['phones, for a moving picture', concat(jpegOf([jfif]), 'behind')],
    'a JPEG with a PDF in it': ['exiftool, into a comment', jpegOf([jfif, segment(0xfe, pdf())])],
  }),
  ...of('image/png', {
    'an animated PNG': ['ffmpeg, Pillow, UPNG', animation()],
    'a PNG of 16 bits': ['scanners, ImageMagick', pngOf(header(16, 0), rows(side * 2))],
    'a PNG with a palette': [
      'pngquant, screenshots',
      pngOf(header(8, 3), rows(side), chunk('PLTE', Buffer.from([255, 255, 255, 0, 0, 0]))),
    ],
    'an interlaced PNG': ['Photoshop, GIMP', pngOf(header(8, 0, 1), concat(...interlacedRows))],
    'a PNG with bytes after its end': ['tools that cut a longer file badly', concat(png(), 'behind')],
  }),
  ...of('application/pdf', {
    'a PDF of version 1.3': ['pdfkit, jsPDF, SANE', pdf('evidence', '1.3')],
    'a PDF of version 1.7': ['LibreOffice, Ghostscript, pdf-lib', pdf('evidence', '1.7')],
    'a PDF of version 2.0 with a script in a comment': ['pikepdf, iText', pdf('<script>alert(1)</script>', '2.0')],
    'a PDF with object streams': ['pdfTeX, cairo, qpdf', withObjectStreams()],
    'a linearised PDF': ['qpdf, Acrobat for the web', linearised],
    'an encrypted PDF': ['banks and registries', encrypted()],
    'a PDF with bytes after its end': ['mail gateways, signing tools', concat(pdf(), 'behind'.repeat(200))],
  }),
};

function of(type: RealFile['type'], files: Record<string, [string, Buffer]>): Record<string, RealFile> {
  return Object.fromEntries(
    Object.entries(files).map(([label, [writtenBy, content]]) => [label, { type, writtenBy, content }]),
  );
}
