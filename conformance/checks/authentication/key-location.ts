import type { Credential, HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted, expectSame, expectStatus } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import type { Cells } from '../support/rows/cells.ts';
import { type Change, forEachOperation, type OperationName } from '../support/rows/operations.ts';
import { rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder } from '../support/rows/rows.ts';
import { rules } from '../support/rows/rules.ts';
import { expectUnauthorized, responseTo } from './steps.ts';

/** The response to a valid key in a wrong place has the same status as the response without a key. */
function treatsAsNoKey<T>(
  context: Context,
  places: Cells<OperationName, T>,
  carry: (place: T, key: string) => Change,
): Promise<void> {
  const by = context.anonymous;
  const key = context.tenant.credential!.value;
  return forEachOperation(
    context,
    async (send, name) => {
      const without = await rejectedPrecondition('authentication.missing-key-401', () =>
        responseTo(context, name, 'without a key'),
      );
      await forEachRowInOrder(places.values(name), async (place) => {
        const response = await send({ by, ...carry(place, key) });
        expectSame(
          'key-accepted-elsewhere',
          'the same status as without a key,',
          response.status,
          without.status,
          response,
        );
      });
    },
    places.operations,
  );
}

/** Where a request carries its key. */
export const keyLocationChecks = {
  'authentication.scheme-any-case': (context) =>
    forEachRow(rules['authentication.scheme-any-case'].schemes.values('a create'), (scheme) =>
      // Each with a separate case: a service may decide a case with its first artifact (D80).
      forEachOperation(context, async (send) =>
        expectAccepted(await send({ key: { header: 'Authorization', template: `${scheme} {key}` } })),
      ),
    ),

  'authentication.query-key-is-no-key': (context) =>
    treatsAsNoKey(context, rules['authentication.query-key-is-no-key'].parameters, (name, key) => ({
      query: `?${name}=${encodeURIComponent(key)}`,
    })),

  'authentication.other-header-is-no-key': (context) =>
    treatsAsNoKey(context, rules['authentication.other-header-is-no-key'].headers, ([header, template]) => ({
      key: { header, template },
      credential: context.tenant.credential,
    })),

  'authentication.other-scheme-is-no-key': async (context) => {
    const { value, shell } = context.tenant.credential!;
    const basic = (before: string, after: string): Credential => ({
      value: Buffer.from(before + value + after).toString('base64'),
      shell: `$(printf %s "${before}${shell}${after}" | base64 -w0)`,
    });
    const key = { value, shell };
    // A key alone, or without a space, is a scheme without a token: 400 is allowed too (D80).
    const rejected = (response: HttpResponse) => expectStatus(response, 401, 400);
    const schemes: Record<string, [template: string, credential: Credential, judge: typeof rejected]> = {
      Token: ['Token {key}', key, expectUnauthorized],
      ApiKey: ['ApiKey {key}', key, expectUnauthorized],
      Bearerx: ['Bearerx {key}', key, expectUnauthorized],
      xBearer: ['xBearer {key}', key, expectUnauthorized],
      'the user of Basic': ['Basic {key}', basic('', ':'), expectUnauthorized],
      'the password of Basic': ['Basic {key}', basic('api:', ''), expectUnauthorized],
      'no scheme': ['{key}', key, rejected],
      'Bearer without a space': ['Bearer{key}', key, rejected],
    };
    return forEachOperation(context, (send) =>
      forEachRowInOrder(schemes, async ([template, carried, judge]) =>
        judge(await send({ key: { header: 'Authorization', template }, credential: carried })),
      ),
    );
  },
} satisfies Partial<Checks<'authentication'>>;
