import { expectSame } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import { rejectedOrClosed } from '../support/fixtures/sizes.ts';
import { unknownCaseId, unknownLike } from '../support/fixtures/unknown.ts';
import { longRequests } from '../support/fixtures/invalid-requests.ts';
import { forEachOperation, type Send, withCase } from '../support/rows/operations.ts';
import { forEachRow, inRow } from '../support/rows/rows.ts';
import { rules } from '../support/rows/rules.ts';
import type { Tenant } from '../support/tenant.ts';
import { expectUnauthorized, strangers } from './steps.ts';

const cases = {
  'a known case': (opened: string) => opened,
  'an unknown case': () => unknownCaseId,
  'an id of the wrong form': () => 'x',
};

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
          await forEachRow(cases, async (caseId) => expectUnauthorized(await send({ by, caseId })));
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
