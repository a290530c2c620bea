import { limits } from '../../generated/limits.ts';
import { jpeg, pdf, png } from '../values/evidence-files.ts';
import { jsonTextOf } from '../values/json-texts.ts';
import { illegalKeys, similarKeys, uuidForms } from '../values/keys.ts';
import { equalLookingWith, falsyWords, visibleOnly } from '../values/texts.ts';
import { ofBothTypes } from './case-types.ts';
import { invalidCreates, invalidUploads, invalidWithoutKey } from './invalid.ts';
import { sentBy } from './other-senders.ts';
import { withBody } from './responses.ts';
import { decided, decidedCases } from './settings.ts';
import { unknownOnPost } from './unknown-input.ts';
import {
  both,
  type Change,
  create,
  each,
  json,
  keyed,
  lastWithQuery,
  onEach,
  type Parts,
  read,
  type Scenario,
  type Scenarios,
  scenario,
  seldom,
  type Step,
  text,
  together,
  upload,
  labelled,
} from './vocabulary.ts';

const key = keyed();
const live: Change = { as: 'live' };
/** A payload that can be sent twice. */
const payload = json({ reference: '{unique}' });
/** The same in every run: an earlier one may have used a short key. */
const constant = json({ reference: 'conformance' });
const keyedCreate = create(both(payload, key));
const keyedUpload = upload(0, key);
const lastUpload = upload(0, keyed('{unique}-last'));
// A service may keep a large file elsewhere.
const largeUpload = upload(0, { ...key, fileSize: 200_000 });
const withoutKey = [create(), upload()];
/** Cases that have accepted an upload with the key, and accept no more evidence. */
const closed: Record<string, Step[]> = {
  'an approved case': decided(json({ type: 'PF', reference: 'sandbox:approve#{unique}' }), key),
  'a denied case': decided(json({ type: 'PM', reference: 'sandbox:deny#{unique}' }), key),
  'a full case': [create(), keyedUpload, ...Array.from({ length: limits.artifacts - 2 }, () => upload()), lastUpload],
};
const parts = (changed: Parts): Change => ({ parts: changed });
const latin1 = (content: Buffer) => content.toString('latin1');

/** The same scenarios, also sent by the second tenant. */
const alsoByOther = (list: Scenario[]): Scenario[] => [
  ...list,
  ...list.map((each) => sentBy('the second tenant', 'other', each)),
];

/** A scenario for each change of a step. */
const forEach = (
  changes: Record<string, Change>,
  step: (change: Change) => Step,
  details: Parameters<typeof scenario>[2] = {},
): Scenario[] => Object.entries(changes).map(([label, change]) => scenario(label, [step(change)], details));

/** Each with something that changes nothing: whether a request without a key is accepted with it is another requirement. */
const withUnknownInput = (
  steps: (change: Change) => Step[],
  setting: Step[],
  control: (change: Change) => Step[],
): Scenario[] =>
  Object.entries(unknownOnPost).map(([label, change]) =>
    scenario(label, steps(change), { control: control(change), setting }),
  );

// A faulty store may damage only long references or unusual characters, so the reference has both.
const unusual = json({ type: 'PM', reference: ` Ñandú {unique}${'🪪'.repeat(200)} ` });
const [first, second] = [keyedCreate, create(both(unusual, keyed('{unique}-2')))];
const others = ['other', 'live'] as const;

const replayed = (label: string, change: Change) =>
  scenario(label, [create(change)], { control: [create({ as: change.as! })], setting: [create(change)] });

/** Servers read the body of such a request in a handler of its own. */
const expecting = (step: Step): Step => ({
  ...step,
  change: both(step.change!, { headers: { Expect: '100-continue' } }),
});

const createReplays: Scenario[] = [
  scenario('twice', [first, second, first, expecting(second)], {
    control: [create(), create(unusual)],
    setting: [first, second],
  }),
  ...others.flatMap((as) => [
    replayed(`with the key ${as}`, { ...keyedCreate.change, as }),
    // A service may store a key together with its tenant and mode.
    replayed(`with the key ${as} and a long one`, { ...both(payload, keyed('{unique}', '255 characters')), as }),
  ]),
  ...withUnknownInput(
    (change) => [first, second].map((step) => create(both(step.change!, change))),
    [first, second],
    (change) => [create(), create(change)],
  ),
  scenario(
    'until the run ends',
    [first, second, ...[first, second].map((step): Step => ({ ...step, until: 'the end' }))],
    {
      control: [create()],
      setting: [first, second, create(key)],
      outcome: 'accepted',
    },
  ),
];

