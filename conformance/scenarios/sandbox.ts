import { limits } from '../../generated/limits.ts';
import type { TestableId } from '../../generated/requirements.ts';
import { pdf, png } from '../values/evidence-files.ts';
import { evidenceKinds } from '../values/evidence-kinds.ts';
import { spacesAndFormats } from '../values/texts.ts';
import { directives, illegalCodes, unknownDirectives } from '../values/sandbox-references.ts';
import { invalid, invalidUploads, tooLong } from './invalid.ts';
import { decided } from './settings.ts';
import {
  accepted,
  both,
  type Change,
  create,
  each,
  json,
  labelled,
  keyed,
  named,
  type Parts,
  read,
  rejected,
  type Scenario,
  type Scenarios,
  scenario,
  seldom,
  type Step,
  upload,
} from './vocabulary.ts';

type Details = Partial<Scenario>;
const asking = (directive: string, type: 'PF' | 'PM' = 'PF') => json({ type, reference: `sandbox:${directive}` });
const ofEntity = json({ type: 'PM' });
const untilEnd = (of = 0): Step => ({ ...read(of), until: 'the end' });
const given: Details = { isAnswerGiven: true };
/** These count here too, because the controls and settings have sent the same evidence to a plain case. */
const ofEvidence: TestableId[] = [
  'sandbox.decides-in-time',
  'upload-artifact.accepts-evidence',
  'upload-artifact.accepts-kinds',
  'upload-artifact.accepts-file-types',
  'idempotency.key-forms',
  'case-lifecycle.created-pending',
];
const judging = (...more: TestableId[]): Details => ({ ...given, reportedAs: [...ofEvidence, ...more] });

/** Before a decision counts, a plain case accepts the same evidence, and the simplest reference is decided. */
const plain = [create(), upload()];
const plainOfOther = [create({ as: 'other' }), upload(0, { as: 'other' })];
const approval = decided(asking('approve'));
const withEntity = [...approval, create(ofEntity), upload(1)];
const controls = { PF: approval, PM: withEntity };

/** The longest code (D79), with the shortest first word. */
const longestCode = `X_2B_${'LONG'.repeat(29)}_A_FAIL`;
const codes = {
  DOCUMENT_EXPIRED_FAIL: 'PF',
  // Also those that `sandbox:deny` combines with another reason.
  FACE_MATCH_FAIL: 'PF',
  REGISTRY_MATCH_FAIL: 'PM',
  OCR_FAIL: 'PM',
  [longestCode]: 'PM',
} as const;

const longSuffix = `#a:b#c d é {unique}${'🪪'.repeat(150)}`;
const suffixed = (directive: string, type: 'PF' | 'PM', suffixes: string[]): Scenario[] =>
  suffixes.map((suffix) =>
    scenario(`${directive}${suffix}`, decided(asking(directive + suffix, type)), {
      control: decided(asking(directive, type)),
      ...judging(),
    }),
  );

/** Each is short enough for a reference, which may have any of these characters (D7). */
const oddSuffixes: Record<string, string> = {
  'a suffix of all visible characters': `#${String.fromCharCode(...Array.from({ length: 94 }, (_, at) => 0x21 + at))}`,
  'a suffix of spaces and format characters': `#${spacesAndFormats.slice(0, 100)}`,
  'a suffix of letters in several scripts': '#ñ Ñ ß ı 身分証 가 ا é e\u0301 \u{1f1f2}\u{1f1fd} \u{1fffe}',
};

const files: Record<string, Parts> = {
  JPEG: {},
  PNG: { file: png().toString('latin1'), type: 'image/png', filename: 'evidence.png' },
  PDF: { file: pdf().toString('latin1'), type: 'application/pdf', filename: 'evidence.pdf' },
};
const ofKind = (kind: string): Change => ({ parts: { kind } });
const decidesWith = (label: string, change: Change, opened = asking('approve')): Scenario =>
  scenario(label, decided(opened, change, 1), {
    control: decided(opened),
    ...judging(),
    setting: [create(), upload(0, change)],
  });
/** Each kind as each type of file, in turns for each outcome. */
const decidesWithEveryKind: Scenario[] = evidenceKinds.flatMap((kind, row) =>
  Object.entries(files).map(([label, file], column) => {
    const outcomes = [
      asking('approve'),
      asking('deny', 'PM'),
      asking('deny:LIVENESS_FAIL', row % 2 === 0 ? 'PF' : 'PM'),
    ];
    const opened = outcomes[(row + column) % 3]!;
    return decidesWith(`${kind} as ${label}`, { parts: { ...file, kind } }, opened);
  }),
);

