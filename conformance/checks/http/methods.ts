import type { HttpResponse } from '../../engine/exchange.ts';
import { expectHeader, expectProblem, expectSame, expectStatus } from '../../engine/expect.ts';
import { forEachCellTogether } from '../support/rows/cells.ts';
import { check, type Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { expectUnchanged } from '../support/rows/unchanged.ts';
import { type Change, type OperationName, operationsOf } from '../support/rows/operations.ts';
import { precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, forEachTogether, inRow, lazily } from '../support/rows/rows.ts';
import { rules } from '../support/rows/rules.ts';
import { sharedRows } from '../support/rows/shared.ts';
import { methods } from '../../values/paths.ts';

/** Each path with its operation and its method. */
const paths: Record<string, [operation: OperationName, method: string]> = {
  '/cases': ['a create', 'POST'],
  '/cases/{case_id}': ['a read', 'GET'],
  '/cases/{case_id}/artifacts': ['an upload', 'POST'],
};

const withoutBody = { body: [], headers: { 'Content-Type': [] } };

/** The response to a wrong method, and the method that the path has. */
interface WrongMethod {
  allowed: string;
  response: HttpResponse;
}

/** Wrong methods of each path, each after the control of the operation that the path has. Sent once per run. */
const wrongMethods = (context: Context) =>
  sharedRows<string, WrongMethod>(context, 'wrong methods', async (shared) => {
    const reference = shared.run.reference();
    await shared.tenant.openCase('PF', reference);
    const operations = operationsOf(shared);
    const sending =
      ([name, allowed]: (typeof paths)[string], change: Change) =>
      async () => ({ allowed, response: await (await operations[name]())({ ...withoutBody, ...change }) });
    const rows = Object.entries(paths).flatMap(([path, row]) =>
      methods
        .filter((method) => method !== row[1])
        .map((method) => [`${method} ${path}`, sending(row, { method })] as const),
    );
    const query = `?reference=${encodeURIComponent(reference)}`;
    const list = sending(paths['/cases']!, { method: 'GET', query });
    return { ...Object.fromEntries(rows), 'GET /cases?reference={reference}': list };
  });

/** Methods that a path does not have. */
export const methodChecks = {
  'http.wrong-method-405': async (context) => {
    await forEachRow(await wrongMethods(context), async (receive) =>
      expectProblem((await receive()).response, 405, '/problems/method-not-allowed'),
    );
    // A service may support HEAD like GET, or reject it (D80).
    await inRow('HEAD /cases/{case_id}', async () => {
      const read = await operationsOf(context)['a read']();
      expectStatus(await read({ method: 'HEAD' }), 405, 200);
    });
  },

  'http.allow': async (context) => {
    await forEachRow(await wrongMethods(context), async (receive) => {
      const { allowed, response } = await receive();
      await precondition('http.wrong-method-405', async () => expectStatus(response, 405));
      const lists = (value: string) => value.split(',').some((name) => name.trim() === allowed);
      expectHeader(response, 'Allow', lists, `the method ${allowed}`);
    });
    // Servers and frameworks reject an unknown method in other code than a known method.
    const response = await (await operationsOf(context)['a read']())({ method: 'PROPFIND' });
    if (response.status !== 405) return;
    await inRow('PROPFIND /cases/{case_id}', async () =>
      expectHeader(response, 'Allow', (value) => /\bGET\b/.test(value), 'the method GET'),
    );
  },

  'http.no-method-override': check({ long: true }, async (context) => {
    const { tenant } = context;
    const { headers, queries } = rules['http.no-method-override'];
    await forEachCellTogether(context, headers, async (send, names, name) => {
      for (const method of otherMethods(name))
        await expectUnchanged(context, send, name, { headers: naming(names, method) }, 'changed-by-request-header');
    });
    await forEachCellTogether(context, queries, async (send, names, name) => {
      for (const method of otherMethods(name)) {
        const query = `?${names.map((parameter) => `${parameter}=${method}`).join('&')}`;
        await expectUnchanged(context, send, name, { query }, 'changed-by-query');
      }
    });

    const { id } = await tenant.openCase();
    const path = `/cases/${id}`;
    const read = lazily(() => tenant.readOrBlock(id));
    const posted = lazily(async () => {
      await read();
      return rejectedPrecondition('http.wrong-method-405', () => tenant.send({ method: 'POST', path }));
    });
    await inRow('a POST to a case', () =>
      forEachTogether(headers.values('a read'), async (names) => {
        const { status } = await posted();
        const response = await tenant.send({ method: 'POST', path, headers: naming(names, 'GET') });
        expectSame('changed-by-request-header', 'the status', response.status, status, response);
      }),
    );
    // A different check judges whether unknown parameters are ignored.
    await inRow('a POST with ?_method=GET', async () => {
      const { status } = await posted();
      const response = await tenant.send({ method: 'POST', path: `${path}?_method=GET` });
      expectSame('changed-by-query', 'the status', response.status, status, response);
    });
    await inRow('a POST with the form field _method=GET', async () => {
      const { status } = await posted();
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const field = await tenant.send({ method: 'POST', path, headers, body: Buffer.from('_method=GET') });
      expectSame('changed-by-form-field', 'the status', field.status, status, field);
    });
  }),
} satisfies Checks<'http'>;

const otherMethods = (name: OperationName) => (name === 'a read' ? ['DELETE', 'POST'] : ['GET', 'DELETE']);
const naming = (headers: string[], method: string) => Object.fromEntries(headers.map((name) => [name, method]));