const deed = parts({ kind: 'INCORPORATION_DEED', file: latin1(pdf()), type: 'application/pdf', filename: 'deed.pdf' });
const uploadReplays: Scenario[] = [
  scenario('twice', [keyedUpload, keyedUpload], { control: withoutKey, setting: [create(), upload(), keyedUpload] }),
  ...others.map((as) =>
    scenario(`with the key ${as}`, [upload(0, { ...key, as })], {
      control: [create({ as }), upload(0, { as })],
      // Without other evidence: with a live key it may decide the case (D97).
      setting: [create({ as }), upload(0, { ...key, as })],
    }),
  ),
  scenario('after uploads with other keys', [keyedUpload], {
    control: withoutKey,
    setting: [create(), upload(), keyedUpload, ...[1, 2, 3, 4, 5].map((at) => upload(0, keyed(`{unique}-${at}`)))],
    needs: 'sandbox',
  }),
  scenario('a PDF of an entity', [upload(0, both(deed, key))], {
    control: [create(json({ type: 'PM' })), upload(0, deed)],
    setting: [create(json({ type: 'PM' })), upload(0, both(deed, key))],
  }),
  ...withUnknownInput(
    (change) => [upload(0, both(key, change))],
    [create(), keyedUpload],
    (change) => [...withoutKey, upload(0, change)],
  ),
  scenario('until the run ends', [keyedUpload, { ...keyedUpload, until: 'the end' }], {
    control: withoutKey,
    setting: [create(), upload(), keyedUpload, upload(0, both(key, parts({ kind: 'ID_BACK' })))],
  }),
];

const equalBody = { type: 'PF', reference: 'é/"🪪 jklmno/-mnolkjonm' };
const equalTexts: Record<string, string> = {
  'another order': JSON.stringify({ reference: equalBody.reference, type: equalBody.type }),
  'white space': JSON.stringify(equalBody, null, 4).replaceAll('\n', '\r\n'),
  escapes: jsonTextOf(equalBody, [1]),
  'escapes in capital digits': jsonTextOf(equalBody, [2]),
  'short escapes': jsonTextOf(equalBody, [3]),
  'white space wherever JSON allows it': jsonTextOf(equalBody, [4, 8, 12]),
  'every way to write it': jsonTextOf(equalBody, [0, 5, 10, 15, 1, 6, 11, 12, 2, 7, 8, 13, 3, 4, 9, 14, 0]),
};

const unlike = `café {unique}${'x'.repeat(200)}`;
const otherPayloads: Record<string, Change> = {
  'another reference': json({ reference: '{unique}-other' }),
  'another type': json({ type: 'PM', reference: unlike }),
  'the reference with another letter': json({ reference: unlike.replace('é', 'è') }),
  'the reference with another end': json({ reference: `${unlike}x` }),
};

const begin = jpeg('aaaa');
const file = Buffer.concat([begin, Buffer.alloc(200_000, 'x'), Buffer.from('\xfe\r\n', 'latin1')]);
const endingWith = (cut: number, end: string) => Buffer.concat([file.subarray(0, -cut), Buffer.from(end, 'latin1')]);
const otherFiles: Record<string, Buffer> = {
  'another beginning, the same size': Buffer.concat([jpeg('aaab'), file.subarray(begin.length)]),
  'another end, the same size': endingWith(1, 'y'),
  'another middle, the same size': Buffer.concat([file.subarray(0, 100_000), Buffer.from('y'), file.subarray(100_001)]),
  'one byte less': file.subarray(0, -1),
  // A service that compares files as texts may take the next three for the same file.
  'another line end': endingWith(2, '\n'),
  'another byte that is no UTF-8': endingWith(3, '\xff\r\n'),
  'a letter of the other case': endingWith(4, 'X\xfe\r\n'),
};
const longFile = (end: string) => Buffer.concat([begin, Buffer.alloc(2_000_000, 'x'), Buffer.from(end)]);
const fileKey = (content: Buffer) => both(parts({ file: latin1(content) }), key);

/** Requests with keys that are similar to one that was sent each have an effect of their own. */
const likeKey = (names: string[], of: string, step: (change: Change) => Step, setting: Step[] = []): Scenario[] =>
  names.map((name) =>
    scenario(name, [step(keyed(of, name))], {
      control: [...setting, step({})],
      setting: [...setting, step(keyed(of))],
    }),
  );
