import type { TestableId } from '../../generated/requirements.ts';
import { codePointSamples } from '../values/code-points.ts';
import { atDistance, singleBytes } from '../values/cuts.ts';
import { pointerLikeNames, unknownNames } from '../values/names.ts';
import { falsyWords, nearMissesOf, spacesAndFormats } from '../values/texts.ts';
import { sentBy } from './other-senders.ts';
import { decidedCase } from './settings.ts';
import {
  accepted,
  bytes,
  create,
  each,
  json,
  named,
  otherSenders,
  read,
  rejected,
  rejectedOfOthers,
  type Scenario,
  type Scenarios,
  scenario,
  seldom,
  text,
  upload,
  labelled,
} from './vocabulary.ts';

// Outside the Basic Multilingual Plane: one code point, two UTF-16 units, four bytes of UTF-8.
const astral = '🪪';
const [person, entity] = [create(json({ type: 'PF' })), create(json({ type: 'PM' }))];
/** A case of each type; whether it is opened at all is another requirement. */
const ofEachType = (details: Partial<Scenario> = {}): Scenario[] =>
  Object.entries({ 'a person': person, 'an entity': entity }).map(([label, opened]) =>
    scenario(label, [opened], { isAnswerGiven: true, ...details }),
  );

const unknownTypes = {
  'another word': 'XX',
  'lower case': 'pf',
  'a longer word': 'PFM',
  empty: '',
  'an index as a string': '0',
  'with a space': 'PF ',
  // `$` matches before a line end in many regular expressions.
  'with a line end': 'PF\n',
  'followed by a NUL': 'PF\0',
  // A property of every object in JavaScript.
  'a property name inherited from Object.prototype': 'constructor',
  ...named('', [...nearMissesOf('PF'), ...falsyWords]),
};
const nonStrings = {
  'a number': 42,
  null: null,
  true: true,
  'a fraction': 1.5,
  'an array': ['PF'],
  'an object': { value: 'PF' },
  false: false,
  'an empty array': [],
  'an empty object': {},
};
// Some libraries accept the index of an enum value instead of the value.
const nonStringTypes = { ...nonStrings, zero: 0, one: 1 };
const nonObjects = {
  'an array': '[]',
  'an array with an object': '[{"type":"PF","reference":"x"}]',
  // JSON in a string, which a service may parse twice.
  'a string': '"{\\"type\\":\\"PF\\",\\"reference\\":\\"x\\"}"',
  'a number': '7',
  null: 'null',
};

/** With characters of two, three and four bytes, and an escape. */
const fragileJson = String.raw`{"type":"PF","reference":"ñ€😀\u00e9 {unique}"}`;
// What replaces {unique} is longer.
const lengthOfFragile = Buffer.byteLength(fragileJson);

const malformed = {
  'an object without its end': '{"type":"PF","reference":"x"',
  'single quotes': "{'type':'PF','reference':'x'}",
  'a trailing comma': '{"type":"PF","reference":"x",}',
  'two objects': '{"type":"PF","reference":"x"}\n{}',
  'not JSON': 'type=PF&reference=x',
  'only white space': ' \r\n',
  'a comment': '{"type":"PF",/* a person */"reference":"x"}',
  'a tab that is not escaped': '{"type":"PF","reference":"a\tb"}',
  'an escape that JSON does not know': '{"type":"PF","reference":"a\\qb"}',
  // Some parsers recognise these by the zeros, and their bytes are UTF-8 too.
  'UTF-16 without a byte-order mark': '{"type":"PF","reference":"x"}'.replaceAll(/./g, '$&\0'),
  'UTF-16 in the other order': '{"type":"PF","reference":"x"}'.replaceAll(/./g, '\0$&'),
  'UTF-32 without a byte-order mark': '{"type":"PF","reference":"x"}'.replaceAll(/./g, '$&\0\0\0'),
  'a form feed before it': '\f{"type":"PF","reference":"x"}',
  'followed by a NUL': '{"type":"PF","reference":"x"}\0',
  'a comment at its end': '{"type":"PF","reference":"x"} // a person',
  'a brace too many': '{"type":"PF","reference":"x"}}',
  'followed by a semicolon': '{"type":"PF","reference":"x"};',
  'followed by a comma': '{"type":"PF","reference":"x"},',
  'a guard against scripts before it': ')]}\'\n{"type":"PF","reference":"x"}',
  'a no-break space before it': '\u00a0{"type":"PF","reference":"x"}',
  'a shell comment before it': '# a person\n{"type":"PF","reference":"x"}',
  'a word in capital letters': '{"type":"PF","reference":TRUE}',
  'an escape of two digits': '{"type":"PF","reference":"\\x41"}',
  'names without quotes': '{type:"PF",reference:"x"}',
  'strings without quotes': '{"type":PF,"reference":x}',
  // Some parsers read these as numbers, and then the reference has the wrong type.
  ...Object.fromEntries(
    ['01', '1.', '.5', '+1', '0x1', 'NaN', '-Infinity'].map((number) => [
      `the number ${number}`,
      `{"type":"PF","reference":${number}}`,
    ]),
  ),
};

