import { expectProblem, expectSame, expectThat, show } from '../../engine/expect.ts';
import type { RequestOptions } from '../support/api-client.ts';
import { type Case, caseIn, decisionProperties, knownCase, listedIn, pick } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { png } from '../../values/evidence-files.ts';
import type { Upload } from '../support/fixtures/upload.ts';
import { precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder } from '../support/rows/rows.ts';
import { rowsOf } from '../../values/rows-of.ts';
import { hasTimestampForm, instantOf } from '../support/timestamps.ts';

type Decide = (context: Context, status: 'APPROVED' | 'DENIED') => Promise<Case>;

const decide: Decide = ({ tenant }, status) => tenant.decidedCase(status, status === 'APPROVED' ? 'PF' : 'PM');

/** A case that is decided once per run, for checks that send it nothing. */
const decideOnce: Decide = (context, status) => context.once(`a case ${status}`, (shared) => decide(shared, status));

/** Judges an approved person and a denied entity. */
const forEachDecided = (
  context: Context,
  decided: Decide,
  judge: (decided: Case) => Promise<void> | void,
): Promise<void> => forEachRow(rowsOf('APPROVED', 'DENIED'), async (status) => judge(await decided(context, status)));

/** What a decided case shows and rejects. */
export const decidedCaseChecks = {
  'case-lifecycle.decided-case-has-time': (context) =>
    forEachDecided(context, decideOnce, ({ decided_at: decidedAt }) =>
      expectThat('wrong-timestamp', hasTimestampForm(decidedAt), 'a timestamp as decided_at', show(decidedAt)),
    ),

  'case-lifecycle.decided-after-creation': (context) =>
    forEachDecided(context, decideOnce, async ({ created_at: created, decided_at: decided }) => {
      const from = await precondition('http.timestamps-utc', async () => instantOf('created_at', created));
      const to = await precondition('case-lifecycle.decided-case-has-time', async () =>
        instantOf('decided_at', decided),
      );
      expectThat('wrong-decision-time', to >= from, `decided_at not before ${show(created)}`, show(decided));
    }),

  'case-lifecycle.approved-reasons': async (context) => {
    const { reasons } = await decideOnce(context, 'APPROVED');

    const holds =
      Array.isArray(reasons) &&
      reasons.length > 0 &&
      (reasons as unknown[]).every((reason) => !String(reason).endsWith('_FAIL'));
    expectThat('wrong-reasons', holds, 'at least one reason and none that ends in _FAIL', show(reasons));
  },

  'case-lifecycle.denied-reasons': async ({ tenant }) => {
    const { reasons } = await tenant.decidedCase('DENIED');

    const holds = Array.isArray(reasons) && (reasons as unknown[]).some((reason) => String(reason).endsWith('_FAIL'));
    expectThat('wrong-reasons', holds, 'at least one reason that ends in _FAIL', show(reasons));
  },

  'case-lifecycle.decided-case-refuses-evidence': check({ long: true }, (context) =>
    forEachDecided(context, decide, async ({ id }) => {
      const uploads = {
        'the same evidence': {},
        'another kind': { kind: 'ID_BACK' },
        'another type': { file: png(), type: 'image/png' },
      };
      const rejects = async (upload: Upload, options: RequestOptions = {}) =>
        expectProblem(await context.tenant.upload(id, upload, options), 409, '/problems/case-closed');
      await forEachRow(uploads, (upload) => rejects(upload));
      const key = { headers: { 'Idempotency-Key': crypto.randomUUID() } };
      await forEachRowInOrder({ 'with an Idempotency-Key': {}, 'again with the same Idempotency-Key': {} }, (upload) =>
        rejects(upload, key),
      );
    }),
  ),

  'case-lifecycle.refused-evidence-changes-nothing': (context) =>
    forEachDecided(context, decide, async ({ id }) => {
      const { tenant } = context;
      const before = await tenant.readCase(id);

      await rejectedPrecondition('case-lifecycle.decided-case-refuses-evidence', () =>
        tenant.upload(id, { kind: 'ID_BACK' }),
      );

      const read = await tenant.readOrBlock(id);
      const after = caseIn(read);
      expectSame(
        'wrong-decision',
        'the decision',
        pick(after, ...decisionProperties),
        pick(before, ...decisionProperties),
        read,
      );
      expectSame(
        'wrong-artifact-count',
        'the number of artifacts',
        listedIn(after).length,
        listedIn(before).length,
        read,
      );
      expectSame('wrong-case', 'the case', knownCase(after), knownCase(before), read);
    }),
} satisfies Checks<'case-lifecycle'>;
