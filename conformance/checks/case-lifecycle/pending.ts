import type { HttpResponse } from '../../engine/exchange.ts';
import { expectSame, objectOf } from '../../engine/expect.ts';
import { caseIn } from '../support/case.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { forEachRow, forEachRowInOrder } from '../support/rows/rows.ts';
import { sharedRows } from '../support/rows/shared.ts';

/** The responses that show a pending case: the create, and reads before and after evidence. */
async function pendingResponses({ tenant }: Context): Promise<Record<string, () => Promise<HttpResponse>>> {
  const { id, response: created } = await tenant.openCase('PM');
  return {
    'the create': async () => created,
    'a read': () => tenant.readOrBlock(id),
    'a read after evidence': async () => {
      await tenant.addEvidence(id);
      return tenant.readOrBlock(id);
    },
  };
}

/** Judges the responses that show a pending case. Sent once per run. */
async function forEachPending(context: Context, judge: (response: HttpResponse) => void): Promise<void> {
  const responses = await sharedRows(context, 'a pending case', pendingResponses, forEachRowInOrder);
  await forEachRow(responses, async (receive, label) => {
    const response = await receive();
    // A service may have decided the case on its own (D80).
    if (label === 'the create' || caseIn(response).status === 'PENDING') judge(response);
  });
}

/** What a pending case shows. */
export const pendingCaseChecks = {
  'case-lifecycle.created-pending': ({ tenant, claimsSandbox }) => {
    const references = {
      'a plain reference': {},
      ...(claimsSandbox && { 'a reference of the sandbox': sandboxReference }),
    };
    return forEachRow({ PF: 'PF', PM: 'PM' } as const, (type) =>
      forEachRow(references, async ({ reference, by }: Partial<typeof sandboxReference>) => {
        const { response } = await tenant.openCase(type, reference, by);
        expectSame('wrong-case-status', 'the status', objectOf(response)['status'], 'PENDING', response);
      }),
    );
  },

  'case-lifecycle.pending-score-zero': (context) =>
    forEachPending(context, (response) =>
      expectSame('wrong-score', 'the score', objectOf(response)['score'], 0, response),
    ),

  'case-lifecycle.pending-no-reasons': (context) =>
    forEachPending(context, (response) =>
      expectSame('wrong-reasons', 'the reasons', objectOf(response)['reasons'], [], response),
    ),

  'case-lifecycle.pending-no-decision-time': (context) =>
    forEachPending(context, (response) =>
      expectSame('wrong-decision-time', 'decided_at', objectOf(response)['decided_at'], null, response),
    ),
} satisfies Checks<'case-lifecycle'>;

const sandboxReference = { reference: 'sandbox:approve', by: 'sandbox.approves-person' } as const;