const surrogates = {
  'a high surrogate': '"a\\ud83eb"',
  'a low surrogate': '"a\\uddaab"',
  'two surrogates in the wrong order': '"a\\uddaa\\ud83eb"',
  'a surrogate in capital digits': '"a\\uD83Eb"',
  'a surrogate before another escape': '"a\\ud83e\\u0041b"',
  'a surrogate at the end': '"a\\ud83e"',
};
// Beyond what a double, or an integer of 53, 63 or 64 bits, can hold, and what some parsers refuse to read.
const numbers = {
  '1e400': '1e400',
  '5000 digits': '9'.repeat(5000),
  '2^53 + 1': '9007199254740993',
  '2^64': '18446744073709551616',
  '-2^63 - 1': '-9223372036854775809',
  '1e-400': '1e-400',
};
const places = {
  'in a reference': (value: string) => `{"type":"PF","reference":${value}}`,
  'in a type': (value: string) => `{"type":${value},"reference":"x"}`,
  'in an unknown property': (value: string) => `{"type":"PF","reference":"x","nickname":${value}}`,
  'in a list': (value: string) => `{"type":"PF","reference":"x","nickname":[{"a":[${value}]}]}`,
};
const everywhere = (values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([label, value]) =>
      Object.entries(places).map(([place, body]) => [`${label} ${place}`, text(body(value))]),
    ),
  );