const pairs = (of: (pair: [string, string]) => Scenario[]): Scenario[] =>
  Object.entries(equalLookingWith(() => '{number}')).flatMap(([label, pair]) =>
    of(pair).map((each) => ({ ...each, label })),
  );
const visiblePairs = Object.fromEntries(
  Object.entries(visibleOnly(equalLookingWith(() => '{number}'))).filter(([label]) => !(label in similarKeys)),
);

/** Pairs that are equal where a key is cut, wherever that is. */
const longKeys = {
  '255 characters that differ in the last one': ['255 characters', '255 characters, another at the end'],
  'every visible character before a difference': [
    'every visible character',
    'every visible character, another at the end',
  ],
  'every visible character behind a difference': [
    'every visible character, behind',
    'every visible character, behind another',
  ],
};

const singleKeys: Record<string, Change> = {
  'a UUID': keyed('{uuid}'),
  ...Object.fromEntries(['255 characters', 'every visible character'].map((name) => [name, keyed('{unique}', name)])),
};
const twice = (label: string, key: Change) =>
  scenario(label, [create(both(constant, key)), create(both(constant, key))], { control: [create()] });
// As keys they are like any other.
const words = falsyWords.filter((word) => /^\w+$/.test(word)).map((word) => create(both(constant, keyed(word))));

/** The delays of a race: some at once, to find a lookup and a store in two steps; others later, to find an early release. */
const delays = (round: number, atOnce: number) => [
  ...Array.from({ length: atOnce }, () => 0),
  ...Array.from({ length: 10 }, (_, at) => 4 * at + 2 * round),
];
/** Repetitions that a service still meets at work. */
const soon = [0, 0, 2, 4, 8];
const rounds = (race: (round: number) => Scenario) => [race(1), race(2), race(3)];

/** Pairs of requests, each pair with a key of its own, all at the same moment. */
const atSameTime = (pairs: number, ...steps: ((change: Change, pair: number) => Step)[]): Step[] =>
  Array.from({ length: pairs }, (_, pair) => steps.map((step) => step(keyed(`{unique}-${pair + 1}`), pair)))
    .flat()
    .map((step, at) => (at === 0 ? step : { ...step, together: true }));
/** Uploads to a case that can be told apart. */
const ofOwnKind = (of: number) => (change: Change, pair: number) =>
  upload(of, both(change, parts({ kind: ['ID_FRONT', 'ID_BACK'][pair]! })));

const sandboxErrors: Record<string, Change> = {
  'the error 429': json({ reference: 'sandbox:error:429' }),
  'the error 503': json({ reference: 'sandbox:error:503' }),
};
/** Payloads that are invalid whoever sends them, under a key that another payload has. */
const invalidToo = {
  create: {
    'a wrong type': json({ type: 'XX' }),
    'an unknown property': json({ nickname: 'x' }),
    'not an object': text('[]'),
    'malformed JSON': text('{'),
    // As libraries repeat a request whose stream they have read.
    'no body': text(''),
    'a reference with an unknown sandbox directive': json({ reference: 'sandbox:x' }),
  },
  upload: {
    'an unknown kind': parts({ kind: 'UNKNOWN' }),
    'no file': parts({ file: null }),
    'no body': { bytes: '' },
    'an empty file': parts({ file: '' }),
    'an unknown part': parts({ more: [{ name: 'note', content: 'x' }] }),
    'a file of an unknown type': parts({ file: 'plain text' }),
    'a truncated body': parts({ truncated: true }),
  },
} satisfies Record<string, Record<string, Change>>;
const validToo = {
  create: { 'another payload': json({ reference: '{unique}-other' }) },
  upload: { 'another file': parts({ file: latin1(jpeg('another')) }), 'another kind': parts({ kind: 'ID_BACK' }) },
};
/** What a service may check elsewhere than the rest. */
const anotherType: Change = { headers: { 'Content-Type': 'text/plain' } };
const invalidOfAll = {
  create: [...Object.values(invalidToo.create), anotherType, json({ reference: 'x'.repeat(66_000) })],
  upload: [...Object.values(invalidToo.upload), anotherType],
};
/** Each other payload with the key. */
const all = {
  create: [...Object.values(validToo.create), ...invalidOfAll.create].map((change) => create(both(change, key))),
  upload: [...Object.values(validToo.upload), ...invalidOfAll.upload].map((change) => upload(0, both(change, key))),
};

