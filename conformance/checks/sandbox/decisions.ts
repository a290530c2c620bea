import type { RequirementId } from '../../../generated/requirements.ts';
import { expectSame } from '../../engine/expect.ts';
import type { CaseType } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import { filesByType, kinds, type Upload } from '../support/fixtures/upload.ts';
import { acceptedPrecondition, precondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder, inRow } from '../support/rows/rows.ts';
import { uploadRows } from '../support/upload-steps.ts';
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

  'sandbox.denies-with-code': (context) => {
    // The longest code (D79), with the shortest first word.
    const longest = `X_2B_${'LONG'.repeat(29)}_A_FAIL`;
    const codes: Record<string, CaseType> = {
      DOCUMENT_EXPIRED_FAIL: 'PF',
      // Also those that `sandbox:deny` combines with another reason.
      FACE_MATCH_FAIL: 'PF',
      REGISTRY_MATCH_FAIL: 'PM',
      OCR_FAIL: 'PM',
      [longest]: 'PM',
    };
    return forEachRow(codes, async (type, code) =>
      expectDecision(await decide(context, `deny:${code}`, type), 'DENIED', 20, [code]),
    );
  },

  'sandbox.suffix-ignored': check({ watches: true }, (context) => {
    const approval = async () => {
      const plain = await precondition('sandbox.approves-person', () => context.tenant.approval());
      expectDecision(await context.tenant.suffixedApproval(), plain.status, plain.score, plain.reasons);
    };
    const rows = { approval, decisions: decidesWithSuffix, errors: rejectsWithSuffix, hold: holdsWithSuffix };
    return forEachRow(rows, (judge) => judge(context));
  }),

  'sandbox.any-evidence-decides': check({ long: true }, async (context) => {
    const approves = (uploads: Record<string, Upload>, by: RequirementId) =>
      forEachRow(uploads, async (upload) => {
        const { status } = await decide(context, 'approve', 'PF', upload, by);
        expectSame('wrong-case-status', 'the status', status, 'APPROVED');
      });
    const { 'image/jpeg': _, ...others } = filesByType;
    await approves(
      uploadRows(kinds, (kind) => ({ kind })),
      'upload-artifact.accepts-kinds',
    );
    await approves(others, 'upload-artifact.accepts-file-types');
    const { tenant, run } = context;
    await inRow('with an idempotency key', async () => {
      await precondition('sandbox.approves-person', () => tenant.approval());
      const { id } = await tenant.openCase('PF', 'sandbox:approve', 'sandbox.approves-person');
      const headers = { 'Idempotency-Key': run.reference() };
      await acceptedPrecondition('idempotency.key-forms', () => tenant.upload(id, {}, { headers }));
      expectSame('wrong-case-status', 'the status', (await tenant.decision(id)).status, 'APPROVED');
    });
  }),

  'sandbox.decides-in-time': check({ long: true }, async ({ tenant }) => {
    const rows = {
      approve: { PF: 'sandbox.approves-person', PM: 'sandbox.approves-entity' },
      deny: { PF: 'sandbox.denies-person', PM: 'sandbox.denies-entity' },
      'deny:LIVENESS_FAIL': { PF: 'sandbox.denies-with-code', PM: 'sandbox.denies-with-code' },
    } as const;
    await forEachRow(rows, (types, directive) =>
      forEachRowInOrder(types, async (by, type) => {
        const { id } = await tenant.openCase(type as CaseType, `sandbox:${directive}`, by);
        await tenant.addEvidence(id, {}, by);
        await tenant.decision(id);
      }),
    );
  }),
} satisfies Checks<'sandbox'>;