const shortest = {
  'one letter': 'x',
  // False in some languages.
  'a zero': '0',
  'a property name inherited from Object.prototype': 'null',
  'one space': ' ',
  'one no-break space': '\u00a0',
  'one astral letter': astral,
};
const longest = {
  '256 letters': 'x'.repeat(256),
  // The length of many columns, and the largest number in one byte.
  '255 letters': 'x'.repeat(255),
  '256 letters of two bytes': 'é'.repeat(256),
  '256 letters, most of two UTF-16 units': `conformance-${astral.repeat(244)}`,
  '256 letters of two UTF-16 units': astral.repeat(256),
};
const tooLong = {
  '257 letters': 'x'.repeat(257),
  '257 letters of two bytes': 'é'.repeat(257),
  '257 astral letters': astral.repeat(257),
  // 257 letters, but fewer graphemes, and fewer code points once they are composed.
  'letters with a combining accent': `x${'e\u0301'.repeat(128)}`,
  '256 letters and a space': `${'x'.repeat(256)} `,
  '5000 letters': 'x'.repeat(5000),
  // Invalid with and without the sandbox.
  'a long suffix': `sandbox:hold#${'x'.repeat(300)}`,
};
const withControl = {
  ...Object.fromEntries(
    [0x00, 0x01, 0x08, 0x09, 0x0a, 0x0d, 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x91, 0x9f].map((code) => [
      `U+${code.toString(16).padStart(4, '0').toUpperCase()}`,
      `a${String.fromCharCode(code)}b`,
    ]),
  ),
  // Some services trim the text, and `$` matches before a line end in many regular expressions.
  'a line end at the end': 'ab\n',
  'a tab at the beginning': '\tab',
};
const unusual = {
  'composed and decomposed letters': 'é e\u0301 ñ n\u0303 {unique}',
  'letters outside the Basic Multilingual Plane': `${astral}𝔘𐍈 {unique}`,
  'spaces at both ends': '  {unique}  ',
  'writing from right to left': 'مرحبا \u200f {unique}',
  'characters with a meaning in other formats':
    "<b>&amp;\"'\\/%41%s+''&#233;${x}{{y}};--\u2028#a#b “c” ‘d’—A@b.example \\\\ \\' \\\" :smile: :) {unique}",
  'markup and a path that leads up': '<script>alert(1)</script> ../../etc/passwd {unique}',
  // Some JSON libraries read it as a time and write it in another form.
  'a time with an offset': '2026-01-01T09:30:00.100+01:00',
  'a number': '008e1',
  'compatibility forms': 'ﬁ Ⅷ ß ſ K {unique}',
  'a noncharacter and a private-use character': '\ufffe\ue000 {unique}',
  'a variation selector': '\u2764\ufe0f {unique}',
  'mixed case': 'CamelCase {unique}',
  'byte-order marks': '\ufeff{unique}\ufeff',
  'wide spaces at both ends': '\u00a0\u3000{unique}\u2003',
  'all space and zero-width characters': `${spacesAndFormats}{unique}`,
  'consecutive spaces': 'a  b   c {unique}',
  'zero-width characters at both ends': '\u200d{unique}\u200b',
  'digits that begin with zeros': '001790000000000',
  // A text that looks like an escape, and the replacement character of a repaired one.
  'a backslash before u': 'C:\\ud83ework\\u0041 {unique}',
  'the replacement character': '\ufffd {unique}',
  // The others are among the shortest.
  ...named(
    'the text',
    falsyWords.filter((word) => word !== '0' && word !== 'null'),
  ),
  // Words of YAML for true and false.
  ...named('the text', ['yes', 'no']),
  ...codePointSamples,
};

/** A service ignores the suffix of a reference of the sandbox, but stores it as any other text. */
const suffixes = {
  'a reference of the sandbox': '{unique}',
  'a reference of the sandbox with all space and zero-width characters': `${spacesAndFormats}{unique}`,
  'a reference of the sandbox with characters that have a meaning in other formats':
    unusual['characters with a meaning in other formats'],
};

// Some parsers reject these names, because they can change the prototype of a JavaScript object.
const names = [
  ...unknownNames,
  '__proto__',
  ...nearMissesOf('type'),
  ...nearMissesOf('reference'),
  'a\0b',
  '\0a',
  'type\0',
];
export const withProperty = (name: string) => text(`{"type":"PF","reference":"x",${JSON.stringify(name)}:"x"}`);

const kept = (references: Record<string, string>) =>
  accepted(
    each(references, (reference) => json({ reference })),
    { observe: [read()], reportedAs: ['create-case.returns-reference'] },
  );

/** The same by the others: their cases may be in another table. */
const keptOfOthers = (references: Record<string, string>) =>
  Object.entries(otherSenders).flatMap(([who, as]) => kept(references).map((each) => sentBy(who, as, each)));

// Requirements that name a property of the schema of a case.
const schemaOfPending: TestableId[] = [
  'create-case.id-form',
  'get-case.status',
  'get-case.score',
  'get-case.reasons',
  'case-lifecycle.created-pending',
  'case-lifecycle.pending-values',
  'http.timestamps-utc',
];