/** Without an announced length, a service may read a body in another way. */
const chunked = ({ change, ...step }: Step): Step => ({
  ...step,
  change: both(change!, { ...lastWithQuery, chunked: true }),
});

const rejectedUnderKey = [
  ...labelled('a create', [
    ...Object.entries(invalidToo.create).map(([label, change]) =>
      scenario(label, [create(both(change, key))], {
        control: [create(), create(change)],
        setting: [keyedCreate],
        outcome: 'rejected',
      }),
    ),
    // A fault of the store may show only in the request after the one that damaged it.
    scenario('one after the other', [...all.create, ...all.create.map(chunked)], {
      control: [create(), ...invalidOfAll.create.map(create)],
      setting: [keyedCreate],
      outcome: 'rejected',
    }),
    ...Object.entries(sandboxErrors).map(([label, change]) =>
      scenario(label, [create(both(change, key))], {
        control: [create()],
        setting: [keyedCreate],
        outcome: 'rejected',
        needs: 'sandbox',
      }),
    ),
  ]),
  ...labelled('an upload', [
    ...Object.entries(invalidToo.upload).map(([label, change]) =>
      scenario(label, [upload(0, both(change, key))], {
        control: [...withoutKey, upload(0, change)],
        setting: [create(), upload(), keyedUpload],
        outcome: 'rejected',
      }),
    ),
    ...Object.entries(closed).map(([label, setting]) =>
      scenario(label, [upload(0, both(validToo.upload['another file'], key))], {
        control: withoutKey,
        setting,
        outcome: 'rejected',
        needs: 'sandbox',
      }),
    ),
    scenario('one after the other', [...all.upload, ...all.upload.map(chunked)], {
      control: [...withoutKey, ...invalidOfAll.upload.map((change) => upload(0, change))],
      setting: [create(), upload(), keyedUpload],
      outcome: 'rejected',
    }),
  ]),
];

const keptAfterRejection = [
  ...labelled('a create', [
    ...Object.entries({ ...validToo.create, ...invalidToo.create }).map(([label, change]) =>
      scenario(label, [keyedCreate], {
        control: [create(), keyedCreate],
        setting: [keyedCreate, create(both(change, key))],
      }),
    ),
    ...Object.entries(sandboxErrors).map(([label, change]) =>
      scenario(label, [keyedCreate], {
        control: [create(), keyedCreate],
        setting: [keyedCreate, create(both(change, key))],
        needs: 'sandbox',
      }),
    ),
  ]),
  ...labelled(
    'an upload',
    Object.entries({ ...validToo.upload, ...invalidToo.upload }).map(([label, change]) =>
      scenario(label, [keyedUpload], {
        control: [...withoutKey, keyedUpload],
        setting: [create(), upload(), keyedUpload, upload(0, both(change, key))],
      }),
    ),
  ),
];

const freeAfterRejection = [
  scenario('a create: a sandbox reference that does not exist', [keyedCreate, keyedCreate], {
    control: [create()],
    setting: [create(both(json({ reference: 'sandbox:no' }), key))],
    needs: 'sandbox',
  }),
  ...labelled(
    'a create',
    Object.entries({
      ...invalidWithoutKey,
      ...invalidCreates,
      'a body that is too long': json({ reference: 'x'.repeat(66_000) }),
    }).map(([label, change]) =>
      scenario(label, [keyedCreate, keyedCreate], { control: [create()], setting: [create(both(change, key))] }),
    ),
  ),
  scenario('an aborted create', [keyedCreate], {
    control: [create()],
    setting: [create(), { ...keyedCreate, aborted: true }],
  }),
  scenario('a create without its body', [keyedCreate], {
    control: [create()],
    setting: [create(), { ...keyedCreate, aborted: 'before its body' }],
  }),
  ...labelled('an upload', [
    ...Object.entries({
      ...invalidWithoutKey,
      ...invalidUploads,
      'a file that is too long': { fileSize: limits.fileBytes + 1 },
    }).map(([label, change]) =>
      scenario(label, [keyedUpload, keyedUpload], {
        control: withoutKey,
        setting: [create(), upload(0, both(change, key))],
      }),
    ),
    scenario('an aborted upload', [keyedUpload], {
      control: withoutKey,
      setting: [create(), { ...keyedUpload, aborted: true }],
    }),
    scenario('an upload without its body', [keyedUpload], {
      control: withoutKey,
      setting: [create(), { ...keyedUpload, aborted: 'before its body' }],
      observe: [read()],
    }),
  ]),
  scenario('creates without a valid API key', [keyedCreate, keyedCreate], {
    control: [create()],
    setting: (['nobody', 'stranger'] as const).map((as) => create({ ...keyedCreate.change, as })),
  }),
];

