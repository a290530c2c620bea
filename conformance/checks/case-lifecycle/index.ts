import type { RequirementId } from '../../../generated/requirements.ts';
import type { HttpResponse } from '../../engine/exchange.ts';
import {
  expectAccepted,
  expectProblem,
  expectSame,
  expectThat,
  isAccepted,
  objectOf,
  show,
} from '../../engine/expect.ts';
import { Violation } from '../../engine/verdict.ts';
import { caseIn, decisionProperties, knownCase, listedIn, pick } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { png } from '../support/fixtures/evidence-files.ts';
import { precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder } from '../support/rows.ts';
import { hasTimestampForm, nanosecondsOf } from '../support/timestamps.ts';
import { readWhile, watchedDecisions } from '../support/watched-decisions.ts';

/** The answers that show a pending case: the create, and reads before and after evidence as long as nothing was decided. */
async function pendingResponses({ tenant }: Context): Promise<HttpResponse[]> {
  const { id, response } = await tenant.openCase('PM');
  const reads = [await tenant.readOrBlock(id)];
  await tenant.addEvidence(id);
  reads.push(await tenant.readOrBlock(id));
  // A service may decide such a case on its own (D80).
  return [response, ...reads.filter((read) => caseIn(read).status === 'PENDING')];
}

const closed = 'case-lifecycle.decided-case-refuses-evidence' satisfies RequirementId;

