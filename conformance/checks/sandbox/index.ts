import type { RequirementId } from '../../../generated/requirements.ts';
import { expectProblem, expectSame, expectThat } from '../../engine/expect.ts';
import { Violation } from '../../engine/verdict.ts';
import { listedIn } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import { foreignContents, pdf, png } from '../support/fixtures/evidence-files.ts';
import { kinds, partsOf, type Upload } from '../support/fixtures/upload.ts';
import { requireKeyModes } from '../support/keys.ts';
import { precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows.ts';
import type { Tenant } from '../support/tenant.ts';
import { watchedDecisions } from '../support/watched-decisions.ts';
import { asked, errorChecks, patiently } from './errors.ts';
import {
  decide,
  decidesWithSuffix,
  expectDecision,
  expectPending,
  holdsWithSuffix,
  openJudged,
  refusesWithSuffix,
  staysPending,
} from './steps.ts';

/** After the control, each reference is refused with 422 and a pointer to it. */
async function refusesReferences(tenant: Tenant, references: string[]): Promise<void> {
  await tenant.requireCreates();

  await forEachRow(Object.fromEntries(references.map((reference) => [reference, reference])), (reference) =>
    patiently(tenant, async () => {
      const response = await tenant.create(tenant.newCase('PF', reference), asked(reference));
      expectProblem(response, 422, '/problems/invalid-request', '#/reference');
    }),
  );
}

const directives = [
  'sandbox:approve',
  'sandbox:approve#with a suffix',
  'sandbox:deny',
  'sandbox:hold',
  'sandbox:deny:DOCUMENT_EXPIRED_FAIL',
  'sandbox:error:503',
  'sandbox:anything',
  'sandbox:',
];

export const sandbox: Checks<'sandbox'> = {
  ...errorChecks,

  'sandbox.approves-person': async (context) => {
    expectDecision(await context.tenant.approval(), 'APPROVED', 95, ['OCR_OK', 'FACE_MATCH_OK']);
  },

  'sandbox.approves-entity': async (context) => {
    expectDecision(await decide(context, 'approve', 'PM'), 'APPROVED', 95, ['OCR_OK', 'REGISTRY_MATCH_OK']);
  },

  'sandbox.denies-person': async (context) => {
    expectDecision(await decide(context, 'deny', 'PF'), 'DENIED', 20, ['OCR_OK', 'FACE_MATCH_FAIL']);
  },

  'sandbox.denies-entity': async (context) => {
    expectDecision(await decide(context, 'deny', 'PM'), 'DENIED', 20, ['OCR_OK', 'REGISTRY_MATCH_FAIL']);
  },

  'sandbox.denies-with-code': async (context) => {
    for (const [code, type] of [
      ['DOCUMENT_EXPIRED_FAIL', 'PF'],
      // As long as a code may be (D79), its first word as short.
      [`X_2B_${'LONG'.repeat(29)}_A_FAIL`, 'PM'],
    ] as const)
      expectDecision(await decide(context, `deny:${code}`, type), 'DENIED', 20, [code]);
  },

  'sandbox.hold-stays-pending': check({ watches: true }, async (context) => {
    const held = [await openJudged(context, 'PF', 'sandbox:hold'), await openJudged(context, 'PM', 'sandbox:hold')];
    for (const id of held) await context.tenant.addEvidence(id);

    await staysPending(context, held);
  }),

  'sandbox.plain-reference-stays-pending': check({ watches: true }, async (context) => {
    const { tenant, run } = context;
    const references = [
      run.reference(),
      `Sandbox:approve#${run.reference()}`,
      ` sandbox:approve#${run.reference()}`,
      // A letter that is one of sandbox only once it is normalised.
      `\uff53andbox:approve#${run.reference()}`,
      'sandbox',
      'approve',
    ];
    const opened = await Promise.all(
      references.map(async (reference) => {
        const id = await openJudged(context, 'PF', reference);
        await tenant.addEvidence(id);
        return id;
      }),
    );

    await staysPending(context, opened);
  }),

  'sandbox.suffix-ignored': check({ watches: true }, async (context) => {
    const plain = await precondition('sandbox.approves-person', () => context.tenant.approval());
    expectDecision(await context.tenant.suffixedApproval(), plain.status, plain.score, plain.reasons);

    const rows = { decisions: decidesWithSuffix, errors: refusesWithSuffix, hold: holdsWithSuffix };
    await forEachRow(rows, (judge) => judge(context));
  }),

  'sandbox.any-evidence-decides': check({ long: true }, async (context) => {
    const approves = async (upload: Upload, by: RequirementId) =>
      expectSame(
        'wrong-case-status',
        'the status',
        (await decide(context, 'approve', 'PF', upload, by)).status,
        'APPROVED',
      );
    await forEachRow(Object.fromEntries(kinds.map((kind) => [kind, kind])), (kind) =>
      approves({ kind }, 'upload-artifact.accepts-kinds'),
    );
    await approves({ file: pdf(), type: 'application/pdf' }, 'upload-artifact.accepts-file-types');
    await approves({ file: png(), type: 'image/png' }, 'upload-artifact.accepts-file-types');
  }),

  'sandbox.decides-in-time': check({ long: true }, async (context) => {
    const rows = {
      approve: ['sandbox.approves-person', 'sandbox.approves-entity'],
      deny: ['sandbox.denies-person', 'sandbox.denies-entity'],
      'deny:LIVENESS_FAIL': ['sandbox.denies-with-code', 'sandbox.denies-with-code'],
    } as const;
    await forEachRow(rows, async ([person, entity], directive) => {
      for (const [type, by] of [
        ['PF', person],
        ['PM', entity],
      ] as const) {
        const { id } = await context.tenant.openCase(type, `sandbox:${directive}`, by);
        await context.tenant.addEvidence(id, {}, by);
        await context.tenant.decision(id);
      }
    });
  }),

  'sandbox.no-decision-without-evidence': check({ watches: true }, async (context) => {
    const { tenant } = context;
    const person = await tenant.openCase('PF', 'sandbox:approve', 'sandbox.approves-person');
    const entity = await tenant.openCase('PM', 'sandbox:deny', 'sandbox.denies-entity');

    await staysPending(context, [person.id, entity.id]);
    await precondition('sandbox.approves-person', () => context.tenant.approval());
    for (const reads of await watchedDecisions(context)) {
      await precondition('get-case.lists-evidence', async () =>
        expectThat(
          'decided-without-evidence',
          listedIn(reads.at(-1)!).length > 0,
          'the evidence of a decided case',
          'none',
        ),
      );
      const early = reads.find((read) => read.status !== 'PENDING' && listedIn(read).length === 0);
      expectThat(
        'decided-without-evidence',
        early === undefined,
        'evidence wherever a decision is shown',
        `${early?.status} without any`,
      );
    }
  }),

  'sandbox.refused-evidence-decides-nothing': check({ watches: true }, async (context) => {
    const { tenant } = context;
    const control = await tenant.openCase('PF', 'sandbox:approve', 'sandbox.approves-person');
    const { id } = await tenant.openCase('PF', 'sandbox:approve', 'sandbox.approves-person');

    await rejectedPrecondition('upload-artifact.unknown-kind', () => tenant.upload(id, { kind: 'UNKNOWN' }));
    await rejectedPrecondition('upload-artifact.unknown-content', () =>
      tenant.upload(id, { file: foreignContents['plain text']! }),
    );
    await rejectedPrecondition('upload-artifact.missing-part', () =>
      tenant.uploadParts(id, [{ name: 'kind', content: 'ID_FRONT' }]),
    );
    await rejectedPrecondition('upload-artifact.truncated-multipart', () =>
      tenant.uploadParts(id, partsOf(), { last: false }),
    );
    await context.repeatUntilRunEnds(async () => {
      await precondition('sandbox.no-decision-without-evidence', () => expectPending(context, control.id));
      await expectPending(context, id);
    });
    await precondition('sandbox.approves-person', () => context.tenant.approval());
  }),

  'sandbox.unknown-directive-refused': ({ tenant }) =>
    refusesReferences(tenant, [
      'sandbox:',
      'sandbox:anything',
      'sandbox:APPROVE',
      'sandbox:approved',
      'sandbox:approve:OCR_OK',
      'sandbox:hold:1',
      'sandbox: approve',
      'sandbox:error',
      'sandbox:error:500',
      'sandbox:error:404',
      'sandbox:error:5030',
      'sandbox:error:0429',
      'sandbox:error:4_29',
      'sandbox:denyX',
      'sandbox:hold ',
      'sandbox:#approve',
    ]),

  'sandbox.deny-code-checked': ({ tenant }) =>
    refusesReferences(
      tenant,
      [
        'OCR_OK',
        'FACE_MATCH',
        'face_match_fail',
        'face_FAIL',
        'Face_MATCH_FAIL',
        'FAIL',
        '_FAIL',
        '1_FAIL',
        'FACE__MATCH_FAIL',
        'FACE MATCH_FAIL',
        'FACE-MATCH_FAIL',
        'FACE_MATCH_FAILED',
        'FACE_FAIL_OK',
        'ÑANDU_FAIL',
        // A digit, but none of 0 to 9.
        'A\u0663_FAIL',
        'FACE_MATCH_FAIL ',
        '',
      ].map((code) => `sandbox:deny:${code}`),
    ),

  'sandbox.live-key-refuses': check({ needs: ['liveTenant'] }, async (context) => {
    await requireKeyModes(context, context.liveTenant.credential);

    await hinting('is $IDV_LIVE_API_KEY a live key?', () => refusesReferences(context.liveTenant, directives));
  }),

  'sandbox.absent-refuses': ({ tenant }) =>
    hinting('or claim the sandbox with --claim sandbox', () => refusesReferences(tenant, directives)),
};

/** A failure that a wrong manifest explains as well says so. */
async function hinting(hint: string, judge: () => Promise<void>): Promise<void> {
  try {
    await judge();
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    throw new Violation({ ...error.failure, actual: `${error.failure.actual}; ${hint}` });
  }
}
