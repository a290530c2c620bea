import type { RequirementId } from '../../../generated/requirements.ts';
import { expectSame, expectStatus } from '../../engine/expect.ts';
import { type Case, caseIn } from '../support/case.ts';
import type { Context, WatchingContext } from '../support/context.ts';
import type { Upload } from '../support/fixtures/upload.ts';
import { expectSandboxAccepted, requireKeyModes } from '../support/keys.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows/rows.ts';
import { rowsOf } from '../../values/rows-of.ts';
import { retryWhileOverloaded } from '../support/overload.ts';
import { rejectsWith } from './errors.ts';

/** The case has this decision; the order of reasons does not matter (D68). */
export function expectDecision(found: Case, status: string, score: number, reasons: string[]): void {
  const sorted = (codes: string[]) => (Array.isArray(codes) ? codes.toSorted() : codes);
  const shown = { status: found.status, score: found.score, reasons: sorted(found.reasons) };
  expectSame('wrong-decision', 'the decision', shown, { status, score, reasons: sorted(reasons) });
}

/** Opens a case with the directive, adds evidence and returns the decision. A failure is a failure of the check. */
export async function decide(
  context: Context,
  directive: string,
  type: 'PF' | 'PM',
  upload?: Upload,
  by?: RequirementId,
): Promise<Case> {
  await precondition('sandbox.approves-person', () => context.tenant.approval());
  return context.tenant.decisionOf(type, `sandbox:${directive}`, upload, by);
}

/** Opens a case with the reference. A rejection is a failure of the check. */
export async function openSandboxReference(context: Context, type: 'PF' | 'PM', reference: string): Promise<string> {
  const { tenant } = context;
  await requireKeyModes(context, tenant.credential);
  await tenant.requireCreates(type);
  const created = await tenant.create(tenant.newCase(type, reference));
  expectSandboxAccepted(context, created);
  return tenant.idOf(created);
}

/** The cases are pending until the run ends. */
export async function staysPending(context: WatchingContext, ids: string[]): Promise<void> {
  await context.repeatUntilRunEnds(async () => {
    await Promise.all(ids.map((id) => expectPending(context, id)));
  });
}

export async function expectPending({ tenant }: Context, id: string): Promise<void> {
  const read = await tenant.readOrBlock(id);
  expectSame('wrong-case-status', 'the status', caseIn(read).status, 'PENDING', read);
}

export async function decidesWithSuffix(context: Context): Promise<void> {
  const long = `#a:b#c d é ${context.run.reference()}${'🪪'.repeat(150)}`;
  await context.tenant.requireCreates('PM');
  await context.tenant.openCase('PM', `plain${long}`, 'create-case.returns-reference');
  const rows = {
    'sandbox:approve': ['PF', 'sandbox.approves-person', rowsOf('#sandbox:deny:LIVENESS_FAIL')],
    'sandbox:deny': [
      'PM',
      'sandbox.denies-entity',
      { 'of 200 characters': long, ...rowsOf('#sandbox:hold', '#:LIVENESS_FAIL') },
    ],
    'sandbox:deny:DOCUMENT_EXPIRED_FAIL': ['PF', 'sandbox.denies-with-code', rowsOf('#', '#sandbox:approve')],
  } as const;
  await forEachRow(rows, async ([type, by, suffixes], directive) => {
    const { status, score, reasons } = await precondition(by, () => context.tenant.decisionOf(type, directive));
    await forEachRow<string>(suffixes, async (suffix) =>
      expectDecision(await context.tenant.decisionOf(type, directive + suffix), status, score, reasons),
    );
  });
}

export async function rejectsWithSuffix(context: Context): Promise<void> {
  const { tenant, run } = context;
  await precondition('sandbox.error-503', () => rejectsWith(context, 503));
  await retryWhileOverloaded(tenant, async () => {
    const response = await tenant.create(tenant.newCase('PF', `sandbox:error:503#sandbox:approve ${run.reference()}`), {
      expects: 'either',
    });
    expectStatus(response, 503);
  });
}

export async function holdsWithSuffix(context: WatchingContext): Promise<void> {
  const { tenant, run } = context;
  const control = await tenant.openCase('PF', 'sandbox:hold', 'sandbox.hold-stays-pending');
  const held = await openSandboxReference(context, 'PF', `sandbox:hold#sandbox:approve ${run.reference()}`);
  for (const id of [control.id, held]) await tenant.addEvidence(id);

  await context.repeatUntilRunEnds(async () => {
    await precondition('sandbox.hold-stays-pending', () => expectPending(context, control.id));
    await expectPending(context, held);
  });
}
