import type { TestableId } from '../../generated/requirements.ts';
import { jpeg, png } from '../values/evidence-files.ts';
import { conditions, headerRows } from '../values/headers.ts';
import { cutIds, malformedIds, nearIds, unknownIds } from '../values/ids.ts';
import { decided, decidedCases } from './settings.ts';
import {
  alone,
  create,
  each,
  json,
  named,
  type Of,
  packed,
  read,
  type Scenario,
  type Scenarios,
  scenario,
  type Step,
  upload,
} from './vocabulary.ts';

type Details = Partial<Scenario>;
const latin1 = (content: Buffer) => content.toString('latin1');
const file = (content: Buffer, type = 'image/jpeg') => ({ parts: { file: latin1(content), type } });
const untilDecided: Step = { ...read(), until: 'decided' };
const denied = json({ type: 'PF', reference: 'sandbox:deny' });
const untilEnd: Step = { ...read(), until: 'the end' };

/** Whether a read succeeds at all is another requirement. */
const given: Details = { isAnswerGiven: true };

/** A read of a case in each state. */
const inEachState = (details = given): Scenario[] => [
  scenario('a case without evidence', [read()], { setting: [create()], ...details }),
  scenario('a case with evidence', [read()], { setting: [create(), upload()], ...details }),
  ...Object.entries({ ...decidedCases(), 'denied, of a person': decided(denied) }).map(([label, setting]) =>
    scenario(`a case that is ${label}`, [read()], { setting, needs: 'sandbox', ...details }),
  ),
];

/** Creates of cases that the sandbox decides. */
const decisions = {
  'an approved person': json({ type: 'PF', reference: 'sandbox:approve' }),
  'a denied person': json({ type: 'PF', reference: 'sandbox:deny' }),
  'a denied entity': json({ type: 'PM', reference: 'sandbox:deny' }),
};

/** A read of an id that no case has, after one of an existing case was accepted. */
const unknown = (ids: Record<string, Of>, details: Details = {}): Scenario[] =>
  Object.entries(ids).map(([label, of]) =>
    scenario(label, [read(of)], { control: [create(), read()], outcome: 'rejected', ...details }),
  );
const withId = (ids: Record<string, string>): Record<string, Of> => each(ids, (id) => ({ id }));
const near = (labels: string[]): Record<string, Of> =>
  Object.fromEntries(labels.map((label) => [label, { controlAs: label }]));
const neverOpened: Record<string, Of> = {
  ...withId(Object.fromEntries(unknownIds.map((id) => [id, id]))),
  'an id like a known one': 'unknown',
};

// Requirements that name a property of the schema of a case.
const schemaOfCase: TestableId[] = [
  'create-case.id-form',
  'get-case.status',
  'get-case.score',
  'get-case.reasons',
  'case-lifecycle.pending-values',
  'case-lifecycle.decision-reasons',
  'case-lifecycle.decided-case-has-time',
  'http.timestamps-utc',
];

const kinds = ['SELFIE', 'ID_BACK', 'PASSPORT', 'ID_FRONT', 'PROOF_OF_ADDRESS', 'ID_BACK'];

export const getCase: Scenarios<'get-case'> = {
  'get-case.reads-case': [
    scenario('a new case, until the end of the run', [read(), untilEnd], { setting: [create()] }),
    scenario('a new case, in the milliseconds after its create', [read()], { setting: alone(create()) }),
    ...Object.entries(decisions).map(([label, change]) =>
      scenario(`${label}, until the decision`, [untilDecided], {
        setting: [create(change), upload()],
        needs: 'sandbox',
      }),
    ),
  ],
  'get-case.status': inEachState(),
  'get-case.score': inEachState(),
  'get-case.reasons': inEachState(),
  'get-case.unknown-has-no-status': unknown(neverOpened),
  'get-case.responds-with-200': inEachState(),
  'get-case.responds-with-case': [
    ...inEachState({ ...given, reportedAs: schemaOfCase }),
    scenario('an entity with evidence', [read()], {
      setting: [create(json({ type: 'PM' })), upload()],
      reportedAs: schemaOfCase,
      ...given,
    }),
    scenario('a live case with evidence', [read(0, { as: 'live' })], {
      setting: [create({ as: 'live' }), upload(0, { as: 'live' })],
      reportedAs: schemaOfCase,
      ...given,
    }),
  ],
  // A faulty cache may damage only unusual characters. A value that is computed for each response differs after a while.
  'get-case.like-created': [
    scenario('a reference with unusual characters', [read(), untilEnd], {
      setting: [create(json({ reference: ' Ñandú 🪪 {unique} ' }))],
      reportedAs: ['create-case.returns-reference', 'get-case.own-case'],
      ...given,
    }),
  ],
  'get-case.own-case': [
    scenario('three cases', [read(0), read(1), read(2)], {
      setting: [create(), create(), create()],
      reportedAs: ['create-case.returns-reference'],
      ...given,
    }),
  ],
  'get-case.unknown-404': [
    ...unknown({ ...neverOpened, ...near(['with other letters']) }),
    ...unknown({
      ...withId(named('the id', malformedIds)),
      ...near(['with a file extension']),
    }),
    ...Object.entries(packed(headerRows(conditions))).map(([label, change]) =>
      scenario(label, [read('unknown', change)], { control: [create(), read()], outcome: 'rejected' }),
    ),
    ...unknown(near(Object.keys(nearIds))),
    ...unknown(near(Object.keys(cutIds)), { outcome: { open: 'path.encoded-delimiter' } }),
  ],
  'get-case.lists-evidence': [
    scenario(
      'after each of two uploads, until the end of the run',
      [read(), upload(0, file(jpeg('second'))), read(), untilEnd],
      {
        setting: [create(), upload(0, file(jpeg('first')))],
        reportedAs: ['get-case.evidence-in-order'],
        ...given,
      },
    ),
    scenario('in the milliseconds after an upload', [upload(0, file(jpeg('first'))), read()], {
      setting: alone(create()),
      ...given,
    }),
    // A service that computes them from too little says that nothing has changed.
    ...(['ETag', 'Last-Modified'] as const).map((changedSince) =>
      scenario(`on condition of the ${changedSince} before it`, [read(0, { changedSince })], {
        setting: [create(), read(), upload()],
        ...given,
      }),
    ),
  ],
  'get-case.evidence-in-order': [
    scenario('six kinds, of two file types', [read()], {
      setting: [
        create(),
        ...kinds.map((kind, at) => {
          const { parts } = at % 2 === 0 ? file(jpeg(String(at))) : file(png(String(at)), 'image/png');
          return upload(0, { parts: { ...parts, kind } });
        }),
      ],
      reportedAs: ['get-case.lists-evidence'],
      ...given,
    }),
  ],
};
