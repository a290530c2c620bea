import type { Credential, HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted, expectSame, expectStatus } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { type Cells, forEachCellTogether } from '../support/rows/cells.ts';
import { type Change, forEachOperation, type OperationName } from '../support/rows/operations.ts';
import { rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder } from '../support/rows/rows.ts';
import { rules } from '../support/rows/rules.ts';
import { expectUnauthorized, responseTo } from './steps.ts';

/** Bytes that the keys in one request may have together, because servers limit the headers and the query. */
const keyBytes = 4096;

/** The response to a valid key in wrong places has the same status as the response without a key. */
const treatsAsNoKey = <T>(
  context: Context,
  places: Cells<OperationName, T>,
  carry: (some: T[], key: string) => Change,
): Promise<void> =>
  forEachCellTogether(context, places, async (send, some, name) => {
    const without = await rejectedPrecondition('authentication.missing-key-401', () =>
      responseTo(context, name, 'without a key'),
    );
    const key = context.tenant.credential!.value;
    const perRequest = Math.max(1, Math.floor(keyBytes / key.length));
    for (let at = 0; at < some.length; at += perRequest) {
      const change = carry(some.slice(at, at + perRequest), key);
      const response = await send({ by: context.anonymous, ...change });
      expectSame(
        'key-accepted-elsewhere',
        'the same status as without a key,',
        response.status,
        without.status,
        response,
      );
    }
  });

/** The headers with a key; those with the same name are cookies. */
function keyHeaders(places: [header: string, template: string][], key: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [header, template] of places) {
    const value = template.replace('{key}', key);
    headers[header] = header in headers ? `${headers[header]}; ${value}` : value;
  }
  return headers;
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
    treatsAsNoKey(context, rules['authentication.query-key-is-no-key'].parameters, (names, key) => ({
      query: `?${names.map((name) => `${name}=${encodeURIComponent(key)}`).join('&')}`,
    })),

  'authentication.other-header-is-no-key': (context) =>
    treatsAsNoKey(context, rules['authentication.other-header-is-no-key'].headers, (some, key) => ({
      headers: keyHeaders(some, key),
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
