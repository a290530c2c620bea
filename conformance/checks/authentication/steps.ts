import type { HttpResponse } from '../../engine/exchange.ts';
import { expectProblem } from '../../engine/expect.ts';
import type { Context } from '../support/context.ts';
import { unknownKey } from '../support/fixtures/unknown.ts';
import { forEachOperation } from '../support/rows/operations.ts';
import type { Tenant } from '../support/tenant.ts';

export const expectUnauthorized = (response: HttpResponse) => expectProblem(response, 401, '/problems/unauthorized');

/** Senders without a valid key. */
export const strangers = (context: Context) => ({
  'without a key': context.anonymous,
  'with an unknown key': context.withCredential(unknownKey),
});

/** Sends the control of each operation, then the same request as `by`, and expects that it is rejected. */
export const rejectsEveryOperation = (
  context: Context,
  by: Tenant,
  judge: (response: HttpResponse) => void | Promise<void>,
): Promise<void> => forEachOperation(context, async (send) => judge(await send({ by })));
