import type { Credential, HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted, expectSame, expectStatus } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { type Change, forEachOperation } from '../support/operations.ts';
import { rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder, rowsOf } from '../support/rows.ts';
import { expectUnauthorized } from './steps.ts';

/** A valid key in a wrong place gives the same status as no key. */
function treatsAsNoKey(context: Context, places: Record<string, Change>): Promise<void> {
  const by = context.anonymous;
  return forEachOperation(context, async (send) => {
    const without = await rejectedPrecondition('authentication.missing-key-401', () => send({ by }));
    await forEachRowInOrder(places, async (place) => {
      const response = await send({ by, ...place });
      expectSame('key-accepted-elsewhere', 'the status without a key,', response.status, without.status, response);
    });
  });
}

/** Where a request carries its key. */
export const keyLocationChecks = {
  'authentication.scheme-any-case': (context) =>
    forEachRow(rowsOf('bearer', 'BEARER', 'bEaReR'), (scheme) =>
      // Each with a case of its own: a service may decide a case with its first artifact (D80).
      forEachOperation(context, async (send) =>
        expectAccepted(await send({ key: { header: 'Authorization', template: `${scheme} {key}` } })),
      ),
    ),

  'authentication.query-key-is-no-key': async (context) => {
    const { value } = context.tenant.credential!;
    const names = ['access_token', 'api_key', 'key', 'apikey', 'token'];
    await treatsAsNoKey(
      context,
      Object.fromEntries(
        names.map((name) => [`${name} in the query`, { query: `?${name}=${encodeURIComponent(value)}` }]),
      ),
    );
  },

  'authentication.other-header-is-no-key': async (context) => {
    const headers = {
      'X-API-Key': '{key}',
      'Api-Key': '{key}',
      'X-Auth-Token': '{key}',
      'X-Authorization': 'Bearer {key}',
      'Proxy-Authorization': 'Bearer {key}',
      Cookie: 'token={key}',
    };
    const { credential } = context.tenant;
    await treatsAsNoKey(
      context,
      Object.fromEntries(
        Object.entries(headers).map(([header, template]) => [header, { key: { header, template }, credential }]),
      ),
    );
  },

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