export const caseLifecycle: Checks<'case-lifecycle'> = {
  'case-lifecycle.created-pending': async ({ tenant, claimsSandbox }) => {
    for (const type of ['PF', 'PM'] as const)
      for (const reference of claimsSandbox ? [undefined, 'sandbox:approve'] : [undefined]) {
        const { response } = await tenant.openCase(
          type,
          reference,
          reference === undefined ? undefined : 'sandbox.approves-person',
        );
        expectSame('wrong-case-status', 'the status', objectOf(response)['status'], 'PENDING', response);
      }
  },

  'case-lifecycle.pending-score-zero': async (context) => {
    for (const response of await pendingResponses(context))
      expectSame('wrong-score', 'the score', objectOf(response)['score'], 0, response);
  },

  'case-lifecycle.pending-no-reasons': async (context) => {
    for (const response of await pendingResponses(context))
      expectSame('wrong-reasons', 'the reasons', objectOf(response)['reasons'], [], response);
  },

  'case-lifecycle.pending-no-decision-time': async (context) => {
    for (const response of await pendingResponses(context))
      expectSame('wrong-decision-time', 'decided_at', objectOf(response)['decided_at'], null, response);
  },

  'case-lifecycle.decided-case-has-time': async ({ tenant }) => {
    for (const status of ['APPROVED', 'DENIED'] as const) {
      const { decided_at: decidedAt } = await tenant.decidedCase(status);
      expectThat('wrong-timestamp', hasTimestampForm(decidedAt), 'a timestamp as decided_at', show(decidedAt));
    }
  },

  'case-lifecycle.decided-after-creation': async ({ tenant }) => {
    for (const status of ['APPROVED', 'DENIED'] as const) {
      const { created_at: created, decided_at: decided } = await tenant.decidedCase(status);
      const from = await precondition('http.timestamps-utc', async () => instantOf('created_at', created));
      const to = await precondition('case-lifecycle.decided-case-has-time', async () =>
        instantOf('decided_at', decided),
      );
      expectThat('wrong-decision-time', to >= from, `decided_at not before ${show(created)}`, show(decided));
    }
  },

  'case-lifecycle.approved-reasons': async ({ tenant }) => {
    const { reasons } = await tenant.decidedCase('APPROVED');

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

  'case-lifecycle.decision-atomic': check({ long: true }, async (context) => {
    for (const reads of await watchedDecisions(context)) {
      const [before, ...shown] = reads.map((read) => JSON.stringify(pick(read, ...decisionProperties)));
      const after = shown.at(-1);
      const torn = shown.find((text) => text !== before && text !== after);
      expectThat('torn-decision', torn === undefined, `reads that show ${before} or ${after}`, torn ?? '');
    }
  }),

  'case-lifecycle.decision-final': check({ watches: true }, async (context) => {
    const { tenant } = context;
    const key = { headers: { 'Idempotency-Key': crypto.randomUUID() } };
    const { id } = await tenant.openSandboxCase('approve');
    const approved = await precondition('sandbox.suffix-ignored', async () => {
      expectAccepted(await tenant.upload(id, {}, key));
      return tenant.decision(id);
    });
    const denied = await tenant.decidedCase('DENIED');
    const decided = [approved, denied];

    // What decided the one comes again, the other refuses more: neither decides anew, not even later.
    await precondition('idempotency.replay-after-decision', async () =>
      expectAccepted(await tenant.upload(id, {}, key)),
    );
    await rejectedPrecondition(closed, () => tenant.upload(denied.id));

    await context.repeatUntilRunEnds(async () => {
      for (const before of decided) {
        const read = await context.tenant.readOrBlock(before.id);
        expectSame(
          'wrong-decision',
          'the decision',
          pick(caseIn(read), ...decisionProperties),
          pick(before, ...decisionProperties),
          read,
        );
      }
    });
  }),

  'case-lifecycle.decided-once-under-load': check({ watches: true }, async (context) => {
    const { tenant } = context;
    const { id } = await tenant.openSandboxCase('approve');

    const { result: responses, reads } = await readWhile(tenant, id, () =>
      Promise.all(Array.from({ length: 10 }, () => tenant.upload(id, {}, { racing: true }))),
    );
    // Another check judges whether a read shows a complete decision; this one compares decisions.
    const seen = reads.filter((read) => caseIn(read).status !== 'PENDING' && caseIn(read).decided_at);
    const decided = await precondition('sandbox.approves-person', () => tenant.decision(id));

    const accepted = responses.filter(isAccepted).map((response) => objectOf(response)['id']);
    expectThat(
      'not-accepted',
      accepted.length > 0,
      'at least one accepted upload',
      responses.map(({ status }) => status).join(', '),
      responses[0],
    );
    for (const response of responses) if (!isAccepted(response)) expectProblem(response, 409, '/problems/case-closed');
    const sameDecision = (read: HttpResponse) =>
      expectSame(
        'wrong-decision',
        'the decision',
        pick(caseIn(read), ...decisionProperties),
        pick(decided, ...decisionProperties),
        read,
      );
    for (const read of seen)
      expectSame(
        'wrong-decision-time',
        'the time of the one decision',
        pick(caseIn(read), 'decided_at'),
        pick(decided, 'decided_at'),
        read,
      );
    await context.repeatUntilRunEnds(async () => {
      const read = await tenant.readOrBlock(id);
      sameDecision(read);
      const listed = listedIn(caseIn(read)).map((artifact) => artifact.id);
      expectSame('wrong-artifacts', 'the accepted artifacts', listed.toSorted(), accepted.toSorted(), read);
    });
  }),

  'case-lifecycle.decided-case-refuses-evidence': check({ long: true }, async ({ tenant }) => {
    for (const [status, type] of [
      ['APPROVED', 'PF'],
      ['DENIED', 'PM'],
    ] as const) {
      const { id } = await tenant.decidedCase(status, type);
      const uploads = {
        'the same evidence': {},
        'another kind': { kind: 'ID_BACK' },
        'another type': { file: png(), type: 'image/png' },
      };
      await forEachRow(uploads, async (upload) =>
        expectProblem(await tenant.upload(id, upload), 409, '/problems/case-closed'),
      );
      const key = { headers: { 'Idempotency-Key': crypto.randomUUID() } };
      await forEachRowInOrder({ 'with a key': {}, 'again with its key': {} }, async (upload) =>
        expectProblem(await tenant.upload(id, upload, key), 409, '/problems/case-closed'),
      );
    }
  }),

  'case-lifecycle.refused-evidence-changes-nothing': async ({ tenant }) => {
    for (const status of ['APPROVED', 'DENIED'] as const) {
      const { id } = await tenant.decidedCase(status);
      const before = await tenant.readCase(id);

      await rejectedPrecondition(closed, () => tenant.upload(id, { kind: 'ID_BACK' }));

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
    }
  },
};

function instantOf(what: string, text: string | null): bigint {
  const found = nanosecondsOf(text);
  if (found === undefined)
    throw new Violation({ code: 'wrong-timestamp', expected: `a timestamp as ${what}`, actual: show(text) });
  return found;
}
