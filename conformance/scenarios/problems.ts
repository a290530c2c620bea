// Rejected requests, whose problem is judged: its form, what its pointers name, and what it must not show.
import { foreignContents } from '../values/evidence-files.ts';
import { malformedIds } from '../values/ids.ts';
import { pointerLikeNames } from '../values/names.ts';
import { identifiable, shortIdentifiable } from '../values/texts.ts';
import { withProperty } from './create-case.ts';
import { invalidUploads } from './invalid.ts';
import { errorsOfSandbox, rejections, withoutBody } from './responses.ts';
import { decidedCases, fullCase } from './settings.ts';
import { contentType, latin1, parts } from './uploads.ts';
import {
  both,
  type Change,
  create,
  each,
  json,
  keyed,
  named,
  onEach,
  read,
  type Scenario,
  type Scenarios,
  scenario,
  text,
  together,
  upload,
} from './vocabulary.ts';

type Details = Partial<Scenario>;

/** Whether the requests are rejected is another requirement. */
const given: Details = { isAnswerGiven: true };
const rejected: Details = { ...given, outcome: 'rejected' };
const ofCase: Details = { ...rejected, control: [create()] };
const creates = (changes: Record<string, Change>, details = given) => onEach(changes, ['a create'], details);
const uploads = (changes: Record<string, Change>, details = given) => onEach(changes, ['an upload'], details);

const everyRejection: Scenario[] = [
  ...rejections,
  // Many services reject these in other code.
  ...['PUT', 'PATCH'].map((method) =>
    scenario(`${method} of a case`, [read('control', { method, ...withoutBody })], ofCase),
  ),
  ...malformedIds.map((id) => scenario(`the id ${id}`, [read({ id })], rejected)),
  ...creates({ 'an unknown reference of the sandbox': json({ reference: 'sandbox:unknown' }) }),
];
const withoutKey = scenario(
  'an unknown path without a key',
  [read({ id: 'x' }, { as: 'nobody', path: '/no-such-path' })],
  { ...given, outcome: { open: 'method.unmatched-without-key' } },
);

/** A problem without errors, or whose pointers have the form of none, names nothing. */
const pointed: Details = {
  ...given,
  isProblemGiven: true,
  reportedAs: ['problems.errors-listed', 'problems.escapes-pointer'],
};
const invalidForms = uploads(
  Object.fromEntries(
    ['two kinds', 'no file', 'no kind', 'two files', 'an unknown kind', 'an unknown part'].map((label) => [
      label,
      invalidUploads[label]!,
    ]),
  ),
  pointed,
);

const withWrongType = json({ type: 'XX' });
const withNickname = json({ nickname: 'x' });
const withLongReference = json({ reference: 'x'.repeat(257) });
const plainNames = ['a/b', 'a~b', 'a~1b', 'a b', 'a%b', 'a%20b', 'a"b', 'ñandú', 'a#b', 'a^b|c', 'a\\b', 'a\0b'];

// Without quotes and backslashes, which clients write in several ways.
const partNames = ['a/b~c d', 'a%b', 'a#b', 'a^b|c', 'ñandú', '身'];

const note = (name: string, content: string): Change => parts({ more: [{ name, content }] });
const inCreates: Record<string, Change> = {
  'the type': json({ type: identifiable }),
  'the reference, too long': json({ reference: identifiable.repeat(30) }),
  'the reference, with a control character': json({ reference: `${identifiable}\u0007` }),
  'the value of an unknown property': json({ nickname: identifiable }),
  'the reference, of the sandbox': json({ reference: `sandbox:${identifiable}` }),
  'a type that is a number': json({ type: 4_815_162_342 }),
  'a reference that is a number': json({ reference: 4_815_162_342 }),
  'a reference that is not a string': json({ reference: { value: identifiable } }),
  'a reference with a wrong type': json({ type: 'XX', reference: identifiable }),
  'malformed JSON after a value': text(`{"type":"PF","reference":"${identifiable}" x}`),
  'a word in malformed JSON': text(`{"type":"PF","reference":${identifiable}}`),
  'malformed JSON': text(`{"type":"PF","reference":"x" ${identifiable}}`),
  'a body that is text': text(JSON.stringify(identifiable)),
  'the beginning of malformed JSON': text(`${identifiable}{"type":"PF"}`),
  'the end of malformed JSON': text(`{"type":"PF","reference":"x"}${identifiable}`),
  // Of the second tenant, because a service may treat its requests in another way.
  'a short type': { ...json({ type: shortIdentifiable }), as: 'other' },
  'a short reference with a wrong type': json({ type: 'XX', reference: shortIdentifiable }),
  'the short value of an unknown property': json({ nickname: shortIdentifiable }),
  'a short body that is malformed': text(shortIdentifiable),
  'a short media type': { text: 'x', ...contentType(`text/${shortIdentifiable}`) },
  'a short content encoding': { headers: { 'Content-Encoding': shortIdentifiable } },
  'the media type': { text: 'x', ...contentType(`text/${identifiable}`) },
  'the content encoding': { headers: { 'Content-Encoding': identifiable } },
  'the idempotency key': keyed(`${identifiable} ${identifiable}`),
  'the API key': { keyAs: 'an identifiable text instead' },
};
const shortKind = parts({ kind: shortIdentifiable });
const inUploads: Record<string, Change> = {
  'the kind': parts({ kind: identifiable }),
  'the content of a file': parts({ file: `${identifiable} ${identifiable}` }),
  'the name of a file': parts({ file: latin1(foreignContents['plain text']!), filename: `${identifiable}.jpg` }),
  'the type of a part': parts({ type: `image/${identifiable}` }),
  'the content of an unknown part': note('note', identifiable),
  'a kind without a file': parts({ kind: identifiable, file: null }),
  'a truncated kind': parts({ kind: identifiable, file: null, truncated: true }),
  'the beginning of a malformed form': { text: identifiable },
  'a short kind': shortKind,
  'the short name of a file': parts({
    file: latin1(foreignContents['plain text']!),
    filename: `${shortIdentifiable}.jpg`,
  }),
  'the short type of a part': parts({ type: `image/${shortIdentifiable}` }),
  'the short content of an unknown part': note('note', shortIdentifiable),
};

