// What the bytes of a file show (D15, D34, D64).

export type FileType = 'image/jpeg' | 'image/png' | 'application/pdf';

/** A type and how it is known: by a whole file, by its signature alone, or by something like its signature. */
export interface Recognised {
  type: FileType;
  by: 'a whole file' | 'its signature' | 'a part of its signature';
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const signatures: [FileType, Buffer][] = [
  ['image/jpeg', latin1('\xff\xd8\xff')],
  ['image/png', latin1('\x89PNG\r\n\x1a\n')],
  ['application/pdf', latin1('%PDF-')],
];
const partsOfSignatures: [FileType, Buffer][] = [
  ['image/jpeg', latin1('\xff\xd8')],
  ['image/png', latin1('\x89PNG')],
  ['application/pdf', latin1('%PDF')],
];
// Other files, in which a PDF may be: those that begin so, and those whose boxes have their names behind a length.
const foreign = ['<', 'PK', 'GIF8', 'RIFF', 'II*\0', 'MM\0*', 'BM', 'MZ', '\xff\x0a', '\x7fELF'].map(latin1);
const boxes = ['ftyp', 'jP  ', 'JXL '].map(latin1);
// Readers search a PDF's signature in so many bytes.
const searched = 1024;

const beginsWith = (content: Buffer, head: Buffer, from = 0) => content.subarray(from, from + head.length).equals(head);
const typeIn = (list: [FileType, Buffer][], content: Buffer) => list.find(([, head]) => beginsWith(content, head))?.[0];

/** The type of a file; undefined for one that is none of the three, whatever its name says. */
export function recognise(content: Buffer): Recognised | undefined {
  const type = typeIn(signatures, content);
  if (type) return { type, by: isWhole[type](content) ? 'a whole file' : 'its signature' };
  const near = typeIn(partsOfSignatures, content) ?? (isPdfBehindBytes(content) ? 'application/pdf' : undefined);
  return near && { type: near, by: 'a part of its signature' };
}

function isPdfBehindBytes(content: Buffer): boolean {
  const isForeign =
    foreign.some((head) => beginsWith(content, head)) || boxes.some((name) => beginsWith(content, name, 4));
  return !isForeign && content.subarray(0, searched).includes('%PDF-');
}

/** True for a file that every common decoder opens, as far as its structure shows. */
const isWhole: Record<FileType, (content: Buffer) => boolean> = {
  'image/jpeg': isWholeJpeg,
  'image/png': (content) =>
    beginsWith(content, latin1('IHDR'), 12) && content.includes('IDAT') && content.includes('IEND'),
  'application/pdf': (content) =>
    /^%PDF-[12]\.[0-9]/.test(content.toString('latin1', 0, 8)) &&
    content.includes('startxref') &&
    content.includes('%%EOF'),
};

const scan = 0xda;
// Baseline, extended and progressive; few decoders open others.
const frames = [0xc0, 0xc1, 0xc2];
const endOfImage = Buffer.from([0xff, 0xd9]);

function isWholeJpeg(content: Buffer): boolean {
  let hasFrame = false;
  for (let at = 2; at + 4 <= content.length && content[at] === 0xff; at += 2 + content.readUInt16BE(at + 2)) {
    const marker = content[at + 1]!;
    if (marker === scan) return hasFrame && content.includes(endOfImage, at);
    hasFrame ||= frames.includes(marker);
  }
  return false;
}
