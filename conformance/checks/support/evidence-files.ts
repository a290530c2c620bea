import { crc32, deflateSync } from 'node:zlib';

/** What is uploaded, made in code: no binary files to trust. Each takes a text that makes its bytes unlike others'. */
export type MakeFile = (text?: string) => Buffer;

const segment = (marker: number, content: Buffer) => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, content]);
};

const width = 1024;
const height = 640;

// One code of one bit for one symbol (0: no difference, or end of block), so each 8 × 8 block is two zero bits.
const oneSymbol = (table: number) => Buffer.from([table, 1, ...Array<number>(15).fill(0), 0]);
const greyPicture = Buffer.concat([
  segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
  segment(0xc0, Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])),
  segment(0xc4, oneSymbol(0x00)),
  segment(0xc4, oneSymbol(0x10)),
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.alloc(Math.ceil(((width / 8) * (height / 8) * 2) / 8)),
  Buffer.from([0xff, 0xd9]),
]);
const jpegStart = Buffer.concat([
  Buffer.from([0xff, 0xd8]),
  segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
]);

/** A baseline JPEG of 1024 × 640 grey pixels that any decoder reads. `text` stands in a comment. */
export const jpeg: MakeFile = (text = 'evidence') =>
  Buffer.concat([jpegStart, segment(0xfe, Buffer.from(text)), greyPicture]);

const chunk = (type: string, content: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

const pixels = deflateSync(Buffer.alloc((width + 1) * height));

/** A PNG of 1024 × 640 grey pixels. */
export const png: MakeFile = (text = 'evidence') => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(`Comment\0${text}`)),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** A PDF with one empty page. */
export const pdf: MakeFile = (text = 'evidence') => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>',
  ];
  let body = `%PDF-1.4\n%${text}\n`;
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `xref\n0 4\n0000000000 65535 f \n${rows}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + trailer, 'latin1');
};

/** A file of exactly this many bytes; what follows its content is zeros. */
export function fileOfSize(bytes: number, make: MakeFile = jpeg): Uint8Array[] {
  const content = make('large');
  return [content, ...zeros(bytes - content.length)];
}

// Shared, so that the evidence of every large upload costs nothing.
const zeroPiece = new Uint8Array(64 * 1024);
const zeros = (bytes: number): Uint8Array[] => [
  ...Array<Uint8Array>(Math.floor(bytes / zeroPiece.length)).fill(zeroPiece),
  zeroPiece.subarray(0, bytes % zeroPiece.length),
];

/** The signatures alone: nothing behind them is judged (D64). */
export const bareSignatures: Record<string, Buffer> = {
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
  'image/png': Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  'application/pdf': Buffer.from('%PDF-'),
};

/** Contents that are none of the accepted types, by what they are. */
export const foreignContents: Record<string, Buffer> = {
  'plain text': Buffer.from('This is the front of my identity card.'),
  GIF: Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'),
  WebP: Buffer.from('RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0/\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0', 'latin1'),
  TIFF: Buffer.from('II*\0\x08\0\0\0\0\0', 'latin1'),
  HTML: Buffer.from('<!doctype html><script>alert(1)</script>'),
  SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  ZIP: Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1'),
  'a Windows program': Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'),
  'two bytes of a JPEG': Buffer.from([0xff, 0xd8]),
  'a PNG with line ends converted': Buffer.from('\x89PNG\n\x1a\n\0\0\0\0', 'latin1'),
  'a lower-case PDF signature': Buffer.from('%pdf-1.4\n'),
  'a PDF signature without its hyphen': Buffer.from('%PDF1.4\n'),
  'two bytes of a JPEG and another': Buffer.from([0xff, 0xd8, 0x00, 0xe0]),
  'seven bytes of a PNG': Buffer.from('\x89PNG\r\n\x1a\0\0\0\0', 'latin1'),
  HEIC: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
};
