import type { RequirementId } from '../../../generated/requirements.ts';
import type { HttpResponse } from '../../engine/exchange.ts';
import { expectSame, expectStatus } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { unknownCaseId, unknownKey } from '../support/fixtures/unknown.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow, inRow } from '../support/rows/rows.ts';
import type { Tenant } from '../support/tenant.ts';

/** Requests with HEAD, each with every status that it may have (D80), and the requirement that judges GET. */
function requests(
  context: Context,
  id: string,
): Record<string, [allowed: number[], by: RequirementId, tenant: Tenant, path: string]> {
  const { tenant, anonymous } = context;
  const stranger = context.withCredential(unknownKey);
  const path = `/cases/${id}`;
  return {
    'a known case': [[200, 405], 'get-case.answers-200', tenant, path],
    'an unknown case': [[404, 405], 'get-case.unknown-404', tenant, `/cases/${unknownCaseId}`],
    'all cases': [[405], 'http.wrong-method-405', tenant, '/cases'],
    'the artifacts of a case': [[405], 'http.wrong-method-405', tenant, `${path}/artifacts`],
    'a known case, without a key': [[401, 404, 405], 'authentication.missing-key-401', anonymous, path],
    'a known case, with an unknown key': [[401, 404, 405], 'authentication.unknown-key-401', stranger, path],
  };
}

// How often another length than that of GET must show.
const rounds = 4;

/** HEAD, which a service may support like GET or reject. */
export const headChecks = {
  'http.head-like-get': async (context) => {
    const { tenant } = context;
    const { id } = await tenant.openCase();
    const before = await tenant.readOrBlock(id);
    await forEachRow(requests(context, id), async ([allowed, by, client, path]) => {
      await precondition(by, async () => expectStatus(await client.send({ method: 'GET', path }), ...allowed));
      expectStatus(await client.send({ method: 'HEAD', path }), ...allowed);
    });

    // A service may serialise a case in various ways, and may omit the length that the body of GET would have.
    const lengths = new Set([lengthOf(before)]);
    for (let round = 1; round <= rounds; round += 1) {
      const response = await tenant.send({ method: 'HEAD', path: `/cases/${id}` });
      const length = response.header('Content-Length');
      const [read] = lengths.add(lengthOf(await tenant.readOrBlock(id)));
      if (response.status !== 200 || length === undefined || lengths.size > 1 || length === read) return;
      if (round < rounds) continue;
      await inRow('the length of a known case', async () =>
        expectSame('wrong-header', 'Content-Length:', length, read, response),
      );
    }
  },
} satisfies Checks<'http'>;

const lengthOf = (response: HttpResponse) => response.header('Content-Length') ?? String(response.body.length);