const illegal = ['256 characters', 'a space inside'];
const ignoredElsewhere = [
  ...Object.entries({
    'a new key': key,
    ...Object.fromEntries(illegal.map((name) => [name, keyed('{unique}', name)])),
  }).map(([label, change]) =>
    scenario(`${label}: a read`, [read(0, change)], { control: [create(), read()], setting: [create()] }),
  ),
  scenario('the key of a create: a read', [read(1, key)], {
    reportedAs: ['get-case.own-case'],
    control: [create(), read()],
    setting: [keyedCreate, create()],
  }),
  ...illegal.flatMap((name) =>
    Object.entries({
      'a read of an unknown case': read({ id: 'case-that-was-never-opened' }, {}),
      'a wrong method': read(0, { method: 'DELETE' }),
      'an unknown path': create({ path: '/no-such-path' }),
    }).map(([label, step]) =>
      scenario(`${name}: ${label}`, [{ ...step, change: both(step.change!, keyed('{unique}', name)) }], {
        control: [create(), step],
        setting: [create()],
        outcome: 'rejected',
      }),
    ),
  ),
  scenario('a read after an upload, with the key of a read before it', [read(0, key)], {
    control: [create(), upload(), read()],
    setting: [create(), read(0, key), upload()],
    reportedAs: ['get-case.lists-evidence'],
  }),
];

