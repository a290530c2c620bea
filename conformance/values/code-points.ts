// Code points that programs tend to change: joiners, selectors, combining and bidirectional characters, and others.
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x300, 0x36f],
  [0x483, 0x489],
  [0x591, 0x5bd],
  [0x64b, 0x652],
  [0x93c, 0x94d],
  [0x958, 0x95f],
  [0x1100, 0x1112],
  [0x1161, 0x1175],
  [0x11a8, 0x11c2],
  [0x1ab0, 0x1abd],
  [0x1dc0, 0x1dff],
  [0x1e9b, 0x1e9e],
  [0x200b, 0x200f],
  [0x2000, 0x200a],
  [0x2028, 0x202e],
  [0x2060, 0x2064],
  [0x20d0, 0x20f0],
  [0x2126, 0x2126],
  [0x212a, 0x212b],
  [0x2329, 0x232a],
  [0x2f00, 0x2fd5],
  [0x3099, 0x309a],
  [0xac00, 0xd7a3],
  [0xe000, 0xf8ff],
  [0xf900, 0xfa0d],
  [0xfb1d, 0xfb1d],
  [0xfb2a, 0xfb36],
  [0xfdd0, 0xfdef],
  [0xfe00, 0xfe0f],
  [0xfe20, 0xfe2f],
  [0xfeff, 0xfeff],
  [0xff01, 0xff5e],
  [0xff61, 0xff9f],
  [0xfff9, 0xffff],
  [0x1d15e, 0x1d164],
  [0x1d400, 0x1d7ff],
  [0x1f1e6, 0x1f1ff],
  [0x1f3fb, 0x1f3ff],
  [0x1fffe, 0x1ffff],
  [0x20000, 0x2a6df],
  [0x2f800, 0x2fa1d],
  [0xe0001, 0xe007f],
  [0xe0100, 0xe01ef],
  [0xf0000, 0xffffd],
  [0x100000, 0x10fffd],
] as const;

// Decomposed, one code point can become three, and a reference holds 256.
const most = 85;
const isAllowed = (code: number) => code >= 0x20 && (code < 0x7f || code > 0x9f) && (code < 0xd800 || code > 0xdfff);

/** Every code point of a small range, and evenly chosen ones of a large one. */
const chosen = ([from, to]: readonly [number, number]): number[] => {
  const step = Math.ceil((to - from + 1) / most);
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => from + at * step).filter(isAllowed);
};

const blocks = Array.from({ length: 0x80 }, (_, row) => row * 0x200 + 0x141);
const distant = Array.from({ length: 0x100 }, (_, row) => 0x10000 + row * 0x1000);

const batches = (codes: number[]): number[][] =>
  Array.from({ length: Math.ceil(codes.length / most) }, (_, at) => codes.slice(at * most, (at + 1) * most));

/** Texts that together hold the code points of these ranges, and some of every plane. */
export const codePointSamples: Record<string, string> = Object.fromEntries(
  batches([...ranges.flatMap(chosen), ...blocks.filter(isAllowed), ...distant]).map((codes) => [
    `code points from U+${codes[0]!.toString(16).toUpperCase()} to U+${codes.at(-1)!.toString(16).toUpperCase()}`,
    String.fromCodePoint(...codes),
  ]),
);
