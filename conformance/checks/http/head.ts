import type { HttpResponse } from '../../engine/exchange.ts';
import { expectSame, expectStatus } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { unknownCaseId, unknownKey } from '../support/fixtures/unknown.ts';
import { forEachRow, inRow } from '../support/rows.ts';

/** Requests with HEAD, each with every status that it may have besides 405 (D80). */
function requests(
  context: Context,
  id: string,
): Record<string, [allowed: number[], send: () => Promise<HttpResponse>]> {
  const { tenant, anonymous } = context;
  const stranger = context.withCredential(unknownKey);
  const head = (path: string) => ({ method: 'HEAD', path });
  return {
    'a known case': [[200], () => tenant.send(head(`/cases/${id}`))],
    'an unknown case': [[404], () => tenant.send(head(`/cases/${unknownCaseId}`))],
    'all cases': [[], () => tenant.send(head('/cases'))],
    'the artifacts of a case': [[], () => tenant.send(head(`/cases/${id}/artifacts`))],
    'a known case, without a key': [[401, 404], () => anonymous.send(head(`/cases/${id}`))],
    'a known case, with an unknown key': [[401, 404], () => stranger.send(head(`/cases/${id}`))],
  };
}

/** HEAD, which a service may support like GET or reject. */
export const headChecks = {
  'http.head-like-get': async (context) => {
    const { tenant } = context;
    const { id } = await tenant.openCase();
    const before = await tenant.readOrBlock(id);
    await forEachRow(requests(context, id), async ([allowed, send]) => expectStatus(await send(), 405, ...allowed));

    await inRow('the length of a known case', async () => {
      const response = await tenant.send({ method: 'HEAD', path: `/cases/${id}` });
      const length = response.header('Content-Length');
      const after = await tenant.readOrBlock(id);
      // A service may write a case in various ways, and need not say how long the body of GET would be.
      const isSteady = lengthOf(before) === lengthOf(after);
      if (response.status === 200 && length !== undefined && isSteady)
        expectSame('wrong-header', 'Content-Length:', length, lengthOf(after), response);
    });
  },
} satisfies Partial<Checks<'http'>>;

const lengthOf = (response: HttpResponse) => response.header('Content-Length') ?? String(response.body.length);
