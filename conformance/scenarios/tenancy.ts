import { jpeg } from '../values/evidence-files.ts';
import { ofCases, ofTenants } from './at-once.ts';
import { invalid, invalidUploads, tooLong } from './invalid.ts';
import { head } from './methods.ts';
import { decidedCases, fullCase } from './settings.ts';
import {
  both,
  type Change,
  create,
  each,
  json,
  keyed,
  lastWithQuery,
  type Of,
  onEach,
  read,
  type Scenario,
  type Scenarios,
  scenario,
  seldom,
  type Sender,
  type Step,
  together,
  upload,
  labelled,
} from './vocabulary.ts';

/** The owner of a case and somebody who must not see it, each of the two as the owner. */
type Pair = readonly [owner: Sender, stranger: Sender];
const tenants: Record<string, Pair> = {
  'a case of the first tenant': ['tenant', 'other'],
  'a case of the second tenant': ['other', 'tenant'],
};
const modes: Record<string, Pair> = {
  'a sandbox case': ['tenant', 'live'],
  'a live case': ['live', 'tenant'],
};
const ofEach = (pairs: Record<string, Pair>, list: (...pair: Pair) => Record<string, Partial<Scenario>>): Scenario[] =>
  Object.entries(pairs).flatMap(([label, pair]) =>
    Object.entries(list(...pair)).map(([state, details]) =>
      scenario(`${label}, ${state}`, [], { outcome: 'rejected', ...details }),
    ),
  );

/** What the other tenant must not be able to do with a case, after the owner did it. */
const refused = (change: Change = {}, step = read): Partial<Scenario> => ({
  control: [create(), step()],
  steps: [step('control', { as: 'other', ...change })],
});

/**
 * Requests of the other tenant for unknown cases and a foreign one, in turns: a header for tracing or rate limits may be
 * on some responses only. A service may handle an id of another form in another place.
 */
const inTurns = (step: (of: Of, change: Change) => Step): Step[] => {
  const ofUuid = step({ id: '00000000-0000-4000-8000-000000000000' }, { as: 'other' });
  const turn = [step('unknown', { as: 'other' }), step('control', { as: 'other' })];
  return [ofUuid, ...Array.from({ length: 8 }, () => turn).flat(), ofUuid];
};

const otherMethods = {
  'a read': ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST'],
  'an upload': ['GET', 'OPTIONS', 'DELETE'],
};

const sandboxApprove = json({ reference: 'sandbox:approve' });
const foreign: Change = { parts: { file: jpeg('foreign').toString('latin1'), kind: 'SELFIE' } };

/** An upload by a stranger, after which the owner reads the case until the run ends. */
const watched = (owner: Sender, stranger: Sender, setting: Step[]): Partial<Scenario> => ({
  setting,
  steps: [upload(0, { as: stranger, ...foreign })],
  observe: [read(0, { as: owner }), { ...read(0, { as: owner }), until: 'the end' }],
  isAnswerGiven: true,
  reportedAs: [...ofCases, 'sandbox.no-decision-without-evidence'],
});

const [first, second]: Sender[] = ['tenant', 'other'];
/** Reads of own and foreign cases by both tenants, and creates of both. */
const load: Step[] = Array.from({ length: 10 }, (_, at): Step[] => [
  read(0, { as: first! }),
  read(1, { as: second! }),
  at % 2 === 0 ? read(1, { as: first! }) : read(0, { as: second! }),
  create(json({ reference: `{unique} ${at}` })),
  create({ as: second!, ...json({ reference: `{unique} ${at} of the second` }) }),
]).flat();

