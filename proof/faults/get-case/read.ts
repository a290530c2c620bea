import { atRest, showingFound, firstReadBehind } from '../support/state.ts';
import { changingBody, changing, failing, type FaultTable } from '../support/fault.ts';
import { problem } from '../../../reference-impl/http/problems.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';
import { changingReads, changingListed } from '../support/cases.ts';

/** Defects that the checks in `conformance/checks/get-case/read.ts` must find. */
export const getCaseReadFaults: FaultTable = {
  ...failing(
    { 'get-case.reads-case': { code: 'not-accepted', status: 404 } },
    {
      'loses cases when no request is in progress': atRest((isAtRest) =>
        showingFound((found) => (isAtRest() ? undefined : found)),
      ),
      'responds with 404 to a read of an existing case': () => ({
        getCase: async () => problem(404, 'not-found', 'No case has this id.'),
      }),
      'reads from a replica that does not have new cases yet': firstReadBehind((seen, now) => (seen ? now : undefined)),
    },
  ),
  'responds to a read with an array': [
    { 'get-case.reads-case': 'not-an-object' },
    changing('getCase', ({ body }) => ({ body: [body] })),
  ],
  'fails at reads of cases that were denied': [
    { 'get-case.reads-case': { code: 'not-accepted', status: 500 } },
    ({ store }) => ({
      store: {
        ...store,
        async findCase(caller, id) {
          const found = await store.findCase(caller, id);
          if (found?.status === 'DENIED') throw new Error('no such column: DENIED');
          return found;
        },
      },
    }),
  ],
  'shows a live case with evidence with a status of its own': [
    { 'get-case.answers-case': { code: 'schema-mismatch', row: 'a live case with evidence', pointer: '/status' } },
    showingFound((found, { mode }) =>
      mode === 'live' && found.artifacts.length > 0 ? { ...found, status: 'IN_REVIEW' as never } : found,
    ),
  ],
  'omits the size of the evidence of an entity': [
    { 'get-case.answers-case': { code: 'missing-property', row: 'an entity with evidence' } },
    changingReads((found) =>
      found.type === 'PM' && found.status === 'PENDING'
        ? { ...found, artifacts: found.artifacts.map(({ size: _, ...rest }) => rest) }
        : found,
    ),
  ],
  'shows a status that the contract does not define when there is evidence': [
    {
      'get-case.status': { code: 'wrong-case-status', actual: 'IN_REVIEW' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/status' },
      'sandbox.plain-reference-stays-pending': { code: 'wrong-case-status', actual: 'IN_REVIEW' },
    },
    changingReads((found) =>
      found.status === 'PENDING' && found.artifacts.length > 0 && !found.reference.startsWith('sandbox:')
        ? { ...found, status: 'IN_REVIEW' }
        : found,
    ),
  ],
  'shows the status in lower case while there is no evidence': [
    {
      'get-case.status': { code: 'wrong-case-status', actual: 'pending' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/status' },
      'get-case.like-created': { code: 'wrong-case', actual: 'pending' },
    },
    changingReads((found) => ({
      ...found,
      status:
        found.artifacts.length > 0 || found.reference.startsWith('sandbox:')
          ? found.status
          : found.status.toLowerCase(),
    })),
  ],
  'shows a score of zero as a string': [
    {
      'get-case.score': { code: 'wrong-score', actual: '"0"' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/score' },
      'get-case.like-created': 'wrong-case',
      'case-lifecycle.pending-score-zero': { code: 'wrong-score', actual: '"0"' },
    },
    changingReads((found) => ({ ...found, score: found.score === 0 ? '0' : found.score })),
  ],
  'shows no score while a case is pending': [
    {
      'get-case.score': { code: 'wrong-score', actual: 'null' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/score' },
      'get-case.like-created': 'wrong-case',
      'case-lifecycle.pending-score-zero': { code: 'wrong-score', actual: 'null' },
    },
    changingReads((found) => ({ ...found, score: found.status === 'PENDING' ? null : found.score })),
  ],
  'shows an empty list of reasons as null': [
    {
      'get-case.reasons': { code: 'wrong-reasons', actual: 'null' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/reasons' },
      'get-case.like-created': 'wrong-case',
      'case-lifecycle.pending-no-reasons': { code: 'wrong-reasons', actual: 'null' },
    },
    changingReads((found) => ({ ...found, reasons: found.reasons.length === 0 ? null : found.reasons })),
  ],
  'responds with 203 to a read': [
    {
      'get-case.answers-200': { code: 'wrong-status', status: 203 },
      'http.wrong-method-405': { code: 'wrong-status', row: 'HEAD /cases/{case_id}' },
    },
    changing('getCase', () => ({ status: 203 })),
  ],
  'responds with 202 to a read of a pending case': [
    {
      'get-case.answers-200': { code: 'wrong-status', status: 202 },
      'http.wrong-method-405': { code: 'wrong-status', row: 'HEAD /cases/{case_id}' },
    },
    changing('getCase', ({ status, body }) => ({ status: (body as Case).status === 'PENDING' ? 202 : status })),
  ],
  'shows a case without decided_at while it is pending': [
    {
      'get-case.answers-case': { code: 'missing-property', pointer: '/decided_at' },
      'get-case.like-created': 'wrong-case',
      'case-lifecycle.pending-no-decision-time': { code: 'wrong-decision-time', actual: 'nothing' },
    },
    changingReads(({ decided_at, ...found }) => (decided_at === null ? found : { ...found, decided_at })),
  ],
  'writes times with +00:00 instead of Z': [
    {
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/created_at' },
      'get-case.like-created': 'wrong-case',
      'http.timestamps-utc': { code: 'wrong-timestamp', actual: '+00:00' },
    },
    changingReads((found) => ({ ...found, created_at: found.created_at.replace('Z', '+00:00') })),
  ],
  'shows an artifact without its digest': [
    {
      'get-case.answers-case': { code: 'missing-property', pointer: '/artifacts/0/sha256' },
      'get-case.lists-evidence': 'wrong-artifacts',
    },
    changingListed((artifacts) => artifacts.map(({ sha256: _, ...artifact }) => artifact)),
  ],
  ...failing(
    { 'get-case.like-created': 'wrong-case' },
    {
      'shows the current time as created_at in reads more than half a second after the create': changingBody(
        'getCase',
        (body) => ({
          ...body,
          ...(String(body['reference']).includes('Ñandú') &&
            (body['artifacts'] as unknown[]).length === 0 &&
            Date.now() - Date.parse(String(body['created_at'])) > 500 && { created_at: new Date().toISOString() }),
        }),
      ),
      'shows created_at one millisecond earlier in reads': changingReads((found) => ({
        ...found,
        created_at: new Date(Date.parse(found.created_at) - 1).toISOString(),
      })),
      'shows a created_at that is two milliseconds late in every read': changingBody('getCase', (body) => ({
        ...body,
        created_at: new Date(Date.parse(String(body['created_at'])) + 2).toISOString(),
      })),
    },
  ),
  'shows the reference of the first case in all cases': [
    {
      'get-case.own-case': 'wrong-case',
      'get-case.like-created': 'wrong-case',
      'create-case.returns-reference': 'wrong-reference',
      'create-case.shortest-reference': 'wrong-reference',
      'create-case.longest-reference': 'wrong-reference',
    },
    (original) => {
      let first: string | undefined;
      return changingReads((found) => ({ ...found, reference: (first ??= found.reference) }))(original);
    },
  ],
  'shows an id in lower case': [
    {
      'get-case.own-case': 'wrong-case',
      'get-case.like-created': 'wrong-case',
      'create-case.location': 'wrong-location',
      'tenancy.apart-under-load': 'wrong-id',
    },
    changingReads((found) =>
      found.reference.startsWith('sandbox:') ? { ...found } : { ...found, id: found.id.toLowerCase() },
    ),
  ],
};
