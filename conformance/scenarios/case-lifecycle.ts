import type { TestableId } from '../../generated/requirements.ts';
import { jpeg, png } from '../values/evidence-files.ts';
import { decided } from './settings.ts';
import {
  alone,
  type Change,
  create,
  json,
  keyed,
  read,
  type Scenario,
  type Scenarios,
  scenario,
  seldom,
  type Step,
  together,
  upload,
} from './vocabulary.ts';

type Details = Partial<Scenario>;
/** Whether a request succeeds at all is another requirement. */
const given: Details = { isAnswerGiven: true };
const ofEntity = json({ type: 'PM' });
const untilEnd = (of = 0): Step => ({ ...read(of), until: 'the end' });

const approvePerson = json({ type: 'PF', reference: 'sandbox:approve#{unique}' });
const denyPerson = json({ type: 'PF', reference: 'sandbox:deny#{unique}' });
const denyEntity = json({ type: 'PM', reference: 'sandbox:deny#{unique}' });

/** A case with each decision. */
const bothDecisions = { 'an approved person': decided(approvePerson), 'a denied entity': decided(denyEntity) };
const ofEach = (list: (decision: Step[]) => Record<string, Partial<Scenario> & { steps: Step[] }>): Scenario[] =>
  Object.entries(bothDecisions).flatMap(([label, decision]) =>
    Object.entries(list(decision)).map(([what, { steps, ...details }]) =>
      scenario([label, what].filter(Boolean).join(', '), steps, details),
    ),
  );
/** The first read that shows the decision. */
const shows = (label: string, decision: Step[]): Scenario =>
  scenario(label, decision.slice(-1), { setting: decision.slice(0, -1), ...given });
const bothShown = Object.entries(bothDecisions).map(([label, decision]) => shows(label, decision));

const created: Record<string, Details & { change: Change }> = {
  'a plain reference': { change: {} },
  'a reference of the sandbox': { change: { json: { reference: 'sandbox:approve' } }, needs: 'sandbox' },
};

/** The responses that show a pending case: the create, and reads before and after evidence. */
const pending: Scenario[] = [
  scenario('before and after evidence', [create(ofEntity), read(), upload(), read()], {
    ...given,
    reportedAs: ['get-case.score', 'get-case.reasons'],
  }),
];

const another: Change = { parts: { kind: 'ID_BACK', file: jpeg('another').toString('latin1') } };

/** Uploads that a decided case rejects. */
const late: Record<string, Change> = {
  'the same evidence': {},
  'another kind': { parts: { kind: 'ID_BACK' } },
  'another type': { parts: { file: png().toString('latin1'), type: 'image/png' } },
  ...seldom({ 'the same evidence': {} }),
};

/** A case that three readers read while the evidence that decides it arrives. */
const watched = (label: string, directive: 'approve' | 'deny', reference = `sandbox:${directive}#{unique}`): Scenario =>
  scenario(label, [{ ...upload(), watchedBy: 3 }, read()], {
    setting: [create(json({ reference })), read()],
    ...given,
  });

/** What a read shows of evidence that a race or a rejected upload lost, replaced or added. */
const ofEvidence: TestableId[] = [
  'get-case.lists-evidence',
  'upload-artifact.rejected-stores-nothing',
  'case-lifecycle.rejected-evidence-changes-nothing',
];

