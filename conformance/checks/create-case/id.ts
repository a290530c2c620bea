import type { HttpResponse } from '../../engine/exchange.ts';
import { expectSame, expectThat, show } from '../../engine/expect.ts';
import { areSequential } from '../../sequential-ids.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows/rows.ts';

/** Judges the ids of three new cases, which are not all of one type. */
const forEachId = ({ tenant }: Context, judge: (id: string, response: HttpResponse) => void): Promise<void> =>
  forEachRow({ 'a person': 'PF', 'an entity': 'PM', 'a second person': 'PF' } as const, async (type) => {
    const { id, response } = await tenant.openCase(type);
    judge(id, response);
  });

/** The id of a new case. */
export const caseIdChecks = {
  'create-case.assigns-identifier': async ({ tenant }) => {
    const opened = [];
    for (const type of ['PF', 'PF', 'PM', 'PM'] as const) opened.push(await tenant.openCase(type));

    const ids = new Set(opened.map(({ id }) => id));
    expectThat('repeated-id', ids.size === 4, 'four identifiers for four cases', `${ids.size}`, opened[3]!.response);
  },

  'create-case.id-form': (context) =>
    forEachId(context, (id, response) => {
      const holds = /^[A-Za-z0-9_-]{16,64}$/.test(id);
      expectThat('wrong-id-form', holds, 'an id that matches ^[A-Za-z0-9_-]{16,64}$', show(id), response);
    }),

  'create-case.id-not-all-digits': (context) =>
    forEachId(context, (id, response) => {
      const holds = !/^[0-9]+$/.test(id);
      expectThat('wrong-id-form', holds, 'an id with at least one letter, hyphen or underscore', show(id), response);
    }),

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
      'ids that cannot be computed from earlier ones',
      ids.slice(0, 3).join(', '),
      opened[7]!.response,
    );
  },
} satisfies Checks<'create-case'>;
