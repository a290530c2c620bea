import type { Credential, HttpResponse } from '../../engine/exchange.ts';
import {
  expectAccepted,
  expectHeader,
  expectNotAccepted,
  expectProblem,
  expectSame,
  expectStatus,
  expectThat,
} from '../../engine/expect.ts';
import type { Request } from '../../engine/http.ts';
import { multipart } from '../../engine/multipart.ts';
import { showsStatus } from '../support/case.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { similarKeys } from '../support/fixtures/similar-keys.ts';
import { rejectedOrClosed } from '../support/fixtures/sizes.ts';
import { unknownCaseId, unknownKey, unknownLike } from '../support/fixtures/unknown.ts';
import { partsOf } from '../support/fixtures/upload.ts';
import { longCreate, longUpload, wrongCreates, wrongUploads } from '../support/fixtures/wrong-requests.ts';
import { precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows.ts';
import { forEveryUnauthorized } from '../support/survey/survey.ts';
import { expectNotOpened, type Tenant } from '../support/tenant.ts';
import { bearerChallenge } from './bearer-challenge.ts';

/** A case of the first tenant that takes evidence and is read: the control of whatever is refused for its key. */
async function control({ tenant }: Context): Promise<string> {
  const id = await tenant.openCaseWithEvidence();
  await tenant.readCase(id);
  return id;
}

/** The three operations, each valid but for the key. */
async function operations(
  context: Context,
  tenant: Tenant,
  options: { headers?: Record<string, string> } = {},
): Promise<Record<string, () => Promise<HttpResponse>>> {
  const id = await control(context);
  return {
    create: () => tenant.create(context.tenant.newCase(), options),
    upload: () => tenant.upload(id, {}, options),
    read: () => tenant.read(id, options),
  };
}

const unauthorized = (response: HttpResponse) => expectProblem(response, 401, '/problems/unauthorized');

async function refusesAll(
  context: Context,
  tenant: Tenant,
  options: { headers?: Record<string, string> } = {},
  judge: (response: HttpResponse) => void | Promise<void> = unauthorized,
): Promise<void> {
  await forEachRow(await operations(context, tenant, options), async (send) => judge(await send()));
}

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

export const authentication: Checks<'authentication'> = {
  'authentication.create-needs-key': async (context) => {
    const { create } = await operations(context, context.anonymous);

    expectNotOpened(context.tenant, await create!());
  },

  'authentication.upload-needs-key': async (context) => {
    const { upload } = await operations(context, context.anonymous);

    expectNotAccepted(await upload!());
  },

  'authentication.read-needs-key': async (context) => {
    const { read } = await operations(context, context.anonymous);

    expectNoStatus(await read!());
  },

  'authentication.create-needs-issued-key': async (context) => {
    const { create } = await operations(context, context.withCredential(unknownKey));

    expectNotOpened(context.tenant, await create!());
  },

  'authentication.upload-needs-issued-key': async (context) => {
    const { upload } = await operations(context, context.withCredential(unknownKey));

    expectNotAccepted(await upload!());
  },

  'authentication.read-needs-issued-key': async (context) => {
    const { read } = await operations(context, context.withCredential(unknownKey));

    expectNoStatus(await read!());
  },

  'authentication.missing-key-401': (context) => refusesAll(context, context.anonymous),

  'authentication.unknown-key-401': async (context) => {
    await refusesAll(context, context.withCredential(unknownKey));
    for (const value of [
      'x',
      'k'.repeat(500),
      'null',
      'undefined',
      'constructor',
      '__proto__',
      '%',
      '*',
      "'OR'1'='1",
    ]) {
      const response = await context.withCredential({ value, shell: value }).read(unknownCaseId);
      unauthorized(response);
    }
  },

  'authentication.whole-key-compared': async (context) => {
    const id = await control(context);
    const { tenant } = context;
    const { value, shell } = tenant.credential!;
    await rejectedPrecondition('authentication.unknown-key-401', () => context.withCredential(unknownKey).read(id));

    await forEachRow(similarKeys({ value, shell }), async (lookalike) => {
      const stranger = context.withCredential(lookalike);
      unauthorized(await stranger.read(id));
      unauthorized(await stranger.create(tenant.newCase()));
      unauthorized(await stranger.upload(id));
    });
    // What is no token is a malformed header to some, and 400 (RFC 6750 §3.1).
    expectStatus(await context.withCredential({ value: `${value} x`, shell: `"${shell} x"` }).read(id), 401, 400);
    for (const name of ['other', 'live'] as const) {
      const credential = context.suppliedCredential(name);
      await forEachRow(credential ? similarKeys(credential) : {}, async (lookalike) =>
        unauthorized(await context.withCredential(lookalike).read(id)),
      );
    }
  },

  'authentication.challenge': async (context) => {
    const challenged = (response: HttpResponse) =>
      expectHeader(
        response,
        'WWW-Authenticate',
        (value) => bearerChallenge(value)?.has('realm') === true,
        'a Bearer challenge that names a realm',
      );
    // These are there in every run; with them all others of the run are judged.
    await precondition('authentication.missing-key-401', () => refusesAll(context, context.anonymous));
    await precondition('authentication.unknown-key-401', () => refusesAll(context, context.withCredential(unknownKey)));
    await forEveryUnauthorized(context, challenged);
  },

  'authentication.rejected-key-hint': (context) =>
    refusesAll(context, context.withCredential(unknownKey), {}, async (response) => {
      await precondition('authentication.unknown-key-401', async () => expectStatus(response, 401));
      expectHeader(
        response,
        'WWW-Authenticate',
        (value) => bearerChallenge(value)?.get('error') === 'invalid_token',
        'a Bearer challenge with error="invalid_token"',
      );
    }),

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

  'authentication.before-case': async (context) => {
    const id = await control(context);

    for (const tenant of [context.anonymous, context.withCredential(unknownKey)]) {
      await forEachRow(
        { 'a known case': id, 'an unknown case': unknownCaseId, 'an id of a wrong form': 'x' },
        async (any) => {
          unauthorized(await tenant.read(any));
          unauthorized(await tenant.upload(any));
        },
      );
      // HEAD may be 405 or 404 as well (D80), but as much for the one as for the other.
      const head = (any: string) => tenant.send({ method: 'HEAD', path: `/cases/${any}` });
      const [known, unknown] = [await head(id), await head(unknownLike(id))];
      expectSame(
        'status-discloses-case',
        'the status of a HEAD of a known case like that of an unknown one,',
        known.status,
        unknown.status,
        known,
      );
    }
  },

  'authentication.before-validation': async (context) => {
    const id = await control(context);

    for (const tenant of [context.anonymous, context.withCredential(unknownKey)]) {
      await forEachRow(wrongCreates(tenant), async (send) => unauthorized(await send()));
      await forEachRow(wrongUploads(tenant, id), async (send) => unauthorized(await send()));
      await forEachRow({ 'a long create': longCreate }, (send) => rejectedOrClosed(() => send(tenant), unauthorized));
    }
    await forEachRow({ 'a long upload': longUpload }, (send) =>
      rejectedOrClosed(() => send(context.anonymous, id), unauthorized),
    );
  },
};

function expectNoStatus(response: HttpResponse): void {
  expectThat(
    'case-disclosed',
    !showsStatus(response),
    'an answer without a case status',
    `status ${response.status} with a case`,
    response,
  );
}
