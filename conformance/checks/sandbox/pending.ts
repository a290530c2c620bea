import { expectThat } from '../../engine/expect.ts';
import { listedIn } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import { invalidBodies, type InvalidRequest } from '../support/fixtures/invalid-requests.ts';
import { kinds } from '../support/fixtures/upload.ts';
import { operation } from '../support/rows/operations.ts';
import { precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { inRow } from '../support/rows/rows.ts';
import { watchedDecisions } from '../support/watched-decisions.ts';
import { expectPending, openSandboxReference, staysPending } from './steps.ts';

/** Cases that the sandbox does not decide. */
export const staysPendingChecks = {
  'sandbox.hold-stays-pending': check({ watches: true }, async (context) => {
    const held = [
      await openSandboxReference(context, 'PF', 'sandbox:hold'),
      await openSandboxReference(context, 'PM', 'sandbox:hold'),
    ];
    await Promise.all(held.map((id) => context.tenant.addEvidence(id)));
    const several = await openSandboxReference(context, 'PF', 'sandbox:hold');
    await inRow('evidence of every kind', async () => {
      for (const kind of kinds) await context.tenant.addEvidence(several, { kind }, 'upload-artifact.accepts-kinds');
    });

    await staysPending(context, [...held, several]);
  }),

  'sandbox.plain-reference-stays-pending': check({ watches: true }, async (context) => {
    const { tenant, run } = context;
    const references = [
      run.reference(),
      `Sandbox:approve#${run.reference()}`,
      ` sandbox:approve#${run.reference()}`,
      // Normalisation would turn the first letter into an ordinary s.
      `\uff53andbox:approve#${run.reference()}`,
      'sandbox',
      'approve',
    ];
    const opened = await Promise.all(
      references.map(async (reference) => {
        const id = await openSandboxReference(context, 'PF', reference);
        await tenant.addEvidence(id);
        return id;
      }),
    );

    await staysPending(context, opened);
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
          'at least one listed artifact in a decided case',
          'none',
        ),
      );
      const early = reads.find((read) => read.status !== 'PENDING' && listedIn(read).length === 0);
      expectThat(
        'decided-without-evidence',
        early === undefined,
        'at least one listed artifact in every read that shows a decision',
        `${early?.status} without an artifact`,
      );
    }
  }),

  'sandbox.refused-evidence-decides-nothing': check({ watches: true }, async (context) => {
    const { tenant } = context;
    const control = await tenant.openCase('PF', 'sandbox:approve', 'sandbox.approves-person');
    const { id } = await tenant.openCase('PF', 'sandbox:approve', 'sandbox.approves-person');

    const send = await operation(context, 'an upload');
    await Promise.all(
      Object.values<InvalidRequest>(invalidBodies['an upload']).map(([by, change]) =>
        rejectedPrecondition(by, () => send({ ...change, caseId: () => id })),
      ),
    );
    await context.repeatUntilRunEnds(async () => {
      await precondition('sandbox.no-decision-without-evidence', () => expectPending(context, control.id));
      await expectPending(context, id);
    });
    await precondition('sandbox.approves-person', () => context.tenant.approval());
  }),
} satisfies Checks<'sandbox'>;