export const caseLifecycle: Scenarios<'case-lifecycle'> = {
  'case-lifecycle.created-pending': (['PF', 'PM'] as const).flatMap((type) =>
    Object.entries(created).map(([label, { change, ...details }]) =>
      scenario(`${type}, ${label}`, [create({ json: { type, ...change.json } })], { ...given, ...details }),
    ),
  ),
  'case-lifecycle.pending-values': pending,
  'case-lifecycle.decided-case-has-time': bothShown,
  'case-lifecycle.decided-after-creation': bothShown,
  'case-lifecycle.facts-unchanged': [
    scenario(
      'evidence, more evidence and a rejected upload',
      [read(), upload(), read(), upload(0, another), read(), upload(0, { parts: { kind: 'UNKNOWN' } }), read()],
      { setting: [create()], outcome: 'as demanded', ...given },
    ),
    // The artifact of a pending case is shown as its upload did, before that of a decided one counts.
    ...Object.entries({ 'an approval': approvePerson, 'a denial': denyPerson }).map(([label, change]) => {
      const [opened, evidence, decision] = decided(change, {}, 1) as [Step, Step, Step];
      return scenario(label, [decision], {
        setting: [create(), upload(), read(), opened, read(1), evidence],
        needs: 'sandbox',
        ...given,
      });
    }),
  ],
  'case-lifecycle.times-in-order': [
    scenario('two artifacts', [read()], { setting: [create(), upload(), upload(0, another)], ...given }),
    { ...shows('a decision', decided(approvePerson)), needs: 'sandbox' },
  ],
  'case-lifecycle.decision-reasons': [
    shows('an approved person', decided(approvePerson)),
    shows('a denied person', decided(denyPerson)),
  ],
  'case-lifecycle.decision-atomic': [
    watched('an approval', 'approve'),
    // A decision that is torn now and then is torn while others are being made.
    ...(['approve', 'deny', 'deny', 'approve', 'deny'] as const).map((directive, at) =>
      watched(`${directive}, number ${at + 1} of five`, directive, `sandbox:${directive}#{unique} ${at + 1}`),
    ),
  ],
  // Neither a repeated nor a rejected upload changes a decision, not even later.
  'case-lifecycle.decision-final': [
    scenario('an approval, and its upload again', [upload(0, keyed()), untilEnd()], {
      control: [create(), upload()],
      setting: decided(approvePerson, keyed()),
      ...given,
    }),
    scenario('a denial, and a rejected upload', [upload(), untilEnd()], {
      setting: decided(denyPerson),
      outcome: 'as demanded',
      ...given,
    }),
  ],
  'case-lifecycle.decided-once-under-load': [
    scenario(
      'thirteen uploads',
      [
        ...together([...Array.from({ length: 10 }, () => 0), 10, 20, 40], upload()).map((step, at) =>
          at === 0 ? { ...step, watchedBy: 1 } : step,
        ),
        { ...read(), until: 'decided' },
        // These come too late to be accepted. A read after each shows the time of a second decision.
        upload(),
        read(),
        upload(),
        read(),
        untilEnd(),
      ],
      {
        control: decided(approvePerson),
        setting: [create(approvePerson), read()],
        outcome: 'open',
        reportedAs: [...ofEvidence, 'case-lifecycle.decision-final'],
      },
    ),
  ],
  'case-lifecycle.decided-case-rejects-evidence': [
    // The second upload may be accepted too; if it is not, the read shows why.
    scenario('two uploads without a wait', [upload(), read()], {
      setting: alone(create(approvePerson), upload()),
      outcome: 'open',
      ...given,
    }),
    scenario('a live case', [{ ...upload(0, { as: 'live' }), mayBeClosed: true }, read(0, { as: 'live' })], {
      setting: [create({ as: 'live' })],
      outcome: 'open',
      ...given,
    }),
    ...ofEach((decision) => ({
      ...Object.fromEntries(
        Object.entries(late).map(([label, change]) => [
          label,
          { control: decision, steps: [upload('control', change)], outcome: 'rejected' as const },
        ]),
      ),
      'twice with an idempotency key': {
        control: decision,
        steps: [upload('control', keyed()), upload('control', keyed())],
        outcome: 'rejected',
      },
    })),
  ],
  'case-lifecycle.rejected-evidence-changes-nothing': ofEach((decision) => ({
    '': {
      setting: [...decision, read()],
      steps: [upload(0, { parts: { kind: 'ID_BACK' } })],
      observe: [read()],
      outcome: 'rejected',
      reportedAs: [...ofEvidence, 'case-lifecycle.decision-final', 'case-lifecycle.facts-unchanged'],
    },
  })),
};
