import { expectProblem } from '../../engine/expect.ts';
import { Violation } from '../../engine/verdict.ts';
import { check, type Checks } from '../support/check.ts';
import { requireKeyModes } from '../support/keys.ts';
import { forEachRow } from '../support/rows/rows.ts';
import { rowsOf } from '../../values/rows-of.ts';
import type { Tenant } from '../support/tenant.ts';
import { retryWhileOverloaded } from '../support/overload.ts';
import { errorOptions } from './errors.ts';

/** After the control, each reference is rejected with 422 and a pointer to it. */
async function rejectsReferences(tenant: Tenant, references: string[], hint?: string): Promise<void> {
  await tenant.requireCreates();

  await forEachRow(rowsOf(...references), (reference) =>
    withHint(hint, () =>
      retryWhileOverloaded(tenant, async () => {
        const response = await tenant.create(tenant.newCase('PF', reference), errorOptions(reference));
        expectProblem(response, 422, '/problems/invalid-request', '#/reference');
      }),
    ),
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

/** Sandbox references that are rejected. */
export const sandboxReferenceChecks = {
  'sandbox.unknown-directive-refused': ({ tenant }) =>
    rejectsReferences(tenant, [
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
    rejectsReferences(
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
        'FACEFAIL',
        'FACE_FAIL_',
        'FACE_FAIL,OCR_FAIL',
        'FACE:OCR_FAIL',
        'ÑANDU_FAIL',
        // A digit, but not one of 0 to 9.
        'A\u0663_FAIL',
        'FACE_MATCH_FAIL ',
        '',
      ].map((code) => `sandbox:deny:${code}`),
    ),

  'sandbox.live-key-refuses': check({ needs: ['liveTenant'] }, async (context) => {
    await requireKeyModes(context, context.liveTenant.credential);

    await rejectsReferences(context.liveTenant, directives, 'is $IDV_LIVE_API_KEY a live key?');
  }),

  'sandbox.absent-refuses': ({ tenant }) =>
    rejectsReferences(tenant, directives, 'or claim the sandbox with --claim sandbox'),
} satisfies Checks<'sandbox'>;

/** Adds a hint to a failure that wrong settings can cause too. */
async function withHint(hint: string | undefined, judge: () => Promise<void>): Promise<void> {
  try {
    await judge();
  } catch (error) {
    if (!(error instanceof Violation) || hint === undefined) throw error;
    throw new Violation({ ...error.failure, actual: `${error.failure.actual}; ${hint}` });
  }
}
