import { foreignKeyHeaders, foreignKeyParameters } from '../values/headers.ts';
import { rowsOf } from '../values/rows-of.ts';
import { unlikelyKeys } from '../values/keys.ts';
import { invalid, invalidCreates, invalidUploads, tooLong } from './invalid.ts';
import { withBody } from './responses.ts';
import { decidedCase, fullCase } from './settings.ts';
import {
  acceptedOnEach,
  both,
  type Change,
  create,
  everyOperation,
  each,
  json,
  lastWithQuery,
  onEach,
  onItsConnection,
  type OperationName,
  read,
  type Scenario,
  type Scenarios,
  scenario,
  seldom,
  upload,
  labelled,
} from './vocabulary.ts';

const nobody: Change = { as: 'nobody' };
const stranger: Change = { as: 'stranger' };
const strangers = { 'without a key': nobody, 'with an unknown key': stranger };

const withoutKey = (name: OperationName): Scenario[] => [
  ...onEach({ 'without a key': nobody }, [name]),
  ...onItsConnection('without a key', nobody, [name]),
];

/** A request that was accepted, sent again by somebody else. */
const repeated = (sender: Change): Scenario[] => {
  const key: Change = { headers: { 'Idempotency-Key': '{unique}' } };
  const first = create(both(json({ reference: '{unique}' }), key));
  return [
    scenario('a repeated create', [create(both(first.change!, sender))], {
      control: [create()],
      setting: [first],
      outcome: 'rejected',
    }),
    scenario('a repeated upload', [upload(0, both(key, sender))], {
      control: [create(), upload()],
      setting: [create(), upload(0, key)],
      outcome: 'rejected',
    }),
  ];
};

const nearKeys = [
  'its last character missing',
  'its first character missing',
  'one character before',
  'one character more',
  'one more equals sign',
  'its last character changed',
  'one character in the middle changed',
  'its first half',
  'upper and lower case exchanged',
  'hyphens and underscores exchanged',
  'with a word after it',
  'in quotes',
  'as the parameter token',
  'percent-encoded',
];
const changed = (names: string[], as?: 'other' | 'live'): Record<string, Change> =>
  Object.fromEntries(names.map((keyAs) => [`the key ${as ?? 'tenant'}, ${keyAs}`, { keyAs, ...(as && { as }) }]));

const schemes: Record<string, Change> = {
  ...each(rowsOf('Token', 'ApiKey', 'Bearerx', 'xBearer'), (scheme) => ({ authorization: `${scheme} {key}` })),
  'the user of Basic': { authorization: 'Basic {key}', keyAs: 'as the user of Basic' },
  'the password of Basic': { authorization: 'Basic {key}', keyAs: 'as the password of Basic' },
  'no scheme': { authorization: '{key}' },
  'Bearer without a space': { authorization: 'Bearer{key}' },
};

// RFC 6750 §2.2 defines it for services that accept it.
const keyInForm: Change = {
  as: 'nobody',
  text: 'type=PF&reference=x&access_token={key}',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
};

const wrongToo = (sender: Change): Scenario[] => [
  ...onEach(
    each({ ...invalid, ...invalidCreates }, (change) => both(change, sender)),
    ['a create'],
  ),
  ...onEach(
    each({ ...invalid, ...invalidUploads }, (change) => both(change, sender)),
    ['an upload'],
  ),
];
const tooLongToo = (['a create', 'an upload'] as const).flatMap((name) =>
  onEach(
    each(tooLong[name], (change) => both(change, nobody)),
    [name],
  ),
);
const byEachStranger = (of: (sender: Change) => Scenario[]): Scenario[] =>
  Object.entries(strangers).flatMap(([label, sender]) => labelled(label, of(sender)));

const withCase: OperationName[] = ['an upload', 'a read'];
const otherMethods = {
  'a read': ['HEAD', 'OPTIONS', 'PUT', 'DELETE'],
  'an upload': ['HEAD', 'OPTIONS', 'GET', 'DELETE'],
};