export const createCase: Scenarios<'create-case'> = {
  'create-case.opens-person-case': [scenario('a person', [person])],
  'create-case.opens-entity-case': [scenario('an entity', [entity])],
  'create-case.assigns-identifier': [
    scenario('two persons and two entities', [person, person, entity, entity], { control: [person, entity] }),
  ],
  'create-case.type-required': rejected({ 'no type': json({ type: undefined }) }),
  'create-case.reference-required': rejected({ 'no reference': json({ reference: undefined }) }),
  'create-case.type-known': rejected(each(unknownTypes, (type) => json({ type }))),
  'create-case.type-is-string': rejected(each(nonStringTypes, (type) => json({ type }))),
  'create-case.reference-is-string': rejected(each(nonStrings, (reference) => json({ reference }))),
  'create-case.body-is-object': rejected(each(nonObjects, text)),
  'create-case.responds-with-201': [
    ...ofEachType(),
    scenario('a case that the sandbox decides', [create(json({ reference: 'sandbox:approve' }))], {
      isAnswerGiven: true,
      needs: 'sandbox',
    }),
  ],
  'create-case.location': ['a person', 'an entity'].map((label, at) =>
    scenario(label, [[person, entity][at]!, read('location')], {
      control: [[person, entity][at]!, read()],
      reportedAs: ['get-case.own-case'],
    }),
  ),
  'create-case.responds-with-case': ofEachType({ reportedAs: schemaOfPending }),
  'create-case.returns-type': ofEachType({ observe: [read()] }),
  'create-case.returns-reference': [
    ...kept(unusual),
    ...Object.entries({
      'JSON in pieces of 5 bytes': atDistance(5, lengthOfFragile),
      'JSON in pieces of one byte': singleBytes(40, lengthOfFragile),
    }).map(([label, cuts]) =>
      scenario(
        label,
        cuts.map((cutAt) => create({ text: fragileJson, cutAt })),
        { control: [create({ text: fragileJson })] },
      ),
    ),
    ...Object.entries(suffixes).map(([label, suffix]) =>
      scenario(label, [create(json({ reference: `sandbox:hold#${suffix}` }))], {
        control: [create(), create(json({ reference: 'sandbox:hold' }))],
        observe: [read()],
        needs: 'sandbox',
      }),
    ),
  ],
  'create-case.no-evidence-yet': ofEachType(),
  'create-case.id-form': ofEachType(),
  'create-case.id-not-sequential': [
    scenario(
      'eight one after the other',
      Array.from({ length: 8 }, () => create()),
      { control: [create()], reportedAs: ['create-case.assigns-identifier'] },
    ),
  ],
  'create-case.reference-lengths': [
    ...kept(shortest),
    ...kept(longest),
    ...keptOfOthers({
      'one letter': shortest['one letter'],
      '256 letters of two UTF-16 units': longest['256 letters of two UTF-16 units'],
    }),
  ],
  'create-case.reference-rejected': [
    ...rejected({ empty: json({ reference: '' }) }),
    ...rejected(each(tooLong, (reference) => json({ reference }))),
    ...rejected(each(withControl, (reference) => json({ reference }))),
    ...rejected(seldom({ 'a control character': json({ reference: 'a\0b' }) })),
    ...rejectedOfOthers({ 'a control character': json({ reference: 'a\0b' }), empty: json({ reference: '' }) }),
  ],
  'create-case.repeated-reference': [
    ...Object.entries(otherSenders).map(([who, as]) =>
      scenario(who, [create({ as, ...json({ reference: '{unique}' }) })], {
        setting: [create({ as, ...json({ reference: '{unique}' }) })],
      }),
    ),
    scenario('the second create', [create(json({ reference: '{unique}' }))], {
      setting: [create(json({ reference: '{unique}' }))],
      observe: [upload(0), read(1)],
      reportedAs: ['create-case.assigns-identifier', 'get-case.lists-evidence'],
    }),
    scenario('after an invalid create', [create(json({ reference: '{unique}' }))], {
      control: [create()],
      setting: [create(json({ type: 'XX', reference: '{unique}' }))],
    }),
    scenario('a case of the other type', [create(json({ type: 'PM', reference: '{unique}' }))], {
      control: [person, entity],
      setting: [create(json({ type: 'PF', reference: '{unique}' }))],
      reportedAs: ['create-case.assigns-identifier', 'create-case.returns-type'],
    }),
    scenario('after the first case was decided', decidedCase().slice(0, 1), {
      setting: decidedCase(),
      needs: 'sandbox',
      reportedAs: ['create-case.assigns-identifier', 'sandbox.approves', 'case-lifecycle.created-pending'],
    }),
  ],
  'create-case.unreadable-body': [
    ...rejected({
      ...everywhere(surrogates),
      'a surrogate in a name': text('{"type":"PF","reference":"x","a\\ud83eb":"x"}'),
    }),
    ...Object.entries(places).flatMap(([place, body]) =>
      accepted(
        Object.fromEntries(Object.entries(numbers).map(([label, value]) => [`${label} ${place}`, text(body(value))])),
        { setting: [create(text(body('42')))], outcome: 'rejected' },
      ),
    ),
    ...rejected({
      ...each(
        {
          'a lone byte': '\xff',
          'a truncated sequence of bytes': '\xc3',
          'an overlong sequence': '\xc0\xaf',
          'Latin-1': '\xe9',
          'a surrogate': '\xed\xa0\x80',
        },
        (wrong) => ({ bytes: `{"type":"PF","reference":"a${wrong}b"}` }),
      ),
      'UTF-16': bytes(Buffer.from('\ufeff{"type":"PF","reference":"x"}', 'utf16le')),
      ...seldom({ 'a lone byte': { bytes: '{"type":"PF","reference":"a\xffb"}' } }),
    }),
  ],
  'create-case.malformed-json': [
    ...rejected(each(malformed, text)),
    ...rejected(seldom({ 'two objects': text(malformed['two objects']) })),
  ],
  'create-case.invalid-body': [
    ...labelled('the type', rejected(each({ ...unknownTypes, ...nonStringTypes }, (type) => json({ type })))),
    ...labelled('the reference', rejected(each(nonStrings, (reference) => json({ reference })))),
    ...rejected({
      'no type': json({ type: undefined }),
      'no reference': json({ reference: undefined }),
      'an empty object': json({ type: undefined, reference: undefined }),
      'the type in the query': { ...json({ type: undefined }), query: 'type=PF' },
      'the reference in the query': { ...json({ reference: undefined }), query: 'reference=x' },
      'both in the query': { ...json({ type: undefined, reference: undefined }), query: 'type=PF&reference=x' },
    }),
    ...rejected({
      ...each(named('the name', ['', ...names, ...pointerLikeNames]), withProperty),
      'a name of 300 letters': withProperty('x'.repeat(300)),
      'a nickname of an entity': json({ type: 'PM', nickname: 'x' }),
      'null as value': json({ middle_name: null }),
      'an empty array as value': json({ tags: [] }),
      'false as value': json({ flag: false }),
      'zero as value': json({ count: 0 }),
      'an empty text as value': json({ label: '' }),
      'an empty object as value': json({ address: {} }),
      'only names in another letter case': json({ type: undefined, reference: undefined, Type: 'PF', Reference: 'x' }),
      // Frameworks wrap the properties so, and some read both forms.
      ...each(named('the properties in', ['case', 'data', 'payload']), (wrapper) =>
        text(`{${JSON.stringify(wrapper)}:{"type":"PF","reference":"x"}}`),
      ),
      'only reference followed by a NUL': json({ reference: undefined, 'reference\0': 'x' }),
    }),
    ...labelled('the body', rejected(each(nonObjects, text))),
    ...rejected(seldom({ 'an unknown type': json({ type: 'XX' }), 'an unknown property': json({ nickname: 'x' }) })),
    ...rejectedOfOthers({ 'no type': json({ type: undefined }), 'an unknown property': json({ nickname: 'x' }) }),
  ],
};
