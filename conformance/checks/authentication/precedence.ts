import { expectSame } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { fullCase, rejectedOrClosed } from '../support/fixtures/sizes.ts';
import { unknownCaseId, unknownLike } from '../support/fixtures/unknown.ts';
import { longRequests } from '../support/fixtures/invalid-requests.ts';
import { type Change, forEachOperation, type Send, withCase } from '../support/rows/operations.ts';
import { forEachRow, inRow } from '../support/rows/rows.ts';
import { rowsOf } from '../../values/rows-of.ts';
import { rules } from '../support/rows/rules.ts';
import type { Tenant } from '../support/tenant.ts';
import { expectUnauthorized, strangers } from './steps.ts';

const otherMethods = {
  'a read': ['HEAD', 'OPTIONS', 'PUT', 'DELETE'],
  'an upload': ['HEAD', 'OPTIONS', 'GET', 'DELETE'],
};

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

/** A method that the path does not define may also get 404 or 405 (D80), but it must be the same for both. */
const disclosesNothing = (send: Send, by: Tenant, methods: string[]): Promise<void> =>
  forEachRow(rowsOf(...methods), async (method) => {
    const request: Change = { by, method, body: [], headers: { 'Content-Type': [] } };
    const known = await send(request);
    const unknown = await send({ ...request, caseId: unknownLike });
    expectSame('status-discloses-case', 'the same status as for an unknown case,', known.status, unknown.status, known);
  });

const { rejections } = rules['authentication.before-validation'];

/** The key is checked before anything else. */
export const authenticationPrecedenceChecks = {
  'authentication.before-case': (context) =>
    forEachOperation(
      context,
      async (send, name) => {
        await forEachRow(strangers(context), (by) =>
          forEachRow(caseIds(context), async (known) => expectUnauthorized(await send({ by, caseId: await known() }))),
        );
        await disclosesNothing(send, context.anonymous, otherMethods[name]);
      },
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
} satisfies Checks<'authentication'>;