export const authentication: Scenarios<'authentication'> = {
  'authentication.create-needs-key': withoutKey('a create'),
  'authentication.upload-needs-key': withoutKey('an upload'),
  'authentication.read-needs-key': withoutKey('a read'),
  'authentication.create-needs-issued-key': onEach({ 'with an unknown key': stranger }, ['a create']),
  'authentication.upload-needs-issued-key': onEach({ 'with an unknown key': stranger }, ['an upload']),
  'authentication.read-needs-issued-key': onEach({ 'with an unknown key': stranger }, ['a read']),
  'authentication.key-required': [
    ...onItsConnection('without a key', nobody),
    ...onEach({ 'without a key': nobody, 'with the cookies of the tenant': { as: 'nobody', cookies: true } }),
    ...onEach(seldom({ 'without a key': nobody, 'under another scheme': { authorization: 'Token {key}' } }), withBody),
    ...onEach({ 'without a key, with a query, before the connection is closed': both(nobody, lastWithQuery) }, [
      'a read',
    ]),
    ...repeated(nobody),
    ...onEach({ 'a key in the body': both(nobody, json({ access_token: '{key}' })) }, ['a create']),
    ...onEach({ 'a key in a form': keyInForm }, ['a create', 'an upload']),
    ...labelled(
      'in the query',
      onEach(
        each(rowsOf(...foreignKeyParameters), (name) => ({ as: 'nobody', query: `${name}={key}` })),
        everyOperation,
        { first: nobody },
      ),
    ),
    ...labelled(
      'in another header',
      onEach(
        each(foreignKeyHeaders, ([name, template]) => ({ as: 'nobody', headers: { [name]: template } })),
        everyOperation,
        { first: nobody },
      ),
    ),
    ...labelled('under another scheme', onEach(schemes)),
  ],
  'authentication.unknown-key-rejected': [
    ...onEach({
      'with an unknown key': stranger,
      ...each(unlikelyKeys, (value) => ({ as: 'nobody', headers: { Authorization: `Bearer ${value}` } })),
    }),
    ...onEach(seldom({ 'with an unknown key': stranger }), withBody),
    ...onEach({ 'with an unknown key, with a query, before the connection is closed': both(stranger, lastWithQuery) }, [
      'a read',
    ]),
    ...repeated(stranger),
    ...onEach(changed(nearKeys), everyOperation, { first: stranger }),
    ...onEach(changed(['with a comma and a word after it']), ['a read'], { first: stranger }),
    ...(['other', 'live'] as const).flatMap((as) =>
      onEach(changed(nearKeys.slice(0, 10), as), ['a read'], { first: stranger }),
    ),
    ...onItsConnection('the key, upper and lower case exchanged', { keyAs: 'upper and lower case exchanged' }),
  ],
  'authentication.challenge': [
    ...onEach(strangers, everyOperation, { isAnswerGiven: true }),
    ...labelled('under another scheme', onEach(schemes, ['a read'], { isAnswerGiven: true })),
  ],
  'authentication.rejected-key-hint': onEach({ 'with an unknown key': stranger }, everyOperation, {
    isAnswerGiven: true,
  }),
  'authentication.scheme-any-case': acceptedOnEach(
    each(rowsOf('bearer', 'BEARER', 'bEaReR'), (scheme) => ({ authorization: `${scheme} {key}` })),
  ),
  'authentication.checked-first': [
    ...byEachStranger((sender) => [
      ...onEach({ 'a known case': sender }, withCase),
      ...onItsConnection('a known case', sender, withCase),
      ...onEach({ 'an unknown case': sender }, withCase, { of: { id: 'case-that-was-never-opened' } }),
      ...onEach({ 'an id of the wrong form': sender }, withCase, { of: { id: 'x' } }),
      ...onEach({ 'a decided case': sender }, withCase, { control: decidedCase(), needs: 'sandbox' }),
      ...onEach({ 'a full case': sender }, withCase, { control: fullCase, needs: 'sandbox' }),
    ]),
    ...(['a read', 'an upload'] as const).flatMap((name) =>
      otherMethods[name].map((method): Scenario => {
        const operation = name === 'a read' ? read : upload;
        const change: Change = { as: 'nobody', method, text: '', headers: { 'Content-Type': [] } };
        return scenario(
          `${name}: ${method} like that of an unknown case`,
          [operation('control', change), operation('unknown', change)],
          {
            control: [create(), operation()],
            outcome: 'open',
            isAnswerGiven: true,
          },
        );
      }),
    ),
    ...byEachStranger(wrongToo),
    ...tooLongToo,
  ],
};