/** Ways to reject an upload, whoever sends it. */
const rejectedUploads: Record<string, Change> = {
  ...invalid,
  ...invalidUploads,
  'an upload without a key': { as: 'nobody' },
  'an upload with a key that was never issued': { as: 'stranger' },
};
/** A case with rejected uploads: the first valid one decides it, and is listed alone. */
const decidesAfter = (label: string, rejectedOnes: Step[], opened: Change): Scenario => {
  const [created, evidence, decision] = decided(opened) as [Step, Step, Step];
  return scenario(label, [evidence, decision], {
    control: decided(opened),
    ...judging('get-case.lists-evidence', 'upload-artifact.rejected-stores-nothing'),
    setting: [created, ...rejectedOnes],
  });
};
const decidesAfterRejection: Scenario[] = [
  ...Object.entries<Step>({
    ...each({ ...rejectedUploads, ...tooLong['an upload'] }, (change) => upload(0, change)),
    'an upload by another tenant': upload(0, { as: 'other' }),
    'an upload that was cut': { ...upload(), aborted: true },
  }).map(([label, step], at) =>
    decidesAfter(`after ${label}`, [step], at % 2 === 0 ? asking('approve') : asking('deny', 'PM')),
  ),
  decidesAfter(
    'the second tenant: after rejected uploads',
    Object.values(rejectedUploads).map((change) => upload(0, { as: 'other', ...change })),
    { ...asking('deny'), as: 'other' },
  ),
];

/** Cases that the sandbox never decides, although they have evidence. */
const held = (type: 'PF' | 'PM') =>
  scenario(`a case with the type ${type}`, [create(asking('hold', type)), upload(), untilEnd()], {
    control: [create(json({ type })), upload()],
    ...judging(),
  });

/** As much evidence as a case may have. */
const inEveryKind = (of: number): Step[] =>
  Array.from({ length: limits.artifacts }, (_, at) => upload(of, ofKind(evidenceKinds[at % evidenceKinds.length]!)));

const plainReferences = [
  'Sandbox:approve#{unique}',
  ' sandbox:approve#{unique}',
  // Normalisation would turn the first letter into an ordinary s.
  '\uff53andbox:approve#{unique}',
  'sandbox',
  'approve',
];
const staysPending = (changes: Record<string, Change>): Scenario[] =>
  Object.entries(changes).map(([label, change]) =>
    scenario(label, [create(change), upload(), untilEnd()], {
      // With a live key the service may decide a plain case.
      control: [...plain, create(asking('hold'))],
      ...judging('create-case.opens-person-case', 'create-case.opens-entity-case'),
    }),
  );

/** A case without evidence stays pending, while another one is decided. */
const waits = (opened: Change, observed: Step[]): Details => ({
  ...given,
  setting: [create(opened)],
  steps: [read()],
  observe: [...observed, untilEnd()],
});

/** Some limiters respond like the sandbox. */
const unsure = (step: Step): Step => ({ ...step, mayGetError: true });
const errors = (status: 429 | 503): Scenario[] => {
  const asked = asking(`error:${status}`);
  const withSuffix = ['#{unique}', '#'].map((suffix) => unsure(create(asking(`error:${status}${suffix}`))));
  const ofOther = unsure(create({ ...asked, as: 'other' }));
  return [
    ...(['PF', 'PM'] as const).map((type) =>
      scenario(type, [unsure(create(asking(`error:${status}`, type)))], {
        control: [create(json({ type }))],
        outcome: 'rejected',
      }),
    ),
    scenario('with a suffix', withSuffix, { control: [unsure(create(asked))], outcome: 'rejected' }),
    scenario('the second tenant', [ofOther, ofOther], { control: [create({ as: 'other' })], outcome: 'rejected' }),
  ];
};

const afterError = (status: 429 | 503): Scenario => {
  const asked = unsure(create(both(asking(`error:${status}`), keyed())));
  return scenario(`the error ${status}`, [asked, asked, unsure(create(keyed()))], {
    control: [unsure(create(asking(`error:${status}`)))],
    outcome: 'as demanded',
  });
};

const aboutPointers: TestableId[] = ['problems.errors-listed', 'problems.escapes-pointer'];
const refused = (references: string[], sender: Change = {}): Scenario[] =>
  Object.entries(named('', references)).map(([label, reference]) =>
    scenario(label, [unsure(create({ ...json({ reference }), ...sender }))], {
      control: [create(sender)],
      outcome: 'rejected',
      reportedAs: aboutPointers,
    }),
  );

