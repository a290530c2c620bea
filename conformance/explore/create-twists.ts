import { unknownNames } from '../values/names.ts';
import { falsyWords, nearMissesOf } from '../values/texts.ts';
import { eachOf, labelled, type Twist, type Twists } from './step.ts';

const set =
  (name: string) =>
  (value: unknown): Twist =>
  (draft) => {
    draft.json = { ...draft.json, [name]: value };
  };

const raw =
  (write: (text: string, json: Record<string, unknown>) => string | Buffer): Twist =>
  (draft) => {
    draft.body = Buffer.from(write(JSON.stringify(draft.json), draft.json) as string);
  };

/** A reference of this text, made unique where its length allows it. */
const reference =
  (text: string): Twist =>
  (draft) => {
    draft.json = { ...draft.json, reference: text };
  };

const wrongTypes = {
  ...labelled('XX', 'PERSON', '', 'constructor', 'PF/PM', ...nearMissesOf('PF'), ...falsyWords),
  ...{
    number: 1,
    zero: 0,
    null: null,
    true: true,
    false: false,
    list: ['PF'],
    'empty list': [],
    object: { PF: 'PF' },
    fraction: 1.5,
  },
};
const nonStrings = {
  ...{ number: 42, zero: 0, null: null, true: true, false: false, list: ['x'], 'empty list': [], object: { a: 'x' } },
  ...{ 'empty object': {}, fraction: -1.5, 'large number': 1e300 },
};
const nonObjects = labelled('[]', '[{"type":"PF","reference":"x"}]', '"x"', '7', 'null', 'true', '""', '[[]]', '-0.5');
const controls = Object.fromEntries(
  [0, 1, 7, 8, 9, 10, 11, 12, 13, 27, 31, 127, 128, 133, 150, 159].map((code) => [
    code.toString(16),
    String.fromCodePoint(code),
  ]),
);
const legal = labelled(
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
);
// Code points that programs tend to change, beside ordinary ones.
const ranges: Record<string, [from: number, to: number][]> = {
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
const directives = labelled(
  'sandbox:',
  'sandbox:approve ',
  'sandbox:Approve',
  'sandbox:aprove',
  'sandbox:approve:x',
  'sandbox:approved',
  'sandbox: approve',
  'sandbox:deny:',
  'sandbox:deny:FACE_MATCH_OK',
  'sandbox:deny:face_match_fail',
  'sandbox:deny:FACE__MATCH_FAIL',
  'sandbox:deny:_FAIL',
  'sandbox:deny:FAIL',
  'sandbox:deny:9_FAIL',
  'sandbox:deny:A_FAIL ',
  'sandbox:deny:FACE_MATCH_FAIL ',
  'sandbox:denyX',
  'sandbox:denied',
  'sandbox:deny:A_FAIL\u00a0',
  'sandbox:deny:A-B_FAIL',
  'sandbox:deny:É_FAIL',
  'sandbox:hold:1',
  'sandbox:holdx',
  'sandbox:error',
  'sandbox:error:',
  'sandbox:error:500',
  'sandbox:error:4290',
  'sandbox:error:503:x',
  'sandbox:pending',
  'sandbox::approve',
  'sandbox:#x',
  'sandbox:approve?x',
);
const validDirectives = labelled(
  'sandbox:approve',
  'sandbox:approve#',
  'sandbox:approve#a#b',
  'sandbox:deny#sandbox:approve',
  'sandbox:deny',
  'sandbox:deny:A_FAIL',
  'sandbox:deny:A9_B0_FAIL#x',
  `sandbox:deny:${'A'.repeat(123)}_FAIL`,
  `sandbox:deny:${'A'.repeat(124)}_FAIL`,
  'sandbox:hold',
  'sandbox:hold#approve',
  'sandbox:error:429',
  'sandbox:error:503',
  'sandbox:error:429#x',
);
const names = labelled(
  ...unknownNames,
  ...[
    'type\0x',
    'note\0',
    ' reference',
    'a/b',
    'a~b',
    'a~1b',
    'a%b',
    'a b',
    'ñ',
    'a"b',
    'a\\b',
    'a#b',
    '__proto__',
    '',
    '身',
    'a^b',
    'a|b',
    '[0]',
    '.',
    '..',
  ],
);
const malformed: Record<string, (text: string) => string> = {
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
const spelled: Record<string, (text: string, json: Record<string, unknown>) => string> = {
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
const broken: Record<string, Buffer> = {
  'a lone byte': Buffer.from([0xff]),
  'a truncated sequence of bytes': Buffer.from([0xe2, 0x82]),
  'an overlong sequence': Buffer.from([0xc0, 0xaf]),
  'a surrogate': Buffer.from([0xed, 0xa0, 0x80]),
  'a continuation': Buffer.from([0x80]),
  'beyond Unicode': Buffer.from([0xf5, 0x80, 0x80, 0x80]),
};
const surrogates = labelled(
  String.raw`\ud83e`,
  String.raw`\udeaa`,
  String.raw`a\udeaa\ud83eb`,
  String.raw`\ud83ex`,
  String.raw`\uD83E\u0041`,
);
const missing = { type: ['type'], reference: ['reference'], both: ['type', 'reference'] };
const bytesOf = (size: number, behind: boolean) => (text: string) => {
  const space = ' '.repeat(Math.max(0, size - Buffer.byteLength(text)));
  return behind ? text + space : space + text;
};

/** Changes of the body of a create: values of its schema, their boundaries, and what no schema allows. */
export const createTwists: Twists = {
  ...eachOf('type', wrongTypes, set('type')),
  ...eachOf('reference', nonStrings, set('reference')),
  ...eachOf('legal reference', legal, reference),
  ...eachOf('directive', directives, reference),
  ...eachOf('valid directive', validDirectives, reference),
  ...eachOf('control', controls, (control) => (draft) => set('reference')(`a${control}b`)(draft, undefined!)),
  ...eachOf(
    'control at the end',
    controls,
    (control) => (draft) => set('reference')(`ab${control}`)(draft, undefined!),
  ),
  ...eachOf('length', { 0: 0, 1: 1, 2: 2, 255: 255, 256: 256, 257: 257, 1000: 1000, 30000: 30_000 }, (length) =>
    reference('x'.repeat(length)),
  ),
  ...eachOf('length in emoji', { 128: 128, 129: 129, 255: 255, 256: 256, 257: 257 }, (length) =>
    reference('🪪'.repeat(length)),
  ),
  ...eachOf('length in combining accents', { 128: 128, 129: 129, 256: 256 }, (length) =>
    reference('e\u0301'.repeat(length)),
  ),
  ...eachOf('length with spaces at the end', { 256: 256, 257: 257 }, (length) =>
    reference('x'.repeat(9).padEnd(length)),
  ),
  ...eachOf('length in accents', { 256: 256, 257: 257 }, (length) => reference('é'.repeat(length))),
  ...eachOf('property', names, (name) => (draft, { unique }) => {
    draft.body = Buffer.from(JSON.stringify(draft.json).replace(/}$/, `,${JSON.stringify(name)}:"${unique}"}`));
  }),
  ...eachOf('surrogate in a name', surrogates, (escape) => raw((text) => text.replace('{', `{"${escape}":1,`))),
  ...eachOf('property with value', { null: null, list: [], object: {}, false: false }, set('extra')),
  ...eachOf('missing', missing, (absent) => (draft) => {
    draft.json = Object.fromEntries(Object.entries(draft.json).filter(([name]) => !absent.includes(name)));
  }),
  ...eachOf('missing, in the query', missing, (absent) => (draft) => {
    const given = absent.map((name) => `${name}=${encodeURIComponent(String(draft.json[name]))}`);
    draft.path += `?${given.join('&')}`;
    draft.json = Object.fromEntries(Object.entries(draft.json).filter(([name]) => !absent.includes(name)));
  }),
  ...eachOf('not an object', nonObjects, (text) => raw(() => text)),
  ...eachOf('malformed', malformed, raw),
  ...eachOf('spelled', spelled, raw),
  ...eachOf('surrogate', surrogates, (escape) =>
    raw((text) => text.replace('"reference":"', `"reference":"${escape}`)),
  ),
  ...eachOf('surrogate in type', surrogates, (escape) => raw((text) => text.replace('"type":"', `"type":"${escape}`))),
  ...eachOf('bytes', broken, (bytes) =>
    raw((text) => {
      const at = text.indexOf('"reference":"') + 13;
      return Buffer.concat([Buffer.from(text.slice(0, at)), bytes, Buffer.from(text.slice(at))]);
    }),
  ),
  ...eachOf('size', { 65536: 65_536, 65537: 65_537, 70000: 70_000, 200000: 200_000 }, (size) =>
    raw(bytesOf(size, false)),
  ),
  ...eachOf('size, behind', { 65536: 65_536, 65537: 65_537 }, (size) => raw(bytesOf(size, true))),
  ...eachOf(
    'size, without Content-Length',
    { 65536: 65_536, 65537: 65_537, 200000: 200_000 },
    (size) => (draft, ingredients) => {
      raw(bytesOf(size, true))(draft, ingredients);
      draft.chunked = true;
    },
  ),
  'names in another letter case': (draft) => {
    const { type, reference: text } = draft.json;
    draft.json = { Type: type, Reference: text };
  },
  'a name in another letter case': (draft) => {
    const { reference: text, ...rest } = draft.json;
    draft.json = { ...rest, Reference: text };
  },
  'UTF-16 without a mark': raw((text) => Buffer.from(text, 'utf16le')),
  'a repeated property': raw((text) => text.replace('{', '{"type":"PM",')),
  'a byte-order mark': raw((text) => `\ufeff${text}`),
  'UTF-16': raw((text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
  'deep nesting': raw(() => `{"type":"PF","reference":${'['.repeat(2000)}${']'.repeat(2000)}}`),
  ...eachOf('random reference', ranges, (codes) => (draft, { pick }) => {
    const random = Array.from({ length: 1 + pick(12) }, () => {
      const [from, to] = codes[pick(codes.length)]!;
      return String.fromCodePoint(from + pick(to - from + 1));
    });
    draft.json = { ...draft.json, reference: random.join('') };
  }),
  'an entity': set('type')('PM'),
};
