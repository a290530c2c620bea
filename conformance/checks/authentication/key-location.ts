import type { Credential, HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted, expectSame, expectStatus } from '../../engine/expect.ts';
import type { Request } from '../../engine/http.ts';
import { multipart } from '../../engine/multipart.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { partsOf } from '../support/fixtures/upload.ts';
import { rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder } from '../support/rows.ts';
import { expectUnauthorized, openControlCase } from './steps.ts';

/** Where a request carries its key; empty for a request without one. */
type Place = Pick<Request, 'key' | 'credential'> & { query?: string };

/** The three operations, valid except for the place of the key. */
async function operationsWithKeyAt(context: Context): Promise<Record<string, (place: Place) => Promise<HttpResponse>>> {
  const id = await openControlCase(context);
  const { contentType, body } = multipart(partsOf());
  const json = { 'Content-Type': 'application/json' };
  const send =
    (path: string, request: Pick<Request, 'method' | 'headers' | 'body'>) =>
    ({ query = '', ...carried }: Place) =>
      context.send({ ...request, path: path + query, ...carried });
  return {
    'a read': send(`/cases/${id}`, { method: 'GET' }),
    'a create': send('/cases', {
      method: 'POST',
      headers: json,
      body: Buffer.from(JSON.stringify(context.tenant.newCase())),
    }),
    'an upload': send(`/cases/${id}/artifacts`, { method: 'POST', headers: { 'Content-Type': contentType }, body }),
  };
}

/** A valid key in a wrong place gives the same status as no key. */
async function treatsAsNoKey(context: Context, places: Record<string, Place>): Promise<void> {
  await forEachRow(await operationsWithKeyAt(context), async (send) => {
    const without = await rejectedPrecondition('authentication.missing-key-401', () => send({}));
    await forEachRowInOrder(places, async (place) => {
      const response = await send(place);
      expectSame('key-accepted-elsewhere', 'the status without a key,', response.status, without.status, response);
    });
  });
}

/** Where a request carries its key. */
export const keyLocationChecks = {
  'authentication.scheme-any-case': async (context) => {
    const id = await openControlCase(context);

    for (const scheme of ['bearer', 'BEARER', 'bEaReR']) {
      const key = { header: 'Authorization', template: `${scheme} {key}` };
      expectAccepted(await context.tenant.send({ method: 'GET', path: `/cases/${id}`, key }));
    }
  },

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
    await forEachRow(await operationsWithKeyAt(context), (send) =>
      forEachRowInOrder(schemes, async ([template, credential, judge]) =>
        judge(await send({ key: { header: 'Authorization', template }, credential })),
      ),
    );
  },
} satisfies Partial<Checks<'authentication'>>;
