import { Case } from '../../../generated/validators.js';
import type { HttpResponse } from '../../engine/exchange.ts';
import {
  expectAccepted,
  expectHeader,
  expectSame,
  expectStatus,
  expectThat,
  expectValid,
  objectOf,
} from '../../engine/expect.ts';
import { caseIn, idIn } from '../support/case.ts';
import type { Checks } from '../support/check.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow, inRow } from '../support/rows/rows.ts';
import { rowsOf } from '../../values/rows-of.ts';
import { forEveryOpened } from '../support/survey/effects.ts';
import { forEveryAccepted } from '../support/survey/survey.ts';

/** The response to a create. */
export const createChecks = {
  'create-case.opens-person-case': async ({ tenant }) => {
    const created = await tenant.create(tenant.newCase('PF'));

    expectAccepted(created);
    tenant.idOf(created);
  },

  'create-case.opens-entity-case': async ({ tenant }) => {
    const created = await tenant.create(tenant.newCase('PM'));

    expectAccepted(created);
    tenant.idOf(created);
  },

  'create-case.answers-201': async (context) => {
    await context.tenant.requireCreates('PF');
    await context.tenant.requireCreates('PM');

    await forEveryAccepted(context, /\/cases$/, (response) => expectStatus(response, 201));
  },

  'create-case.location': ({ tenant, run }) =>
    forEachRow(rowsOf('PF', 'PM'), async (type) => {
      const { id, response } = await tenant.openCase(type);
      const base = new URL(run.manifest.baseUrl).pathname.replace(/\/$/, '');

      await inRow('the header', async () => void locationIn(response, base));
      await inRow('a read of the path in Location', async () => {
        await tenant.readCase(id);
        const path = await precondition('create-case.location', async () => locationIn(response, base));
        const read = await tenant.send({ method: 'GET', path });
        expectSame('wrong-location', 'the id of the case at Location', idIn(caseIn(read)), id, read);
      });
    }),

  'create-case.answers-case': ({ tenant }) =>
    forEachRow(
      rowsOf('PF', 'PM'),
      async (type) => void expectValid((await tenant.openCase(type)).response, Case, 'Case'),
    ),

  'create-case.returns-type': async (context) => {
    const { tenant } = context;
    await forEachRow(rowsOf('PF', 'PM'), async (type) => {
      const { id, response } = await tenant.openCase(type);
      await inRow('the create', async () =>
        expectSame('wrong-type', 'the type', objectOf(response)['type'], type, response),
      );
      await inRow('a read', async () => {
        const read = await tenant.readOrBlock(id);
        expectSame('wrong-type', 'the type', caseIn(read).type, type, read);
      });
    });
    await forEveryOpened(context, ({ type }, sent, response) =>
      expectSame('wrong-type', 'the type', type, sent.type, response),
    );
  },

  'create-case.no-evidence-yet': async ({ tenant }) => {
    const { response } = await tenant.openCase();

    expectSame('wrong-artifacts', 'the artifacts', objectOf(response)['artifacts'], [], response);
  },
} satisfies Checks<'create-case'>;

/**
 * The path in the Location, below the base path. Only the path counts: behind a proxy the host may differ, and the suite
 * sends keys to no other host.
 */
function locationIn(response: HttpResponse, base: string): string {
  const { url } = response.exchange.request;
  expectHeader(response, 'Location', (value) => URL.canParse(value, url), 'a URI reference');
  const { pathname } = new URL(response.header('Location')!, url);
  expectThat('wrong-location', pathname.startsWith(`${base}/`), `a Location below ${base}/`, pathname, response);
  return pathname.slice(base.length);
}