export const tenancy: Scenarios<'tenancy'> = {
  'tenancy.foreign-case-404': [
    ...labelled(
      'a read',
      ofEach(tenants, (owner, stranger) => ({
        open: {
          control: [create({ as: owner }), read(0, { as: owner })],
          steps: [read('control', { as: stranger })],
        },
        // A service may keep the version of each case beside it.
        'with a condition': {
          control: [create({ as: owner }), read(0, { as: owner })],
          steps: [read('control', { as: stranger, headers: { 'If-None-Match': '*' } })],
        },
        'with a slash behind its id': {
          control: [create({ as: owner }), read(0, { as: owner })],
          steps: [read('control', { as: stranger, path: '/cases/{id}/' })],
        },
        'with a query, before the connection is closed': {
          control: [create({ as: owner }), read(0, { as: owner })],
          steps: [read('control', { as: stranger, ...lastWithQuery })],
        },
        'with evidence': {
          control: [create({ as: owner }), upload(0, { as: owner }), read(0, { as: owner })],
          steps: [read('control', { as: stranger })],
        },
        ...each(decidedCases(owner), (control) => ({
          control,
          steps: [read('control', { as: stranger })],
          needs: 'sandbox' as const,
        })),
      })),
    ),
    scenario('with the cookies of the first tenant', [], { outcome: 'rejected', ...refused({ cookies: true }) }),
    scenario('a read: a live case', [read('control', { as: 'other' })], {
      control: [create({ as: 'live' }), read(0, { as: 'live' })],
      outcome: 'rejected',
    }),
    ...labelled(
      'an upload',
      ofEach(tenants, (owner, stranger) => ({
        open: {
          control: [create({ as: owner }), upload(0, { as: owner })],
          steps: [upload('control', { as: stranger })],
        },
        ...each(seldom({ open: { as: stranger } }), (change) => ({
          control: [create({ as: owner }), upload(0, { as: owner })],
          steps: [upload('control', change)],
        })),
        ...each(decidedCases(owner), (setting) => ({
          setting,
          steps: [upload(0, { as: stranger })],
          needs: 'sandbox' as const,
        })),
      })),
    ),
    ...onEach(
      each({ ...invalid, ...invalidUploads, ...tooLong['an upload'] }, (change) => both(change, { as: 'other' })),
      ['an upload'],
    ),
    scenario('again with its idempotency key', [upload(0, { as: 'other', ...keyed() })], {
      control: [create(), upload()],
      setting: [create(), upload(0, keyed())],
      outcome: 'rejected',
    }),
    // Outside the sandbox a service may decide a case before it is full (D97).
    scenario('a full case', [upload('control', { as: 'other' })], {
      control: fullCase,
      outcome: 'rejected',
      needs: 'sandbox',
    }),
  ],
  'tenancy.foreign-upload-stores-nothing': ofEach(tenants, (owner, stranger) => ({
    'with evidence': watched(owner, stranger, [
      create({ as: owner }),
      upload(0, { as: owner }),
      read(0, { as: owner }),
    ]),
    'without evidence': watched(owner, stranger, [create({ as: owner }), read(0, { as: owner })]),
    'that evidence would decide': {
      ...watched(owner, stranger, [create({ as: owner, ...sandboxApprove }), read(0, { as: owner })]),
      needs: 'sandbox',
    },
  })),
  'tenancy.foreign-like-unknown': [
    scenario('reads in turns', inTurns(read), {
      control: [create(), read()],
      outcome: 'rejected',
      isAnswerGiven: true,
    }),
    scenario(
      'HEAD in turns',
      inTurns((of, change) => head(read(of), change)),
      {
        control: [create(), read()],
        outcome: 'open',
        isAnswerGiven: true,
      },
    ),
    scenario('uploads in turns', inTurns(upload), {
      control: [create(), upload()],
      outcome: 'rejected',
      isAnswerGiven: true,
    }),
    ...(['a read', 'an upload'] as const).flatMap((name) =>
      otherMethods[name].map((method): Scenario => {
        const step = name === 'a read' ? read : upload;
        const change: Change = { as: 'other', method, text: '', headers: { 'Content-Type': [] } };
        return scenario(`${name}: ${method}`, [step('unknown', change), step('control', change)], {
          control: [create(), read()],
          outcome: 'open',
          isAnswerGiven: true,
        });
      }),
    ),
  ],
  'tenancy.ids-unique': [
    scenario('creates of both tenants', together([0, 0, 0], create(), create({ as: 'other' })), {
      control: [create(), create({ as: 'other' })],
    }),
  ],
  'tenancy.same-reference-apart': [
    scenario('a case of each tenant', [create({ as: 'other', ...json({ type: 'PM', reference: '{unique}' }) })], {
      control: [create(), create({ as: 'other', ...json({ type: 'PM' }) }), read(0), read(1, { as: 'other' })],
      setting: [create(json({ reference: '{unique}' }))],
      observe: [
        read(0),
        read(1, { as: 'other' }),
        upload(),
        read(1, { as: 'other' }),
        read(1),
        read(0, { as: 'other' }),
      ],
      reportedAs: [...ofCases, 'tenancy.ids-unique', 'tenancy.foreign-case-404'],
    }),
  ],
  'tenancy.apart-under-load': [
    scenario('fifty requests at once', together([0], ...load), {
      setting: [
        create(),
        create({ as: 'other' }),
        read(0),
        read(1, { as: 'other' }),
        read(1),
        read(0, { as: 'other' }),
      ],
      outcome: 'as demanded',
      reportedAs: ofCases,
    }),
    ...ofTenants,
  ],
  'tenancy.nothing-of-others': Object.entries({ ...tenants, ...modes }).map(([label, [owner, stranger]]) =>
    scenario(
      label,
      [
        create({ as: stranger }),
        create({ as: stranger, ...json({ type: 'XX' }) }),
        read('unknown', { as: stranger }),
        upload(1, { as: stranger }),
        read(1, { as: stranger }),
      ],
      {
        control: [create(), read()],
        setting: [create({ as: owner }), read(0, { as: owner })],
        outcome: 'as demanded',
        isAnswerGiven: true,
      },
    ),
  ),
  'tenancy.modes-apart': [
    ...labelled('a read', [
      // More than one, because only some of the ids are known in both modes where each mode counts its own.
      ...ofEach(modes, (owner, stranger) => ({
        'three of them': {
          control: [create({ as: stranger })],
          setting: [0, 1, 2].flatMap((at) => [create({ as: owner }), read(at, { as: owner })]),
          steps: [0, 1, 2].map((at) => read(at, { as: stranger })),
        },
        'with evidence': {
          control: [create({ as: owner }), upload(0, { as: owner }), read(0, { as: owner })],
          steps: [read('control', { as: stranger })],
        },
      })),
      ...Object.entries(decidedCases()).map(([label, control]) =>
        scenario(`a case that is ${label}`, [read('control', { as: 'live' })], { control, outcome: 'rejected' }),
      ),
    ]),
    ...labelled('an upload', [
      ...ofEach(modes, (owner, stranger) => ({
        // Whatever a service does with live cases on its own, this can be judged.
        'before any evidence': {
          control: [create({ as: owner }), read(0, { as: owner })],
          steps: [upload('control', { as: stranger })],
        },
        // The control uses another case, because with a live key evidence may decide a case (D97).
        'once and again with an idempotency key': {
          control: [create({ as: stranger }), create({ as: owner }), upload(1, { as: owner })],
          setting: [create({ as: owner }), upload(0, { as: owner, ...keyed() }), read(0, { as: owner })],
          steps: [upload(0, { as: stranger }), upload(0, { as: stranger, ...keyed() })],
          observe: [read(0, { as: owner })],
          reportedAs: [...ofCases, 'tenancy.foreign-upload-stores-nothing'],
        },
      })),
      // Not the case that is read above, because a rejected upload may refresh what a service has cached of it.
      ...Object.entries(decidedCases()).map(([label, setting]) =>
        scenario(`a case that is ${label}`, [upload(0, { as: 'live' })], { setting, outcome: 'rejected' }),
      ),
    ]),
  ],
};
