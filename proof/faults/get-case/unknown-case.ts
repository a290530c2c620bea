import type { Defect, FaultTable } from '../support/fault.ts';
import { storing } from '../support/parts.ts';
import { problem } from '../../../reference-impl/domain/rejections.ts';
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

/** Changes the response to reads of unknown ids. */
const missing =
  (
    concerns: (id: string) => boolean,
    status: number,
    type: 'not-found' | 'malformed-request' | 'invalid-request' | 'internal-error',
  ): Defect =>
  (original) => ({
    async getCase(call, parts) {
      const response = await original.getCase(call, parts);
      return response.status === 404 && concerns(call.path.case_id)
        ? problem(status as 404, type as 'not-found', 'No case has this id.')
        : response;
    },
  });

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
    'shows a pending case for every well-formed id': (original) => ({
      async getCase(call, parts) {
        const response = await original.getCase(call, parts);
        const { case_id: id } = call.path;
        return response.status === 404 && isWellFormed(id)
          ? { status: 200, body: { ...original.newCase({ type: 'PF', reference: 'x' }, parts), id } }
          : response;
      },
    }),
    'responds with 403 to a read of an unknown case': missing(isWellFormed, 403, 'not-found'),
    'responds with 400 to a read of an unknown case': missing(isWellFormed, 400, 'malformed-request'),
    'responds with null to a read of an unknown case': (original) => ({
      async getCase(call, parts) {
        const response = await original.getCase(call, parts);
        return response.status === 404 && isWellFormed(call.path.case_id)
          ? { status: 200, body: null as never }
          : response;
      },
    }),
    'sends an undefined problem type for an unknown case': missing(isWellFormed, 404, 'no-case' as 'not-found'),
    'ignores the letter case of ids': findingBy(
      () => `case-${randomUUID()}-AbCdEf`,
      (id) => id.toLowerCase(),
    ),
    'responds with 400 to an id of a wrong form': missing((id) => !isWellFormed(id), 400, 'malformed-request'),
    'responds with 422 to an id that is too long': missing((id) => id.length > 64, 422, 'invalid-request'),
    'fails at an id with non-ASCII letters': missing((id) => /[^\0-\x7f]/.test(id), 500, 'internal-error'),
    'fails at an id of digits': missing((id) => /^\d{12,}$/.test(id), 500, 'internal-error'),
    'puts an id into an SQL statement without escaping': searching((_, id) => id.includes("' OR '1'='1")),
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
