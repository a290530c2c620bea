/** The words of a text, which blanks and line ends separate. */
export const words = (text: string): string[] => text.split(/\s+/);

/** No word of any language, and long enough that a part of it identifies it. */
export const identifiable = 'Zq7Wx9Kv4Jb2Hy';

/** The same, and short: a service may show only values that fit into its message. */
export const shortIdentifiable = 'Qv3Kz';

/** Words that are false, empty or nothing in some language. */
export const falsyWords = ['0', '00', '0.0', '-0', 'null', 'nil', 'None', 'undefined', 'false', 'NaN', '[]', '{}'];

/** Texts that a careless comparison takes for a word. */
export const nearMissesOf = (word: string): string[] =>
  [
    word.toLowerCase(),
    word[0] + word.slice(1).toLowerCase(),
    ...['{} ', ' {}', '{}\n', '{}\0', '\ufeff{}', '{}\u200b', '\u00a0{}'].map((form) => form.replace('{}', word)),
    wide(word),
    `${word}X`,
    word.slice(0, -1),
    ...['"{}"', '{},{}', '{};'].map((form) => form.replaceAll('{}', word)),
    word.replace('_', '-'),
  ].filter((text) => text !== word);

const wide = (word: string) =>
  word.replaceAll(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

/**
 * Pairs of texts that some language, collation or column takes for equal. `{n}` is a number that no other pair
 * has.
 */
const equalLooking = {
  'numbers with and without an exponent': ['{n}00', '{n}e2'],
  'numbers with and without a leading zero': ['{n}', '0{n}'],
  'numbers with and without a fraction': ['{n}', '{n}.0'],
  'numbers with and without a sign': ['{n}', '+{n}'],
  'two numbers that are zero': ['0e{n}', '0e{n}1'],
  'numbers beyond the precision of a float': ['9007199254740993{n}', '9007199254740992{n}'],
  'letters of both cases': ['Straza{n}', 'straza{n}'],
  'a text with and without a space at the end': ['abc{n}', 'abc{n} '],
  'a text with and without a space at the beginning': ['abc{n}', ' abc{n}'],
  'a text with and without punctuation': ['a-b{n}', 'ab{n}'],
  'a hyphen and an underscore': ['a-b{n}', 'a_b{n}'],
  'an SQL wildcard and a text that it matches': ['a_b{n}', 'axb{n}'],
  'a percent-encoded letter': ['abc{n}', '%61bc{n}'],
  'a plus sign and a blank': ['a+b{n}', 'a b{n}'],
  'an HTML entity': ['a&b{n}', 'a&amp;b{n}'],
  'a text in quotes': ['abc{n}', '"abc{n}"'],
  'a text with and without a part that a shell or a query cuts': ['abc{n}', 'abc{n};x'],
  // Both have the same 32-bit hash in many languages.
  'texts with the same sum of characters': ['{n}Aa', '{n}BB'],
  'letters with and without an accent': ['cafe{n}', 'café{n}'],
  'sharp s and two of them': ['Strasse{n}', 'Straße{n}'],
  'the Turkish letter i': ['title{n}', 't\u0131tle{n}'],
  'composed and decomposed letters': ['café{n}', 'cafe\u0301{n}'],
  'full-width and half-width letters': ['abc{n}', '\uff41\uff42\uff43{n}'],
  'a space and a no-break space': ['a b{n}', 'a\u00a0b{n}'],
  'a text with and without an invisible character': ['abc{n}', 'a\u200bbc{n}'],
  'texts that differ after a #': ['abc#{n}', 'abc#{n}1'],
  'texts that differ after a ?': ['abc?{n}', 'abc?{n}1'],
  'two characters outside the Basic Multilingual Plane': ['a🪪{n}', 'a🧾{n}'],
} satisfies Record<string, [one: string, other: string]>;

export type EqualLooking = keyof typeof equalLooking;

/** The pairs with a number each. */
export const equalLookingWith = (number: () => string): Record<string, [one: string, other: string]> =>
  Object.fromEntries(
    Object.entries(equalLooking).map(([label, pair]) => {
      const digits = number();
      return [label, pair.map((text) => text.replace('{n}', digits)) as [string, string]];
    }),
  );

/** Those that a header can carry. */
export const visibleOnly = (pairs: Record<string, [string, string]>): Record<string, [string, string]> =>
  Object.fromEntries(Object.entries(pairs).filter(([, pair]) => pair.every((text) => /^[!-~]+$/.test(text))));

// The ranges of Unicode 17 with spaces (Z) and format characters (Cf).
const rangesWithSpaces = [
  [0x20, 0x3001],
  [0xfeff, 0xfffc],
  [0x110bd, 0x110ce],
  [0x13430, 0x13440],
  [0x1bca0, 0x1bca4],
  [0x1d173, 0x1d17b],
  [0xe0001, 0xe0080],
] as const;

/** All of them, because services often remove exactly these. */
export const spacesAndFormats: string = rangesWithSpaces
  .map(([from, end]) => String.fromCodePoint(...Array.from({ length: end - from }, (_, at) => from + at)))
  .join('')
  .replaceAll(/[^\p{Z}\p{Cf}]/gu, '');
