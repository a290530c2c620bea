import type { HttpResponse } from '../../engine/exchange.ts';
import { expectSame, objectOf } from '../../engine/expect.ts';
import { caseIn } from '../support/case.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';

/** The responses that show a pending case: the create, and the reads before and after evidence. */
async function pendingResponses({ tenant }: Context): Promise<HttpResponse[]> {
  const { id, response } = await tenant.openCase('PM');
  const reads = [await tenant.readOrBlock(id)];
  await tenant.addEvidence(id);
  reads.push(await tenant.readOrBlock(id));
  // A service may have decided the case on its own (D80).
  return [response, ...reads.filter((read) => caseIn(read).status === 'PENDING')];
}

/** What a pending case shows. */
export const pendingCaseChecks = {
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
} satisfies Partial<Checks<'case-lifecycle'>>;