export const idempotency: Scenarios<'idempotency'> = {
  'idempotency.create-replays': [
    ...createReplays,
    scenario('after evidence', [keyedCreate], { control: [...withoutKey], setting: [keyedCreate, upload()] }),
    ...alsoByOther(
      Object.entries(decidedCases('tenant', key)).map(([label, setting]) =>
        scenario(`after the case was ${label}`, setting.slice(0, 1), {
          control: withoutKey,
          setting,
          needs: 'sandbox',
        }),
      ),
    ),
  ],
  'idempotency.upload-replays': [
    ...uploadReplays,
    scenario('sent three times', [keyedUpload, expecting(keyedUpload)], {
      control: [...withoutKey, read()],
      setting: [create(), upload(), keyedUpload],
      observe: [read()],
      reportedAs: ['get-case.lists-evidence', 'upload-artifact.rejected-stores-nothing'],
    }),
    scenario('after one whose client did not wait for the response', [keyedUpload, read()], {
      control: [...withoutKey, read()],
      setting: [create(), { ...keyedUpload, aborted: 'after its body' }],
    }),
    ...alsoByOther([
      ...['an approved case', 'a denied case'].map((label) =>
        scenario(`to ${label}`, [keyedUpload], { control: withoutKey, setting: closed[label]!, needs: 'sandbox' }),
      ),
      scenario('when the case is full', [keyedUpload, lastUpload], {
        control: withoutKey,
        setting: closed['a full case']!,
      }),
    ]),
  ],
  'idempotency.equal-json': [
    ...forEach(
      {
        ...each(equalTexts, (body) => both(text(body), key)),
        'in several pieces': { ...both(json(equalBody), key), cutAt: [9, 30] },
      },
      create,
      {
        control: [create(json(equalBody))],
        setting: [create(both(json(equalBody), key))],
      },
    ),
    scenario(
      'another media type',
      [create(both(keyedCreate.change!, { headers: { 'Content-Type': 'application/json; charset=utf-8' } }))],
      { control: [create({ headers: { 'Content-Type': 'application/json; charset=utf-8' } })], setting: [keyedCreate] },
    ),
  ],
  'idempotency.upload-fingerprint': forEach(
    each<Change>(
      {
        'another boundary': { boundary: 'another-boundary' },
        'another order of parts': parts({ fileFirst: true }),
        'another file name': parts({ filename: 'renamed.jpeg' }),
        'another declared type for the same file': parts({ type: 'application/octet-stream' }),
        'no declared type': parts({ type: null }),
        'without Content-Length': { chunked: true },
        'in several pieces': { cutAt: [10, 300, 1000] },
      },
      (change) => both(change, key),
    ),
    (change) => upload(0, change),
    { control: withoutKey, setting: [create(), upload(), keyedUpload] },
  ),
  'idempotency.create-key-reused': [
    ...Object.entries(otherPayloads).map(([label, change]) =>
      scenario(label, [create(both(change, key))], {
        control: [create(), create(change)],
        setting: [create(both(json({ reference: unlike }), key)), read()],
        observe: [read()],
        outcome: 'rejected',
        reportedAs: ['case-lifecycle.facts-unchanged', 'create-case.returns-reference', 'get-case.like-created'],
      }),
    ),
    scenario('the suffix of a sandbox reference', [create(both(json({ reference: 'sandbox:hold#other' }), key))], {
      control: [create(), create(json({ reference: 'sandbox:hold' }))],
      setting: [create(both(json({ reference: 'sandbox:hold#{unique}' }), key))],
      outcome: 'rejected',
      needs: 'sandbox',
    }),
    ...pairs(([one, other]) => [
      scenario('', [create(both(json({ reference: other }), key))], {
        control: [create(json({ reference: other }))],
        setting: [create(both(json({ reference: one }), key))],
        outcome: 'rejected',
      }),
    ]),
    scenario(
      'two payloads at the same time',
      together(Array<number>(5).fill(0), keyedCreate, create(both(json({ reference: '{unique}-other' }), key))),
      { control: [create(), keyedCreate], outcome: 'open' },
    ),
  ],
  'idempotency.upload-key-reused': [
    ...forEach(each(otherFiles, fileKey), (change) => upload(0, change), {
      control: withoutKey,
      setting: [create(), upload(), upload(0, fileKey(file))],
      outcome: 'rejected',
    }),
    scenario('another end behind two megabytes', [upload(0, fileKey(longFile('y')))], {
      control: withoutKey,
      setting: [create(), upload(0, fileKey(longFile('x')))],
      outcome: 'rejected',
    }),
    scenario('another type', [upload(0, both(parts({ file: latin1(png()), type: 'image/png' }), key))], {
      control: withoutKey,
      setting: [create(), upload(), upload(0, fileKey(file))],
      outcome: 'rejected',
    }),
    scenario('another kind', [upload(0, both(parts({ kind: 'ID_BACK' }), key))], {
      control: withoutKey,
      setting: [create(), upload(), keyedUpload],
      observe: [read()],
      outcome: 'rejected',
    }),
    scenario(
      'two kinds at the same time',
      together([0, 0, 0], keyedUpload, upload(0, both(parts({ kind: 'ID_BACK' }), key))),
      { control: withoutKey, setting: [create(), upload()], outcome: 'open' },
    ),
  ],
  'idempotency.key-forms': [
    scenario(
      'uploads with long keys',
      Object.values(longKeys).flatMap((forms) => forms.map((form) => upload(0, keyed('{unique}', form)))),
      { control: withoutKey, setting: [create()], reportedAs: ['upload-artifact.ids-differ'] },
    ),
    ...likeKey(Object.keys(similarKeys), 'Key-{unique}', (change) => create(both(payload, change))),
    ...Object.entries(visiblePairs).map(([label, [one, other]]) =>
      scenario(label, [create(both(constant, keyed(one))), create(both(constant, keyed(other)))], {
        control: [create()],
      }),
    ),
    ...Object.entries(singleKeys).map(([label, change]) => twice(label, change)),
    // Another client may have used a short key for another payload.
    { ...twice('one character', keyed('{letter}')), outcome: 'open' },
    scenario('words that are false in some language', [...words, ...words], { control: [create()], outcome: 'open' }),
    ...Object.entries(longKeys).map(([label, forms]) =>
      scenario(
        label,
        forms.map((form) => create(both(payload, keyed('{unique}', form)))),
        { control: [create()] },
      ),
    ),
    ...labelled(
      'an upload',
      likeKey(Object.keys(similarKeys), 'Key-{unique}', (change) => upload(0, change), [create()]),
    ),
    ...labelled(
      'an upload',
      likeKey(Object.keys(uuidForms), '{uuid}', (change) => upload(0, change), [create()]),
    ),
  ],
  'idempotency.key-scope': [
    ...labelled('two tenants', [
      ...ofBothTypes([
        scenario('the same payload', [create(both(keyedCreate.change!, { as: 'other' }))], {
          control: [create({ as: 'other' }), create()],
          setting: [keyedCreate],
        }),
      ]),
      scenario('another payload', [create({ ...both(json({ type: 'PM' }), key), as: 'other' })], {
        control: [create(both(json({ type: 'PM' }), { as: 'other' })), create()],
        setting: [keyedCreate],
      }),
      scenario(
        'at the same time',
        atSameTime(5, create, (change) => create({ ...change, as: 'other' })),
        {
          control: [create({ as: 'other' }), create()],
        },
      ),
    ]),
    scenario('two cases at the same time', atSameTime(2, ...[0, 1].map(ofOwnKind)), {
      control: [...withoutKey, read()],
      setting: [create(), create()],
      observe: [read(0), read(1)],
      reportedAs: ['get-case.lists-evidence'],
    }),
    ...labelled('another query', [
      scenario('a create', [create(both(keyedCreate.change!, { query: 'page=2' }))], {
        control: [create()],
        setting: [keyedCreate],
      }),
      scenario('an upload', [upload(0, both(key, { query: 'page=2' }))], {
        control: withoutKey,
        setting: [create(), keyedUpload],
      }),
    ]),
    scenario('after the upload of another tenant with it was rejected', [keyedUpload], {
      control: withoutKey,
      setting: [create(), upload(0, { ...key, as: 'other' })],
    }),
    scenario('the key of a create for an upload', [keyedUpload], {
      control: withoutKey,
      setting: [create(), upload(), create(key)],
    }),
    scenario(
      'the key of an upload for another case',
      [upload(1, both(parts({ kind: 'ID_BACK', file: latin1(jpeg('another')) }), key))],
      {
        control: [...withoutKey, read()],
        setting: [create(), create(), upload(0), upload(1), keyedUpload],
        observe: [read(1)],
        reportedAs: ['get-case.lists-evidence'],
      },
    ),
  ],
  'idempotency.scoped-to-mode': [
    ...ofBothTypes([
      scenario('the same payload', [create(both(keyedCreate.change!, { as: 'live' }))], {
        control: [create({ as: 'live' }), create()],
        setting: [keyedCreate],
      }),
    ]),
    scenario(
      'at the same time',
      atSameTime(3, create, (change) => create({ ...change, ...live })),
      {
        control: [create(live), create()],
      },
    ),
    scenario('after the upload of the other mode with it was rejected', [keyedUpload], {
      control: withoutKey,
      setting: [create(), upload(0, { ...key, as: 'live' })],
    }),
  ],
  'idempotency.only-success-stored': [...freeAfterRejection, ...labelled('after a success', keptAfterRejection)],
  'idempotency.parallel-create-once': rounds((round) =>
    scenario(`round ${round}`, [...together(delays(round, 20), keyedCreate), keyedCreate], {
      control: [create(), keyedCreate],
      outcome: 'open',
    }),
  ),
  'idempotency.parallel-upload-once': [
    ...rounds((round) =>
      scenario(`round ${round}`, together(delays(round, 10), round % 2 === 1 ? keyedUpload : largeUpload), {
        control: [...withoutKey, read()],
        setting: [create(), upload(), read()],
        observe: [read()],
        outcome: 'open',
        reportedAs: ['get-case.lists-evidence'],
      }),
    ),
    // Without other evidence: it may decide the case (D97).
    scenario('the live key', together(delays(1, 5), upload(0, both(key, live))), {
      control: [create(live), upload(0, live), read(0, live)],
      setting: [create(live)],
      observe: [read(0, live)],
      outcome: 'open',
      reportedAs: ['get-case.lists-evidence'],
    }),
  ],
  'idempotency.in-use-waits': [
    scenario('creates', together(soon, keyedCreate), { control: [create()], outcome: 'open' }),
    scenario('uploads', together(soon, keyedUpload), { control: withoutKey, setting: [create()], outcome: 'open' }),
  ],
  'idempotency.illegal-key-400': [
    ...onEach(Object.fromEntries(Object.keys(illegalKeys).map((name) => [name, keyed('{unique}', name)])), withBody),
    ...onEach(seldom({ '256 characters': keyed('{unique}', '256 characters') }), withBody),
  ],
  'idempotency.other-payload-rejected': rejectedUnderKey,
  'idempotency.ignored-elsewhere': ignoredElsewhere,
};
