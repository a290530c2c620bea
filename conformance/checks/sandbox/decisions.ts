import type { RequirementId } from '../../../generated/requirements.ts';
import { expectSame } from '../../engine/expect.ts';
import { check, type Checks } from '../support/check.ts';
import { pdf, png } from '../support/fixtures/evidence-files.ts';
import { kinds, type Upload } from '../support/fixtures/upload.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows.ts';
import { decide, decidesWithSuffix, expectDecision, holdsWithSuffix, rejectsWithSuffix } from './steps.ts';

/** What a sandbox reference decides. */
export const sandboxDecisionChecks = {
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
      // The longest code (D79), with the shortest first word.
      [`X_2B_${'LONG'.repeat(29)}_A_FAIL`, 'PM'],
    ] as const)
      expectDecision(await decide(context, `deny:${code}`, type), 'DENIED', 20, [code]);
  },

  'sandbox.suffix-ignored': check({ watches: true }, async (context) => {
    const plain = await precondition('sandbox.approves-person', () => context.tenant.approval());
    expectDecision(await context.tenant.suffixedApproval(), plain.status, plain.score, plain.reasons);

    const rows = { decisions: decidesWithSuffix, errors: rejectsWithSuffix, hold: holdsWithSuffix };
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
} satisfies Partial<Checks<'sandbox'>>;
