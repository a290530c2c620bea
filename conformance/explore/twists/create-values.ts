// The values of a create: those of its schema, their boundaries, and what no schema allows.
import { unknownNames } from '../../values/names.ts';
import { falsyWords, nearMissesOf, words } from '../../values/texts.ts';
import { labelled } from '../step.ts';

export const wrongTypes = {
  ...labelled('XX', 'PERSON', '', 'constructor', 'PF/PM', ...nearMissesOf('PF'), ...falsyWords),
  number: 1,
  zero: 0,
  null: null,
  true: true,
  false: false,
  list: ['PF'],
  'empty list': [],
  object: { PF: 'PF' },
  fraction: 1.5,
};
export const nonStrings = {
  number: 42,
  zero: 0,
  null: null,
  true: true,
  false: false,
  list: ['x'],
  'empty list': [],
  object: { a: 'x' },
  'empty object': {},
  fraction: -1.5,
  'large number': 1e300,
};
export const nonObjects = labelled(
  '[]',
  '[{"type":"PF","reference":"x"}]',
  '"x"',
  '7',
  'null',
  'true',
  '""',
  '[[]]',
  '-0.5',
);
export const controls = Object.fromEntries(
  [0, 1, 7, 8, 9, 10, 11, 12, 13, 27, 31, 127, 128, 133, 150, 159].map((code) => [
    code.toString(16),
    String.fromCodePoint(code),
  ]),
);
export const legal = labelled(
  'x',
  ' ',
  '  padded  ',
  '🪪',
  'é',
  'e\u0301',
  '\u00a0',
  '\u200b',
  '\ufeff',
  '\u2028',
  'ﬁ',
  'Å',
  '"\\/',
  '<b>&amp;',
  "'; DROP TABLE cases;--",
  '../../etc/passwd',
  '%00%20',
  '{{7*7}}',
  '$ref',
  'null',
  '0',
  '007',
  '1e3',
  'true',
  'sandbox',
  'Sandbox:approve',
  'SANDBOX:APPROVE',
  ' sandbox:approve',
  'x-sandbox:approve',
  'sandbox：approve',
  '\u{10ffff}',
  'مرحبا',
  '\u202e',
  'a\ufffe\uffffb',
  '\u{1fffe}',
  'ＡＢ１２',
  'ab  ',
  '#',
  String.raw`C:\ud83ework\u0041`,
  '\ufffd',
  'a  b   c',
  '\u200dx\u200b',
  ...falsyWords.filter((word) => word !== '0' && word !== 'null'),
);
// Code points that programs tend to change, beside ordinary ones.
export const ranges: Record<string, [from: number, to: number][]> = {
  letters: [
    [0x61, 0x7a],
    [0x20, 0x7e],
    [0xa0, 0x17f],
  ],
  marks: [
    [0x61, 0x7a],
    [0x300, 0x36f],
    [0x483, 0x489],
    [0x591, 0x5bd],
    [0x64b, 0x652],
    [0x20d0, 0x20f0],
  ],
  selectors: [
    [0x2764, 0x2764],
    [0xfe00, 0xfe0f],
    [0xe0100, 0xe01ef],
    [0x1f3fb, 0x1f3ff],
    [0x200d, 0x200d],
  ],
  invisible: [
    [0x61, 0x7a],
    [0x200b, 0x200f],
    [0x2028, 0x202e],
    [0x2060, 0x2064],
    [0xfeff, 0xfeff],
    [0xad, 0xad],
  ],
  compatibility: [
    [0xf900, 0xfa0d],
    [0xff01, 0xff5e],
    [0x2f00, 0x2fd5],
    [0x2126, 0x212b],
    [0xfb1d, 0xfb36],
    [0x1d400, 0x1d7ff],
  ],
  private: [
    [0xe000, 0xf8ff],
    [0xf0000, 0xffffd],
    [0x100000, 0x10fffd],
    [0xfdd0, 0xfdef],
    [0xfff9, 0xffff],
  ],
  Hangul: [
    [0x1100, 0x1112],
    [0x1161, 0x1175],
    [0x11a8, 0x11c2],
    [0xac00, 0xd7a3],
  ],
  planes: [
    [0x10000, 0x1ffff],
    [0x20000, 0x2fa1d],
    [0xe0001, 0xe007f],
    [0x1f300, 0x1f6ff],
  ],
  spaces: [
    [0x20, 0x20],
    [0xa0, 0xa0],
    [0x2000, 0x200a],
    [0x3000, 0x3000],
    [0x61, 0x7a],
  ],
};
export const names = labelled(
  ...unknownNames,
  'type\0x',
  'note\0',
  ' reference',
  ...words('a/b a~b a~1b a%b'),
  'a b',
  ...words('ñ a"b a\\b a#b __proto__'),
  '',
  ...words('身 a^b a|b [0] . ..'),
);
export const malformed: Record<string, (text: string) => string> = {
  'truncated at the end': (text) => text.slice(0, -1),
  'truncated in the middle': (text) => text.slice(0, 12),
  'a trailing comma': (text) => text.replace('}', ',}'),
  'single quotes': (text) => text.replaceAll('"', "'"),
  'two objects': (text) => text + text,
  'followed by a word': (text) => `${text}x`,
  'followed by a NUL': (text) => `${text}\0`,
  'a comment': (text) => text.replace('{', '{/* x */'),
  'a line comment': (text) => `${text}// x`,
  'names without quotes': (text) => text.replace('"type"', 'type'),
  NaN: (text) => text.replace(/"PF"|"PM"/, 'NaN'),
  'a number that begins with zero': (text) => text.replace(/"PF"|"PM"/, '01'),
  'a plus sign': (text) => text.replace(/"PF"|"PM"/, '+1'),
  'a raw tab': (text) => text.replace('"reference":"', '"reference":"\t'),
  'a raw line end': (text) => text.replace('"reference":"', '"reference":"\n'),
  'an unknown escape': (text) => text.replace('"reference":"', String.raw`"reference":"\x41`),
  'a short escape': (text) => text.replace('"reference":"', String.raw`"reference":"\u12`),
  'a form': () => 'type=PF&reference=x',
  nothing: () => '',
  'white space': () => '  \n',
  True: () => 'True',
  'a missing colon': (text) => text.replace(':', ''),
  'a missing comma': (text) => text.replace(',', ''),
  'a no-break space': (text) => `\u00a0${text}`,
};
export const spelled: Record<string, (text: string, json: Record<string, unknown>) => string> = {
  'the other order': (_, json) => JSON.stringify(Object.fromEntries(Object.entries(json).toReversed())),
  'white space': (_, json) => JSON.stringify(json, null, '\t ').replaceAll('\n', '\r\n'),
  'white space around': (text) => `\r\n\t ${text} \n`,
  escapes: (text) => text.replaceAll(/[a-z]/g, (letter) => `\\u00${letter.codePointAt(0)!.toString(16)}`),
  'escapes in capital digits': (text) =>
    text.replaceAll(/[j-o]/g, (letter) => `\\u00${letter.codePointAt(0)!.toString(16).toUpperCase()}`),
  'escapes in lower-case digits': (text) =>
    text.replaceAll(/[j-o]/g, (letter) => `\\u00${letter.codePointAt(0)!.toString(16)}`),
  'escaped pairs': (text) => text.replace('"reference":"', String.raw`"reference":"\ud83e\uDEAA`),
  'escaped quotes': (text) => text.replace('"reference":"', String.raw`"reference":"\"\\\b`.replace('\\b', '')),
  'escaped names': (text) => text.replace('"type"', String.raw`"\u0074ype"`),
  'an escaped slash': (text) => text.replace('"reference":"', String.raw`"reference":"\/`),
};
export const broken: Record<string, Buffer> = {
  'a lone byte': Buffer.from([0xff]),
  'a truncated sequence of bytes': Buffer.from([0xe2, 0x82]),
  'an overlong sequence': Buffer.from([0xc0, 0xaf]),
  'a surrogate': Buffer.from([0xed, 0xa0, 0x80]),
  'a continuation': Buffer.from([0x80]),
  'beyond Unicode': Buffer.from([0xf5, 0x80, 0x80, 0x80]),
};
const halves = ['\\ud83e', '\\udeaa'];
/** Half a surrogate pair alone, and beside what a careless parser takes for the other half. */
export const surrogates = labelled(
  ...halves.flatMap((half) => ['', 'x', '\\u0041', '\\n', half].map((next) => half + next)),
  ...words(String.raw`\uD83E \uDEAA a\udeaa\ud83eb \uD83E\u0041`),
);
/** What no property may be, as it is written: numbers that parsers read in different ways, and values within values. */
export const rawValues = labelled(
  ...words('1e400 -1e400 1e-400 1e2 1E+2 12345678901234567890 9007199254740993 -0 0.1 1.0'),
  ...words('[1e400] {"a":1e400} [null] [[]] {"":""} ""'),
);
/** Texts that a careless comparison takes for the same as the original. */
export const nearly: Record<string, (text: string) => string> = {
  ...Object.fromEntries(
    nearMissesOf('x').map((_, at) => [`near miss ${at}`, (text: string) => nearMissesOf(text)[at] ?? text]),
  ),
  'in upper case': (text) => text.toUpperCase(),
  'a character less in front': (text) => text.slice(1),
  'another last character': (text) => `${text.slice(0, -1)}~`,
  'an accent': (text) => text.replace('e', 'é'),
  'a digit with an exponent': (text) => `${text}e0`,
  'a zero in front': (text) => `0${text}`,
  'an underscore': (text) => text.replace('-', '_'),
  'no hyphen': (text) => text.replace('-', ''),
  'an escape of URLs': (text) => text.replace('n', '%6e'),
  'an escape of HTML': (text) => `${text}&amp;`,
  'a suffix': (text) => `${text}#1`,
  'a query': (text) => `${text}?1`,
  'a long end': (text) => text.padEnd(256, 'x'),
  'a long end and another letter': (text) => `${text.padEnd(255, 'x')}y`,
};
export const missing = { type: ['type'], reference: ['reference'], both: ['type', 'reference'] };

/** Where a body is cut into two pieces: behind a text, or within it. */
export const cuts: Record<string, [text: string, at: number]> = {
  'within a letter': ['🪪', 2],
  'within a name': ['reference', 3],
  'behind a brace': ['{', 1],
  'within the reference': ['-', 1],
  'before the last brace': ['"}', 1],
};