export const sandbox: Scenarios<'sandbox'> = {
  'sandbox.approves': [
    scenario('a person', approval, { control: plain, ...judging() }),
    scenario('an entity', decided(asking('approve', 'PM')), { control: withEntity, ...judging() }),
    scenario('the second tenant', decided({ as: 'other', ...asking('approve') }), {
      control: plainOfOther,
      ...judging(),
    }),
  ],
  'sandbox.denies': [
    scenario('a person', decided(asking('deny')), { control: approval, ...judging() }),
    scenario('an entity', decided(asking('deny', 'PM')), { control: withEntity, ...judging() }),
    scenario('the second tenant', decided({ as: 'other', ...asking('deny') }), { control: plainOfOther, ...judging() }),
  ],
  'sandbox.denies-with-code': Object.entries(codes).map(([code, type]) =>
    scenario(code, decided(asking(`deny:${code}`, type)), { control: controls[type], ...judging() }),
  ),
  'sandbox.stays-pending': [
    held('PF'),
    held('PM'),
    scenario('a full case', [create(asking('hold')), ...inEveryKind(1), untilEnd(1)], {
      setting: [create(), ...inEveryKind(0)],
      ...judging(),
    }),
    ...staysPending({
      'a plain reference': {},
      ...each(named('', plainReferences), (reference) => json({ reference })),
    }),
  ],
  'sandbox.suffix-ignored': [
    ...suffixed('approve', 'PF', ['#{unique}', '#sandbox:deny:LIVENESS_FAIL']),
    ...labelled('an entity', suffixed('approve', 'PM', ['#{unique}'])),
    scenario('a suffix of 200 characters', decided(asking(`deny${longSuffix}`, 'PM'), {}, 1), {
      control: decided(asking('deny', 'PM')),
      setting: [create(json({ type: 'PM', reference: `plain${longSuffix}` }))],
      ...judging('create-case.reference-lengths'),
    }),
    ...suffixed('deny', 'PM', ['#sandbox:hold', '#:LIVENESS_FAIL']),
    ...Object.entries(oddSuffixes).map(([label, suffix], at) => ({
      ...suffixed(at % 2 === 0 ? 'deny' : 'approve', 'PF', [suffix])[0]!,
      label,
    })),
    ...suffixed('deny:DOCUMENT_EXPIRED_FAIL', 'PF', ['#', '#sandbox:approve']),
    scenario('an error', [unsure(create(asking('error:503#sandbox:approve {unique}')))], {
      control: [unsure(create(asking('error:503')))],
      outcome: 'rejected',
    }),
    scenario('a held case', [create(asking('hold#sandbox:approve {unique}')), upload(1), untilEnd(0), untilEnd(1)], {
      setting: [create(asking('hold')), upload()],
      ...judging(),
    }),
  ],
  'sandbox.any-evidence-decides': [
    ...decidesWithEveryKind,
    decidesWith('with an idempotency key', keyed('{uuid}')),
    decidesWith('a file of 1.5 MB', { fileSize: 1_500_000 }),
    // Without the same to a plain case, which is long: another requirement sends one.
    scenario(
      'a PDF of the largest size',
      decided(asking('deny'), { parts: files['PDF']!, fileSize: limits.fileBytes }),
      {
        control: approval,
        ...judging(),
      },
    ),
    ...decidesAfterRejection,
  ],
  'sandbox.decides-in-time': (['approve', 'deny', 'deny:LIVENESS_FAIL'] as const).flatMap((directive) =>
    (['PF', 'PM'] as const).map((type) => {
      const [opened, evidence, decision] = decided(asking(directive, type)) as [Step, Step, Step];
      const control = directive === 'approve' && type === 'PF' ? plain : controls[type];
      return scenario(`${directive} with the type ${type}`, [decision], {
        control,
        setting: [opened, evidence],
        ...given,
      });
    }),
  ),
  'sandbox.no-decision-without-evidence': [
    scenario('an approval of a person', [], waits(asking('approve'), decided(asking('approve'), {}, 1))),
    scenario('a denial of an entity', [], waits(asking('deny', 'PM'), decided(asking('approve'), {}, 1))),
    scenario('while evidence arrives', [{ ...upload(), watchedBy: 3 }, read()], {
      setting: [create(asking('approve#{unique}')), read()],
      ...given,
    }),
    scenario('rejected uploads', [read(1)], {
      setting: [
        create(asking('approve')),
        create(asking('approve')),
        ...Object.values({ ...invalid, ...invalidUploads, ...tooLong['an upload'] }).map((change) => upload(1, change)),
        ...Object.values(invalidUploads).map((change) => upload(1, both(change, keyed('{uuid}')))),
      ],
      observe: [...decided(asking('approve'), {}, 2), untilEnd(0), untilEnd(1)],
      ...given,
    }),
  ],
  'sandbox.error-429': errors(429),
  'sandbox.error-503': errors(503),
  'sandbox.error-not-stored': [afterError(429), afterError(503)],
  'sandbox.unknown-reference-rejected': [
    ...refused(unknownDirectives),
    ...refused(illegalCodes.map((code) => `sandbox:deny:${code}`)),
    ...rejected(seldom({ 'an unknown reference': asking('unknown') })),
  ],
  'sandbox.rejected-with-live-key': [
    ...refused(directives, { as: 'live' }),
    ...accepted(seldom({ 'an approval': { ...asking('approve'), as: 'live' } }), {
      control: [create({ as: 'live' })],
      outcome: 'rejected',
    }),
  ],
  'sandbox.rejected-without-capability': refused(directives),
};
