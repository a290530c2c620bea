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
import { isSame } from '../../engine/same.ts';
import { type Case, caseIn, decisionProperties, listedIn, pick } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import { precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { inRow } from '../support/rows/rows.ts';
import { keepsDecisions, showsWholeDecisions } from '../support/survey/decisions.ts';
import { readWhile, watchedDecisions } from '../support/watched-decisions.ts';

/** The change from pending to decided. */
export const decisionChecks = {
  'case-lifecycle.decision-atomic': check({ long: true }, async (context) => {
    for (const reads of await watchedDecisions(context)) {
      const [before, ...shown] = reads.map((read) => pick(read, ...decisionProperties));
      const after = shown.at(-1);
      const torn = shown.find((decision) => !isSame(decision, before) && !isSame(decision, after));
      const wanted = `reads that show ${show(before)} or ${show(after)}`;
      expectThat('torn-decision', torn === undefined, wanted, show(torn));
    }
    await inRow('every case of the run', () => showsWholeDecisions(context));
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

    // Neither a repeated nor a rejected upload may change a decision, not even later.
    await tenant.upload(id, {}, key);
    await rejectedPrecondition('case-lifecycle.decided-case-refuses-evidence', () => tenant.upload(denied.id));

    await context.repeatUntilRunEnds(async () => {
      await Promise.all(decided.map(async (before) => expectSameDecision(await tenant.readOrBlock(before.id), before)));
    });
    await inRow('every case of the run', () => keepsDecisions(context));
  }),

  'case-lifecycle.decided-once-under-load': check({ watches: true }, async (context) => {
    const { tenant } = context;
    const { id } = await tenant.openSandboxCase('approve');

    const delays = [...Array<number>(10).fill(0), 10, 20, 40];
    const { result: responses, reads } = await readWhile(tenant, id, () =>
      Promise.all(delays.map((behindRace) => tenant.upload(id, {}, { racing: true, behindRace }))),
    );
    const decided = await precondition('sandbox.approves-person', () => tenant.decision(id));
    // These come too late to be accepted. A read after each of them shows the time of a second decision.
    for (let late = 0; late < 2; late += 1) {
      responses.push(await tenant.upload(id));
      reads.push(await tenant.readOrBlock(id));
    }
    // Another check judges whether a read shows a complete decision; this one compares decisions.
    const seen = reads.filter((read) => caseIn(read).status !== 'PENDING' && caseIn(read).decided_at);

    const accepted = responses.filter(isAccepted).map((response) => objectOf(response)['id']);
    expectThat(
      'not-accepted',
      accepted.length > 0,
      'at least one accepted upload',
      responses.map(({ status }) => status).join(', '),
      responses[0],
    );
    for (const response of responses) if (!isAccepted(response)) expectProblem(response, 409, '/problems/case-closed');
    for (const read of seen)
      expectSame(
        'wrong-decision-time',
        'the time of the first decision',
        pick(caseIn(read), 'decided_at'),
        pick(decided, 'decided_at'),
        read,
      );
    await context.repeatUntilRunEnds(async () => {
      const read = await tenant.readOrBlock(id);
      expectSameDecision(read, decided);
      const listed = listedIn(caseIn(read)).map((artifact) => artifact.id);
      expectSame('wrong-artifacts', 'the accepted artifacts', listed.toSorted(), accepted.toSorted(), read);
    });
  }),
} satisfies Checks<'case-lifecycle'>;

function expectSameDecision(read: HttpResponse, before: Case): void {
  expectSame(
    'wrong-decision',
    'the decision',
    pick(caseIn(read), ...decisionProperties),
    pick(before, ...decisionProperties),
    read,
  );
}
