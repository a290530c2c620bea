import { Case } from '../../../generated/validators.js';
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
    await context.tenant.openCase('PF');
    await context.tenant.openCase('PM');

    await forEveryAccepted(context, /\/cases$/, (response) => expectStatus(response, 201));
  },

  'create-case.location': async ({ tenant, run }) => {
    for (const type of ['PF', 'PM'] as const) {
      const { id, response } = await tenant.openCase(type);
      await tenant.readCase(id);
      const { origin } = new URL(response.exchange.request.url);
      const resolved = (value: string) => new URL(value, response.exchange.request.url);

      expectHeader(response, 'Location', (value) => URL.canParse(value, origin), 'a URI reference');
      const { pathname } = resolved(response.header('Location')!);
      const base = new URL(run.manifest.baseUrl).pathname.replace(/\/$/, '');
      expectThat('wrong-location', pathname.startsWith(`${base}/`), `a Location below ${base}/`, pathname, response);
      // Only the path counts: behind a proxy the host may differ, and the suite sends keys to no other host.
      const read = await tenant.send({ method: 'GET', path: pathname.slice(base.length) });
      expectSame('wrong-location', 'the id of the case at Location', idIn(caseIn(read)), id, read);
    }
  },

  'create-case.answers-case': async ({ tenant }) => {
    const created = [(await tenant.openCase('PF')).response, (await tenant.openCase('PM')).response];

    for (const response of created) expectValid(response, Case, 'Case');
  },

  'create-case.returns-type': async ({ tenant }) => {
    const person = await tenant.openCase('PF');
    const entity = await tenant.openCase('PM');

    expectSame('wrong-type', 'the type', objectOf(person.response)['type'], 'PF', person.response);
    expectSame('wrong-type', 'the type', objectOf(entity.response)['type'], 'PM', entity.response);
    const read = await tenant.readOrBlock(entity.id);
    expectSame('wrong-type', 'the type', caseIn(read).type, 'PM', read);
  },

  'create-case.no-evidence-yet': async ({ tenant }) => {
    const { response } = await tenant.openCase();

    expectSame('wrong-artifacts', 'the artifacts', objectOf(response)['artifacts'], [], response);
  },
} satisfies Partial<Checks<'create-case'>>;
