import type { HttpResponse } from '../../engine/exchange.ts';
import { expectHeader, expectProblem, expectSame, expectStatus } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { type Change, type OperationName, operationsOf } from '../support/operations.ts';
import { precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder, inRow, lazily, rowsOf } from '../support/rows.ts';

/** Each path with its operation, its method, and wrong ones: not HEAD and OPTIONS, which a service may support (D80). */
const paths: Record<string, [operation: OperationName, method: string, wrong: string[]]> = {
  '/cases': ['a create', 'POST', ['GET', 'DELETE', 'PUT']],
  '/cases/{case_id}': ['a read', 'GET', ['PUT', 'PATCH', 'DELETE', 'POST']],
  '/cases/{case_id}/artifacts': ['an upload', 'POST', ['GET', 'DELETE', 'PUT']],
};

const withoutBody = { body: [], headers: { 'Content-Type': [] } };

interface WrongMethod {
  allowed: string;
  send: () => Promise<HttpResponse>;
}

/** Wrong methods of each path, each after the control of the operation that the path has. */
async function wrongMethods(context: Context): Promise<Record<string, WrongMethod>> {
  const { tenant, run } = context;
  const reference = run.reference();
  await tenant.openCase('PF', reference);
  const operations = operationsOf(context);
  const rows = Object.entries(paths).flatMap(([path, [name, allowed, wrong]]) => {
    const sending = (change: Change) => async () => (await operations[name]())({ ...withoutBody, ...change });
    return wrong.map((method) => [`${method} ${path}`, { allowed, send: sending({ method }) }] as const);
  });
  const query = `?reference=${encodeURIComponent(reference)}`;
  const list = async () => (await operations['a create']())({ ...withoutBody, method: 'GET', query });
  return { ...Object.fromEntries(rows), 'GET /cases?reference={reference}': { allowed: 'POST', send: list } };
}

/** Methods that a path does not have. */
export const methodChecks = {
  'http.wrong-method-405': async (context) => {
    await forEachRow(await wrongMethods(context), async ({ send }) =>
      expectProblem(await send(), 405, '/problems/method-not-allowed'),
    );
    // A service may support HEAD like GET, or reject it (D80).
    await inRow('HEAD /cases/{case_id}', async () => {
      const read = await operationsOf(context)['a read']();
      expectStatus(await read({ method: 'HEAD' }), 405, 200);
    });
  },

  'http.allow': async (context) =>
    forEachRow(await wrongMethods(context), async ({ allowed, send }) => {
      const response = await send();
      await precondition('http.wrong-method-405', async () => expectStatus(response, 405));
      const lists = (value: string) => value.split(',').some((name) => name.trim() === allowed);
      expectHeader(response, 'Allow', lists, `the method ${allowed}`);
    }),

  'http.no-method-override': async ({ tenant }) => {
    const { id, response: opened } = await tenant.openCase();
    const path = `/cases/${id}`;
    const read = lazily(() => tenant.readOrBlock(id));
    const posted = lazily(async () => {
      await read();
      return rejectedPrecondition('http.wrong-method-405', () => tenant.send({ method: 'POST', path }));
    });

    const requests: Record<string, [method: string, send: Send, control: () => Promise<HttpResponse>]> = {
      'a read': ['DELETE', (headers) => tenant.read(id, { headers }), read],
      'a create': ['GET', (headers) => tenant.create(tenant.newCase(), { headers }), async () => opened],
      'a POST': ['GET', (headers) => tenant.send({ method: 'POST', path, headers }), posted],
    };
    const names = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'] as const;
    await forEachRowInOrder(rowsOf(...names), (name) =>
      forEachRowInOrder(requests, async ([method, send, control]) => {
        const { status } = await control();
        const response = await send({ [name]: method });
        expectSame('changed-by-request-header', 'the status', response.status, status, response);
      }),
    );
    // The control has another parameter; a different check judges whether unknown parameters are ignored.
    const queries = { 'a POST with ?_method=GET': ['POST', 'GET'], 'a read with ?_method=DELETE': ['GET', 'DELETE'] };
    await forEachRowInOrder(queries, async ([method, other]) => {
      await read();
      const { status } = await tenant.send({ method: method!, path: `${path}?trace=${other}` });
      const response = await tenant.send({ method: method!, path: `${path}?_method=${other}` });
      expectSame('changed-by-query', 'the status', response.status, status, response);
    });
    await inRow('a POST with the form field _method=GET', async () => {
      const { status } = await posted();
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const field = await tenant.send({ method: 'POST', path, headers, body: Buffer.from('_method=GET') });
      expectSame('changed-by-form-field', 'the status', field.status, status, field);
    });
    await inRow('a read after all of these', async () => {
      const { status } = await read();
      const after = await tenant.read(id);
      expectSame('lost-case', 'the status', after.status, status, after);
    });
  },
} satisfies Partial<Checks<'http'>>;

type Send = (headers: Record<string, string>) => Promise<HttpResponse>;
