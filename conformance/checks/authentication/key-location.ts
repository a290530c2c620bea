import type { Credential, HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted, expectSame, expectStatus } from '../../engine/expect.ts';
import type { Request } from '../../engine/http.ts';
import { multipart } from '../../engine/multipart.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { partsOf } from '../support/fixtures/upload.ts';
import { rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows.ts';
import { control, unauthorized } from './steps.ts';

/** Where a request carries a key; nothing for a request without one. */
type Place = Pick<Request, 'key' | 'credential'> & { query?: string };

/** The three operations, each valid but for the place of its key. */
async function operationsWithKeyAt(context: Context): Promise<Record<string, (place: Place) => Promise<HttpResponse>>> {
  const id = await control(context);
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

/** With a valid key in another place than decided each operation is refused just as it is without a key. */
async function treatsAsNoKey(context: Context, places: Record<string, Place>): Promise<void> {
  await forEachRow(await operationsWithKeyAt(context), async (send) => {
    const without = await rejectedPrecondition('authentication.missing-key-401', () => send({}));
    for (const [where, place] of Object.entries(places)) {
      const response = await send(place);
      expectSame(
        'key-accepted-elsewhere',
        `with the key in ${where} the status that is given without a key,`,
        response.status,
        without.status,
        response,
      );
    }
  });
}

/** Where a request carries its key. */
export const keyLocationChecks = {
  'authentication.scheme-any-case': async (context) => {
    const id = await control(context);

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
        names.map((name) => [`the query as ${name}`, { query: `?${name}=${encodeURIComponent(value)}` }]),
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
    const schemes = [
      ['Token', { value, shell }],
      ['ApiKey', { value, shell }],
      ['Bearerx', { value, shell }],
      ['xBearer', { value, shell }],
      ['Basic', basic('', ':')],
      ['Basic', basic('api:', '')],
    ] as const;
    await forEachRow(await operationsWithKeyAt(context), async (send) => {
      for (const [scheme, credential] of schemes)
        unauthorized(await send({ key: { header: 'Authorization', template: `${scheme} {key}` }, credential }));
      // A key that stands there alone, or without a space, is a scheme without a token: 400 too (D80).
      for (const template of ['{key}', 'Bearer{key}'])
        expectStatus(
          await send({ key: { header: 'Authorization', template }, credential: { value, shell } }),
          401,
          400,
        );
    });
  },
} satisfies Partial<Checks<'authentication'>>;
