import { expectSame } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { fullCase, rejectedOrClosed } from '../support/fixtures/sizes.ts';
import { unknownCaseId, unknownLike } from '../support/fixtures/unknown.ts';
import { longRequests } from '../support/fixtures/invalid-requests.ts';
import { forEachOperation, type Send, withCase } from '../support/rows/operations.ts';
import { forEachRow, inRow } from '../support/rows/rows.ts';
import { rules } from '../support/rows/rules.ts';
import type { Tenant } from '../support/tenant.ts';
import { expectUnauthorized, strangers } from './steps.ts';

type CaseId = (opened: string) => string;

/** Ids of cases in each state, and ids that no case has. */
const caseIds = (context: Context): Record<string, () => Promise<CaseId>> => ({
  'a known case': async () => (opened) => opened,
  'an unknown case': async () => () => unknownCaseId,
  'an id of the wrong form': async () => () => 'x',
  // Outside the sandbox a service may decide at any time (D80).
  ...(context.claimsSandbox && {
    'a decided case': async () => {
      await context.tenant.requireSandbox();
      const { id } = await context.tenant.approval();
      return () => id;
    },
    'a full case': async () => {
      const { id } = await fullCase(context);
      return () => id;
    },
  }),
});

/** HEAD may also be 405 or 404 (D80), but it must be the same for both. */
async function headDisclosesNothing(send: Send, by: Tenant): Promise<void> {
  const known = await send({ by, method: 'HEAD' });
  const unknown = await send({ by, method: 'HEAD', caseId: unknownLike });
  expectSame(
    'status-discloses-case',
    'the same status for a HEAD of a known case as for an unknown one,',
    known.status,
    unknown.status,
    known,
  );
}

const { rejections } = rules['authentication.before-validation'];

/** The key is checked before anything else. */
export const authenticationPrecedenceChecks = {
  'authentication.before-case': (context) =>
    forEachOperation(
      context,
      (send, name) =>
        forEachRow(strangers(context), async (by) => {
          await forEachRow(caseIds(context), async (known) =>
            expectUnauthorized(await send({ by, caseId: await known() })),
          );
          if (name === 'a read') await inRow('HEAD', () => headDisclosesNothing(send, by));
        }),
      withCase,
    ),

  'authentication.before-validation': (context) =>
    forEachOperation(
      context,
      async (send, name) => {
        await forEachRow(strangers(context), (by) =>
          forEachRow(rejections.values(name), async ([, change]) => expectUnauthorized(await send({ by, ...change }))),
        );
        await inRow('a long body', () =>
          rejectedOrClosed(() => send({ by: context.anonymous, ...longRequests[name] }), expectUnauthorized),
        );
      },
      rejections.operations,
    ),
} satisfies Partial<Checks<'authentication'>>;
