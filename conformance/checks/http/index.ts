import type { HttpResponse } from '../../engine/exchange.ts';
import {
  expectHeader,
  expectProblem,
  expectSame,
  expectStatus,
  expectThat,
  objectOf,
  show,
} from '../../engine/expect.ts';
import { caseIn } from '../support/case.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { rejectedOrClosed } from '../support/fixtures/sizes.ts';
import { unknownCaseId } from '../support/fixtures/unknown.ts';
import { longUpload, wrongUploads } from '../support/fixtures/wrong-requests.ts';
import { precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows.ts';
import { forEveryResponse } from '../support/survey/survey.ts';
import { hasTimestampForm } from '../support/timestamps.ts';
import { expectAllowedResponses } from './left-open.ts';
import { mediaTypeChecks } from './media-types.ts';

/** Wrong methods of each path; HEAD and OPTIONS are left to each service (D80). */
async function wrongMethods({
  tenant,
  run,
}: Context): Promise<Record<string, { method: string; path: string; allowed: string }>> {
  const reference = run.reference();
  const { id } = await tenant.openCase('PF', reference);
  await tenant.readCase(id);
  const rows = [
    { method: 'GET', path: '/cases', allowed: 'POST' },
    { method: 'GET', path: `/cases?reference=${encodeURIComponent(reference)}`, allowed: 'POST' },
    { method: 'DELETE', path: '/cases', allowed: 'POST' },
    { method: 'PUT', path: '/cases', allowed: 'POST' },
    { method: 'PUT', path: `/cases/${id}`, allowed: 'GET' },
    { method: 'PATCH', path: `/cases/${id}`, allowed: 'GET' },
    { method: 'DELETE', path: `/cases/${id}`, allowed: 'GET' },
    { method: 'POST', path: `/cases/${id}`, allowed: 'GET' },
    { method: 'GET', path: `/cases/${id}/artifacts`, allowed: 'POST' },
    { method: 'DELETE', path: `/cases/${id}/artifacts`, allowed: 'POST' },
    { method: 'PUT', path: `/cases/${id}/artifacts`, allowed: 'POST' },
  ];
  return Object.fromEntries(
    rows.map((row) => [`${row.method} ${row.path.replace(id, '{case_id}').replace(/=.*/, '={reference}')}`, row]),
  );
}

export const http: Checks<'http'> = {
  ...mediaTypeChecks,

  'http.unknown-path-404': async ({ tenant }) => {
    const { id } = await tenant.openCase();
    const artifact = await tenant.addArtifact(id);
    await tenant.readCase(id);

    const paths = [
      '/no-such-path',
      '/case',
      '/cases.json',
      `/cases/${id}/artifact`,
      `/cases/${id}/artifacts/${artifact.id}`,
      `/cases/${id}/status`,
      `/v1/cases/${id}`,
    ];
    await forEachRow(
      Object.fromEntries(
        paths.map((path) => [path.replace(id, '{case_id}').replace(artifact.id, '{artifact_id}'), path]),
      ),
      async (path) => expectProblem(await tenant.send({ method: 'GET', path }), 404, '/problems/not-found'),
    );
    for (const method of ['POST', 'PUT', 'DELETE'])
      expectProblem(await tenant.send({ method, path: '/no-such-path' }), 404, '/problems/not-found');
    // A slash at the end is a path of its own or none (D80): what is neither, such as a redirect, is not.
    const slashed: Record<string, [send: () => Promise<HttpResponse>, asWithout: number]> = {
      'GET /cases/': [() => tenant.send({ method: 'GET', path: '/cases/' }), 405],
      'POST /cases/': [() => tenant.send({ ...json(tenant.newCase()), path: '/cases/' }), 201],
      'GET /cases/{case_id}/': [() => tenant.read(`${id}/`), 200],
    };
    await forEachRow(slashed, async ([send, asWithout]) => expectStatus(await send(), 404, asWithout));
  },

  'http.wrong-method-405': async (context) => {
    const { tenant } = context;
    await forEachRow(await wrongMethods(context), async ({ method, path }) =>
      expectProblem(await tenant.send({ method, path }), 405, '/problems/method-not-allowed'),
    );
    const { id } = await tenant.openCase();
    await tenant.readCase(id);
    // HEAD is a wrong method or like GET (D80).
    const head = async () => expectStatus(await tenant.send({ method: 'HEAD', path: `/cases/${id}` }), 405, 200);
    await forEachRow({ 'HEAD /cases/{case_id}': head }, (judge) => judge());
  },

  'http.allow': async (context) => {
    await forEachRow(await wrongMethods(context), async ({ method, path, allowed }) => {
      const response = await context.tenant.send({ method, path });
      await precondition('http.wrong-method-405', async () => expectStatus(response, 405));
      const lists = (value: string) => value.split(',').some((name) => name.trim() === allowed);
      expectHeader(response, 'Allow', lists, `the method ${allowed}`);
    });
  },

  'http.no-store': (context) =>
    forEveryResponse(context, (response) =>
      expectHeader(
        response,
        'Cache-Control',
        (value) => directives(value).includes('no-store'),
        'the directive no-store',
      ),
    ),

  'http.nosniff': (context) =>
    forEveryResponse(context, (response) =>
      expectHeader(
        response,
        'X-Content-Type-Options',
        (value) => value.trim().toLowerCase() === 'nosniff',
        'the value nosniff',
      ),
    ),

  'http.no-method-override': async ({ tenant }) => {
    const { id, response: opened } = await tenant.openCase();
    const control = await tenant.readOrBlock(id);
    const wrong = await rejectedPrecondition('http.wrong-method-405', () =>
      tenant.send({ method: 'POST', path: `/cases/${id}` }),
    );

    for (const header of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
      const read = await tenant.read(id, { headers: { [header]: 'DELETE' } });
      expectSame(
        'changed-by-request-header',
        `a read with ${header}: DELETE answered with`,
        read.status,
        control.status,
        read,
      );
      const created = await tenant.create(tenant.newCase(), { headers: { [header]: 'GET' } });
      expectSame(
        'changed-by-request-header',
        `a create with ${header}: GET answered with`,
        created.status,
        opened.status,
        created,
      );
      const overridden = await tenant.send({ method: 'POST', path: `/cases/${id}`, headers: { [header]: 'GET' } });
      expectSame(
        'changed-by-request-header',
        `a POST with ${header}: GET answered with`,
        overridden.status,
        wrong.status,
        overridden,
      );
    }
    // Against a parameter that means nothing: whether such are ignored, another check judges.
    const withQuery = (method: string, query: string) => tenant.send({ method, path: `/cases/${id}?${query}` });
    const posted = await withQuery('POST', 'trace=GET');
    const query = await withQuery('POST', '_method=GET');
    expectSame('changed-by-query', 'a POST with ?_method=GET answered with', query.status, posted.status, query);
    const read = await withQuery('GET', 'trace=DELETE');
    const deleted = await withQuery('GET', '_method=DELETE');
    expectSame('changed-by-query', 'a read with ?_method=DELETE answered with', deleted.status, read.status, deleted);
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const field = await tenant.send({
      method: 'POST',
      path: `/cases/${id}`,
      headers: form,
      body: Buffer.from('_method=GET'),
    });
    expectSame(
      'changed-by-form-field',
      'a POST with the form field _method=GET answered with',
      field.status,
      wrong.status,
      field,
    );
    const after = await tenant.read(id);
    expectSame('lost-case', 'the case behind it answered with', after.status, control.status, after);
  },

  'http.no-cors': async ({ tenant, anonymous, run }) => {
    const { id } = await tenant.openCase();
    const from = (origin: string) => ({ headers: { Origin: origin } });
    const shop = from('https://shop.example');

    const preflight = (origin: string) => ({
      method: 'OPTIONS',
      path: '/cases',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization',
      },
    });
    // Often trusted: the machine of the developer, a sandboxed page, and the service itself.
    const others = ['http://localhost:3000', 'null', new URL(run.manifest.baseUrl).origin];
    const responses = {
      'a create': () => tenant.create(tenant.newCase(), shop),
      'a read': () => tenant.read(id, shop),
      'a refusal': () => tenant.read(unknownCaseId, shop),
      'an upload': () => tenant.upload(id, {}, shop),
      'an answer to nobody': () => anonymous.read(id, shop),
      'a preflight': () => anonymous.send(preflight('https://shop.example')),
      'a preflight with a key': () => tenant.send(preflight('https://shop.example')),
      ...Object.fromEntries(others.map((origin) => [`a read from ${origin}`, () => tenant.read(id, from(origin))])),
      ...Object.fromEntries(
        others.map((origin) => [`a preflight from ${origin}`, () => anonymous.send(preflight(origin))]),
      ),
    };
    await forEachRow(responses, async (send) => {
      const response = await send();
      const value = response.header('Access-Control-Allow-Origin');
      expectThat('unexpected-header', value === undefined, 'no Access-Control-Allow-Origin', show(value), response);
    });
  },

  'http.case-before-other-refusals': async ({ tenant }) => {
    await tenant.openCaseWithEvidence();
    const unknown = unknownCaseId;
    await rejectedPrecondition('upload-artifact.case-must-exist', () => tenant.upload(unknown));

    const notFound = (response: HttpResponse) => expectProblem(response, 404, '/problems/not-found');
    await forEachRow(wrongUploads(tenant, unknown), async (send) => notFound(await send()));
    await forEachRow({ 'a long body': longUpload }, (send) => rejectedOrClosed(() => send(tenant, unknown), notFound));
  },

  'http.timestamps-utc': async ({ tenant, claimsSandbox }) => {
    const { id, response } = await tenant.openCase();
    const artifact = await tenant.addArtifact(id);
    const read = await tenant.readOrBlock(id);

    const judge = (what: string, value: unknown) => {
      expectThat(
        'wrong-timestamp',
        hasTimestampForm(value) && !Number.isNaN(Date.parse(String(value))),
        `${what} in RFC 3339, UTC, with Z`,
        show(value),
        read,
      );
    };

    judge('created_at of a create', objectOf(response)['created_at']);
    judge('created_at of an artifact', artifact.created_at);
    judge('created_at of a read', caseIn(read).created_at);
    // Only the sandbox can be made to decide.
    if (claimsSandbox) judge('decided_at of a read', (await tenant.decidedCase('APPROVED')).decided_at);
  },

  'http.left-open-answers': expectAllowedResponses,
};

const json = (body: object) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});

const directives = (value: string) => value.split(',').map((directive) => directive.trim().toLowerCase());
