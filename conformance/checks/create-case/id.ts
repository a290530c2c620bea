import { expectSame, expectThat, show } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import { precondition } from '../support/preconditions.ts';
import { areSequential } from './sequential-ids.ts';

/** The id of a new case. */
export const caseIdChecks = {
  'create-case.assigns-identifier': async ({ tenant }) => {
    const opened = [];
    for (const type of ['PF', 'PF', 'PM', 'PM'] as const) opened.push(await tenant.openCase(type));

    const ids = new Set(opened.map(({ id }) => id));
    expectThat('repeated-id', ids.size === 4, 'four identifiers for four cases', `${ids.size}`, opened[3]!.response);
  },

  'create-case.id-form': async ({ tenant }) => {
    for (const type of ['PF', 'PM', 'PF'] as const) {
      const { id, response } = await tenant.openCase(type);
      expectThat(
        'wrong-id-form',
        /^[A-Za-z0-9_-]{16,64}$/.test(id),
        'an id that matches ^[A-Za-z0-9_-]{16,64}$',
        show(id),
        response,
      );
    }
  },

  'create-case.id-not-all-digits': async ({ tenant }) => {
    for (const type of ['PF', 'PM', 'PF'] as const) {
      const { id, response } = await tenant.openCase(type);
      expectThat(
        'wrong-id-form',
        !/^[0-9]+$/.test(id),
        'an id with at least one letter, hyphen or underscore',
        show(id),
        response,
      );
    }
  },

  'create-case.id-not-sequential': async ({ tenant }) => {
    const opened = [];
    for (let at = 0; at < 8; at += 1) opened.push(await tenant.openCase());

    const ids = opened.map(({ id }) => id);
    await precondition('create-case.assigns-identifier', async () =>
      expectSame('repeated-id', 'the number of ids', new Set(ids).size, opened.length),
    );
    expectThat(
      'predictable-id',
      !areSequential(ids),
      'ids that do not follow from each other',
      ids.slice(0, 3).join(', '),
      opened[7]!.response,
    );
  },
} satisfies Partial<Checks<'create-case'>>;
