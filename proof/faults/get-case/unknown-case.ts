import type { Defect, FaultTable } from '../support/fault.ts';
import { storing } from '../support/parts.ts';
import { searching } from '../support/cases.ts';
import { randomUUID } from 'node:crypto';

/** Cases that are found by more than their whole id. */
const finding = (other: (id: string) => string | undefined): Defect =>
  storing(({ findCase }) => ({
    findCase: async (caller, id) => {
      const meant = other(id);
      return (await findCase(caller, id)) ?? (meant === undefined ? undefined : findCase(caller, meant));
    },
  }));

const isWellFormed = (id: string) => /^(?!\d+$)[\w-]{16,64}$/.test(id);

/** Ids that are read as something else before they are looked up. */
const readingIds = (change: (id: string) => string): Defect =>
  storing(({ findCase }) => ({ findCase: (caller, id) => findCase(caller, change(id)) }));

/** Finds cases by ids after a change of the text. */
const findingBy =
  (newCaseId: () => string, key: (id: string) => string): Defect =>
  (original) => {
    const known = new Map<string, string>();
    const made = () => {
      const id = newCaseId();
      known.set(key(id), id);
      return id;
    };
    return { newCaseId: made, ...readingIds((id) => known.get(key(id)) ?? id)(original) };
  };

const faults: FaultTable = {
  'get-case.unknown-404': {
    'responds with null to a read of an unknown case': (original) => ({
      async getCase(call, parts) {
        const response = await original.getCase(call, parts);
        return response.status === 404 && isWellFormed(call.path.case_id)
          ? { status: 200, body: null as never }
          : response;
      },
    }),
    'ignores the letter case of ids': findingBy(
      () => `case-${randomUUID()}-AbCdEf`,
      (id) => id.toLowerCase(),
    ),
    'finds a case by its id with a file extension': finding((id) => id.replace(/\.json$/, '')),
    'finds a case by the beginning of its id': searching((known, id) => id.length > 20 && known.startsWith(id)),
    'finds a case by the end of its id': searching((known, id) => id.length > 20 && known.endsWith(id)),
    'cuts long ids': finding((id) => id.slice(0, 27)),
    'trims ids': finding((id) => id.trim()),
    'finds a case by a LIKE pattern': searching(
      (known, id) => id.length > 20 && id.startsWith('_') && new RegExp(`^${id.replaceAll('_', '.')}$`).test(known),
    ),
    'reads ids as UUIDs, with hyphens or without': findingBy(randomUUID, (id) => id.replaceAll('-', '')),
    'cuts an id at a line end': readingIds((id) => id.replace(/\n$/, '')),
    'cuts an id at a semicolon': readingIds((id) => id.replace(/;.*/, '')),
    'finds cases without the prefix of their ids': storing(({ findCase }) => ({
      findCase: async (caller, id) => (await findCase(caller, id)) ?? findCase(caller, `case_${id}`),
    })),
  },
};

export default faults;
