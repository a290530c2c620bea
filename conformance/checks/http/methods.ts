import type { HttpResponse } from '../../engine/exchange.ts';
import { expectHeader, expectProblem, expectSame, expectStatus } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder, rowsOf } from '../support/rows.ts';
import type { Tenant } from '../support/tenant.ts';

/** Wrong methods of each path, without HEAD and OPTIONS, which a service may support (D80). */
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

/** Methods that a path does not have. */
export const methodChecks = {
  'http.wrong-method-405': async (context) => {
    const { tenant } = context;
    await forEachRow(await wrongMethods(context), async ({ method, path }) =>
      expectProblem(await tenant.send({ method, path }), 405, '/problems/method-not-allowed'),
    );
    const { id } = await tenant.openCase();
    await tenant.readCase(id);
    // A service may support HEAD like GET, or reject it (D80).
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

  'http.no-method-override': async ({ tenant }) => {
    const { id, response: opened } = await tenant.openCase();
    const control = await tenant.readOrBlock(id);
    const wrong = await rejectedPrecondition('http.wrong-method-405', () =>
      tenant.send({ method: 'POST', path: `/cases/${id}` }),
    );

    const requests = {
      'a read': ['DELETE', (headers: Record<string, string>) => tenant.read(id, { headers }), control],
      'a create': ['GET', (headers: Record<string, string>) => tenant.create(tenant.newCase(), { headers }), opened],
      'a POST': [
        'GET',
        (headers: Record<string, string>) => tenant.send({ method: 'POST', path: `/cases/${id}`, headers }),
        wrong,
      ],
    } as const;
    const names = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'] as const;
    await forEachRowInOrder(rowsOf(...names), (name) =>
      forEachRowInOrder(requests, async ([method, send, { status }]) => {
        const response = await send({ [name]: method });
        expectSame('changed-by-request-header', 'the status', response.status, status, response);
      }),
    );
    await ignoresMethodInQuery(tenant, id);
    await ignoresMethodInForm(tenant, id, wrong);
    const after = await tenant.read(id);
    expectSame('lost-case', 'the status of a later read,', after.status, control.status, after);
  },
} satisfies Partial<Checks<'http'>>;

/** The control has another parameter; a different check judges whether unknown parameters are ignored. */
async function ignoresMethodInQuery(tenant: Tenant, id: string): Promise<void> {
  const send = (method: string, query: string) => tenant.send({ method, path: `/cases/${id}?${query}` });
  const posted = await send('POST', 'trace=GET');
  const query = await send('POST', '_method=GET');
  expectSame('changed-by-query', 'a POST with ?_method=GET answered with', query.status, posted.status, query);
  const read = await send('GET', 'trace=DELETE');
  const deleted = await send('GET', '_method=DELETE');
  expectSame('changed-by-query', 'a read with ?_method=DELETE answered with', deleted.status, read.status, deleted);
}

async function ignoresMethodInForm(tenant: Tenant, id: string, wrong: HttpResponse): Promise<void> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const path = `/cases/${id}`;
  const field = await tenant.send({ method: 'POST', path, headers, body: Buffer.from('_method=GET') });
  expectSame(
    'changed-by-form-field',
    'a POST with the form field _method=GET answered with',
    field.status,
    wrong.status,
    field,
  );
}
