import type { Defect, Fault, FaultTable } from '../support/fault.ts';
import { storing } from '../support/parts.ts';
import { problem } from '../../../reference-impl/http/problems.ts';
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

const shown = {
  'get-case.unknown-404': { code: 'wrong-status', status: 200 },
  'tenancy.foreign-read-404': 'accepted',
  'tenancy.modes-apart-on-read': 'accepted',
} satisfies Fault['breaks'];

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

/** Defects that the checks in `conformance/checks/get-case/unknown-case.ts` must find. */
export const getCaseUnknownCaseFaults: FaultTable = {
  'shows a pending case for every well-formed id': [
    {
      ...shown,
      'get-case.unknown-has-no-status': 'case-disclosed',
      'tenancy.same-reference-apart': 'case-disclosed',
    },
    (original) => ({
      async getCase(call, parts) {
        const response = await original.getCase(call, parts);
        const { case_id: id } = call.path;
        return response.status === 404 && isWellFormed(id)
          ? { status: 200, body: { ...original.newCase({ type: 'PF', reference: 'x' }, parts), id } }
          : response;
      },
    }),
  ],
  'responds with 403 to a read of an unknown case': [
    {
      'get-case.unknown-404': { code: 'wrong-status', status: 403 },
      'get-case.whole-id-compared': { code: 'wrong-status', status: 403 },
      'tenancy.foreign-read-404': { code: 'wrong-status', status: 403 },
      'tenancy.modes-apart-on-read': { code: 'wrong-status', status: 403 },
    },
    missing(isWellFormed, 403, 'not-found'),
  ],
  'responds with 400 to a read of an unknown case': [
    {
      'get-case.unknown-404': { code: 'wrong-status', status: 400 },
      'get-case.whole-id-compared': { code: 'wrong-status', status: 400 },
      'tenancy.foreign-read-404': { code: 'wrong-status', status: 400 },
      'tenancy.modes-apart-on-read': { code: 'wrong-status', status: 400 },
    },
    missing(isWellFormed, 400, 'malformed-request'),
  ],
  'responds with null to a read of an unknown case': [
    shown,
    (original) => ({
      async getCase(call, parts) {
        const response = await original.getCase(call, parts);
        return response.status === 404 && isWellFormed(call.path.case_id)
          ? { status: 200, body: null as never }
          : response;
      },
    }),
  ],
  'sends an undefined problem type for an unknown case': [
    {
      'get-case.unknown-404': { code: 'wrong-problem-type', actual: '/problems/no-case' },
      'get-case.whole-id-compared': { code: 'wrong-problem-type', actual: '/problems/no-case' },
      'tenancy.foreign-read-404': { code: 'wrong-problem-type', actual: '/problems/no-case' },
      'tenancy.modes-apart-on-read': { code: 'wrong-problem-type', actual: '/problems/no-case' },
    },
    missing(isWellFormed, 404, 'no-case' as 'not-found'),
  ],
  'ignores the letter case of ids': [
    { 'get-case.unknown-404': { code: 'wrong-status', status: 200 } },
    findingBy(
      () => `case-${randomUUID()}-AbCdEf`,
      (id) => id.toLowerCase(),
    ),
  ],
  'responds with 400 to an id of a wrong form': [
    {
      'get-case.malformed-id-404': { code: 'wrong-status', status: 400 },
      'get-case.whole-id-compared': { code: 'wrong-status', row: 'with a space after it' },
    },
    missing((id) => !isWellFormed(id), 400, 'malformed-request'),
  ],
  'responds with 422 to an id that is too long': [
    { 'get-case.malformed-id-404': { code: 'wrong-status', status: 422 } },
    missing((id) => id.length > 64, 422, 'invalid-request'),
  ],
  'fails at an id with non-ASCII letters': [
    {
      'get-case.malformed-id-404': { code: 'wrong-status', status: 500 },
      'http.left-open-answers': { code: 'wrong-status', row: 'an id that is not UTF-8' },
    },
    missing((id) => /[^\0-\x7f]/.test(id), 500, 'internal-error'),
  ],
  'fails at an id of digits': [
    { 'get-case.malformed-id-404': { code: 'wrong-status', status: 500 } },
    missing((id) => /^\d{12,}$/.test(id), 500, 'internal-error'),
  ],
  'puts an id into an SQL statement without escaping': [
    { 'get-case.malformed-id-404': { code: 'wrong-status', row: `the id "' OR '1'='1"` } },
    searching((_, id) => id.includes("' OR '1'='1")),
  ],
  'finds a case by its id with a file extension': [
    { 'get-case.malformed-id-404': { code: 'wrong-status', row: 'a known id with a file extension' } },
    finding((id) => id.replace(/\.json$/, '')),
  ],
  'finds a case by the beginning of its id': [
    { 'get-case.whole-id-compared': { code: 'wrong-status', row: 'without its last character' } },
    searching((known, id) => id.length > 20 && known.startsWith(id)),
  ],
  'finds a case by the end of its id': [
    { 'get-case.whole-id-compared': { code: 'wrong-status', row: 'without its first character' } },
    searching((known, id) => id.length > 20 && known.endsWith(id)),
  ],
  'cuts long ids': [
    {
      'get-case.whole-id-compared': { code: 'wrong-status', row: 'with a 0 after it' },
      'get-case.malformed-id-404': { code: 'wrong-status', row: 'a known id with a file extension' },
    },
    finding((id) => id.slice(0, 27)),
  ],
  'trims ids': [
    { 'get-case.whole-id-compared': { code: 'wrong-status', row: 'with a space after it' } },
    finding((id) => id.trim()),
  ],
  'finds a case by a LIKE pattern': [
    { 'get-case.whole-id-compared': { code: 'wrong-status', row: 'with a LIKE wildcard as its first character' } },
    searching(
      (known, id) => id.length > 20 && id.startsWith('_') && new RegExp(`^${id.replaceAll('_', '.')}$`).test(known),
    ),
  ],
  'reads ids as UUIDs, with hyphens or without': [
    { 'get-case.whole-id-compared': { code: 'wrong-status', row: 'without its hyphens' } },
    findingBy(randomUUID, (id) => id.replaceAll('-', '')),
  ],
  'cuts an id at a line end': [
    { 'get-case.whole-id-compared': { code: 'accepted', row: 'with a line end after it' } },
    readingIds((id) => id.replace(/\n$/, '')),
  ],
  'cuts an id at a semicolon': [
    { 'get-case.whole-id-compared': { code: 'accepted', row: 'with a parameter after it' } },
    readingIds((id) => id.replace(/;.*/, '')),
  ],
  'finds cases without the prefix of their ids': [
    { 'get-case.whole-id-compared': { code: 'wrong-status', row: 'without its prefix' } },
    storing(({ findCase }) => ({
      findCase: async (caller, id) => (await findCase(caller, id)) ?? findCase(caller, `case_${id}`),
    })),
  ],
};
