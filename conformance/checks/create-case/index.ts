import { Case } from '../../../generated/validators.js';
import {
  expectAccepted,
  expectHeader,
  expectSame,
  expectStatus,
  expectThat,
  expectValid,
  objectOf,
  show,
} from '../../engine/expect.ts';
import { caseIn, idIn } from '../support/case.ts';
import { arranged, type Checks } from '../support/context.ts';
import { ofBodies } from './body.ts';
import { ofReferences } from './reference.ts';
import { countsUp } from './sequential-ids.ts';
import { everyAccepted } from '../support/survey.ts';

export const createCase: Checks<'create-case'> = {
  ...ofBodies,
  ...ofReferences,

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

  'create-case.assigns-identifier': async ({ tenant }) => {
    const opened = [];
    for (const type of ['PF', 'PF', 'PM', 'PM'] as const) opened.push(await tenant.openCase(type));

    const ids = new Set(opened.map(({ id }) => id));
    expectThat(ids.size === 4, 'four identifiers for four cases', `${ids.size}`, opened[3]!.answer);
  },

  'create-case.answers-201': async (context) => {
    await context.tenant.openCase('PF');
    await context.tenant.openCase('PM');

    await everyAccepted(context, /\/cases$/, (answer) => expectStatus(answer, 201));
  },

  'create-case.location': async ({ tenant, run }) => {
    for (const type of ['PF', 'PM'] as const) {
      const { id, answer } = await tenant.openCase(type);
      await tenant.readCase(id);
      const { origin } = new URL(answer.exchange.request.url);
      const resolved = (value: string) => new URL(value, answer.exchange.request.url);

      expectHeader(answer, 'Location', (value) => URL.canParse(value, origin), 'a URI reference');
      const { pathname } = resolved(answer.header('Location')!);
      const base = new URL(run.manifest.baseUrl).pathname.replace(/\/$/, '');
      expectThat(pathname.startsWith(`${base}/`), `a Location below ${base}/`, pathname, answer);
      // Judged by its path: a proxy may know the service under another host, and a key goes to no other host.
      const read = await tenant.send({ method: 'GET', path: pathname.slice(base.length) });
      expectSame('the id of the case at Location', idIn(caseIn(read)), id, read);
    }
  },

  'create-case.answers-case': async ({ tenant }) => {
    const created = [(await tenant.openCase('PF')).answer, (await tenant.openCase('PM')).answer];

    for (const answer of created) expectValid(answer, Case, 'Case');
  },

  'create-case.returns-type': async ({ tenant }) => {
    const person = await tenant.openCase('PF');
    const entity = await tenant.openCase('PM');

    expectSame('the type', objectOf(person.answer)['type'], 'PF', person.answer);
    expectSame('the type', objectOf(entity.answer)['type'], 'PM', entity.answer);
    const read = await tenant.look(entity.id);
    expectSame('the type', caseIn(read).type, 'PM', read);
  },

  'create-case.no-evidence-yet': async ({ tenant }) => {
    const { answer } = await tenant.openCase();

    expectSame('the artifacts', objectOf(answer)['artifacts'], [], answer);
  },

  'create-case.id-form': async ({ tenant }) => {
    for (const type of ['PF', 'PM', 'PF'] as const) {
      const { id, answer } = await tenant.openCase(type);
      expectThat(/^[A-Za-z0-9_-]{16,64}$/.test(id), 'an id that matches ^[A-Za-z0-9_-]{16,64}$', show(id), answer);
    }
  },

  'create-case.id-not-all-digits': async ({ tenant }) => {
    for (const type of ['PF', 'PM', 'PF'] as const) {
      const { id, answer } = await tenant.openCase(type);
      expectThat(!/^[0-9]+$/.test(id), 'an id with at least one letter, hyphen or underscore', show(id), answer);
    }
  },

  'create-case.id-not-sequential': async ({ tenant }) => {
    const opened = [];
    for (let at = 0; at < 8; at += 1) opened.push(await tenant.openCase());

    const ids = opened.map(({ id }) => id);
    await arranged('create-case.assigns-identifier', async () =>
      expectSame('the number of ids', new Set(ids).size, opened.length),
    );
    expectThat(!countsUp(ids), 'ids that do not follow from each other', ids.slice(0, 3).join(', '), opened[7]!.answer);
  },
};
