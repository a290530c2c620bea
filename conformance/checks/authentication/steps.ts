import type { HttpResponse } from '../../engine/exchange.ts';
import { expectProblem } from '../../engine/expect.ts';
import type { Context } from '../support/context.ts';
import { unknownKey } from '../support/fixtures/unknown.ts';
import { operation, type OperationName } from '../support/rows/operations.ts';

export const expectUnauthorized = (response: HttpResponse) => expectProblem(response, 401, '/problems/unauthorized');

/** Senders without a valid key. */
export const strangers = (context: Context) => ({
  'without a key': context.anonymous,
  'with an unknown key': context.withCredential(unknownKey),
});

/** The response to a valid request without a valid key, after its control. Sent once per run. */
export const responseTo = (context: Context, name: OperationName, sender: keyof ReturnType<typeof strangers>) =>
  context.once(`${name} ${sender}`, async (shared) => {
    const send = await operation(shared, name);
    return send({ by: strangers(shared)[sender] });
  });