const unknownId = { id: `${identifiable}00000000` };
const key = keyed(`${identifiable}-{unique}`);
const inPaths = {
  'the id of a case': [read(unknownId)],
  'the id of the case in an upload': [upload(unknownId)],
  'the id of the case in a DELETE request': [read(unknownId, { method: 'DELETE' })],
  'a short id': [read({ id: shortIdentifiable })],
  'the path': [read(unknownId, { path: `/${identifiable}` })],
  'the query': [read(unknownId, { path: '/no-such-path', query: `q=${identifiable}` })],
};

/** Parameters and headers with which some frameworks add to a problem what a developer needs. */
const askingForDetails: Change = {
  query: 'trace=true&message=true&debug=true',
  headers: { 'X-Debug': '1', 'X-Trace': '1' },
};

/** Requests that often make services show a stack trace or SQL. */
const hostile: Scenario[] = [
  ...creates({
    'two commas in JSON': text('{"type":"PF","reference":"x",,}'),
    'operators of a database': json({ type: { $ne: null }, reference: { $gt: '' } }),
    'an unknown type, asking for details': both(withWrongType, askingForDetails),
    SQL: json({ type: "PF'; DROP TABLE cases;--", reference: "x' OR '1'='1" }),
  }),
  ...creates(
    { 'nested JSON': text(`${'['.repeat(2000)}${']'.repeat(2000)}`) },
    { ...given, outcome: { open: 'json.deep-nesting' } },
  ),
  ...uploads({
    'a body that is not multipart': { text: 'no multipart', ...contentType('multipart/form-data; boundary=x') },
    SQL: parts({ kind: "ID_FRONT'; DROP TABLE artifacts;--" }),
  }),
  scenario('a read: an unknown case, asking for details', [read(unknownId, askingForDetails)], rejected),
  scenario('a read: SQL', [read({ id: "x' OR '1'='1" })], rejected),
];

export const problems: Scenarios<'problems'> = {
  'problems.form': [...everyRejection, withoutKey],
  'problems.no-submitted-values': [
    ...creates(inCreates),
    ...uploads(inUploads),
    scenario('an upload: a short kind of the second tenant', [upload('control', { as: 'other', ...shortKind })], {
      ...rejected,
      control: [create({ as: 'other' }), upload(0, { as: 'other' })],
    }),
    ...Object.entries(inPaths).map(([label, steps]) => scenario(label, steps, rejected)),
    scenario('the idempotency key, for another payload', [create(both(json({ reference: '{unique}' }), key))], {
      ...rejected,
      setting: [create(key)],
    }),
    scenario('the id of an existing case', [read('control', { method: 'DELETE' })], ofCase),
    // Only a sandbox decides a case, or keeps a full one open.
    ...Object.entries({ full: fullCase, ...decidedCases() }).map(([label, control]) =>
      scenario(`the id of a ${label} case`, [upload('control')], { ...rejected, control, needs: 'sandbox' }),
    ),
  ],
  'problems.no-internals': [...everyRejection, ...hostile],
  'problems.errors-listed': [
    ...creates(
      {
        'a wrong type': withWrongType,
        'an object without properties': text('{}'),
        'a wrong type and an empty reference': json({ type: 'XX', reference: '' }),
        'a wrong type and an unknown property': json({ type: 'XX', nickname: 'x' }),
        'not an object': text('[]'),
        'an unknown property': withNickname,
        'a long reference': withLongReference,
      },
      pointed,
    ),
    ...invalidForms,
    ...uploads({ 'an unknown kind and no file': parts({ kind: 'UNKNOWN', file: null }) }, pointed),
  ],
  'problems.points-at-property': [
    ...creates(
      {
        'a wrong type': withWrongType,
        'a type that is not a string': json({ type: 42 }),
        'an empty reference': json({ reference: '' }),
        'a reference that is not a string': json({ reference: {} }),
        'a long reference': withLongReference,
        'a control character': json({ reference: 'a\u0000b' }),
      },
      pointed,
    ),
    ...creates({ 'no type': json({ type: undefined }), 'no reference': json({ reference: undefined }) }, pointed),
    ...creates({ 'a nickname': withNickname, 'an id': json({ id: 'x' }) }, pointed),
    ...creates(each({ 'an array': '[]', 'a string': '"PF"', 'a number': '7', null: 'null' }, text), pointed),
  ],
  'problems.escapes-pointer': [
    ...creates(each(named('the name', [...plainNames, ...pointerLikeNames]), withProperty), pointed),
    ...uploads(Object.fromEntries(partNames.map((name) => [`the part ${name}`, note(name, 'x')])), pointed),
  ],
  'problems.points-at-part': [
    ...invalidForms,
    // A service may also reject an empty file with 415 (D15).
    ...uploads({ 'an empty file': invalidUploads['an empty file']! }, pointed),
  ],
  'problems.retry-after': [
    ...errorsOfSandbox,
    // A service may wait instead, and then no key is in use.
    scenario('a key in use', together([0, 0, 2, 4, 8], create(both(json({ reference: '{unique}' }), keyed()))), {
      control: [create()],
      outcome: 'open',
    }),
  ],
};
