import { atRest, showingFound, firstReadBehind } from '../support/state.ts';
import { changingBody, changing, type FaultTable } from '../support/fault.ts';
import { problem } from '../../../reference-impl/domain/rejections.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';
import { ofLiveKey, towards } from '../support/callers.ts';
import { changingReads, changingListed } from '../support/cases.ts';

const faults: FaultTable = {
  'get-case.reads-case': {
    'loses cases when no request is in progress': atRest((isAtRest) =>
      showingFound((found) => (isAtRest() ? undefined : found)),
    ),
    'responds with 404 to a read of an existing case': () => ({
      getCase: async () => problem(404, 'not-found', 'No case has this id.'),
    }),
    'reads from a replica that does not have new cases yet': firstReadBehind((seen, now) => (seen ? now : undefined)),
    'responds with 404 to every read with a live key': towards(ofLiveKey, () => ({
      getCase: async () => problem(404, 'not-found', 'No case has this id.'),
    })),
    'responds to a read with an array': changing('getCase', ({ body }) => ({ body: [body] })),
    'fails at reads of cases that were denied': ({ store }) => ({
      store: {
        ...store,
        async findCase(caller, id) {
          const found = await store.findCase(caller, id);
          if (found?.status === 'DENIED') throw new Error('no such column: DENIED');
          return found;
        },
      },
    }),
  },
  'get-case.responds-with-case': {
    'shows a live case with evidence with a status of its own': showingFound((found, { mode }) =>
      mode === 'live' && found.artifacts.length > 0 ? { ...found, status: 'IN_REVIEW' as never } : found,
    ),
    'omits the size of the evidence of an entity': changingReads((found) =>
      found.type === 'PM' && found.status === 'PENDING'
        ? { ...found, artifacts: found.artifacts.map(({ size: _, ...rest }) => rest) }
        : found,
    ),
    'shows a case without decided_at while it is pending': changingReads(({ decided_at, ...found }) =>
      decided_at === null ? found : { ...found, decided_at },
    ),
    'writes times with +00:00 instead of Z': changingReads((found) => ({
      ...found,
      created_at: found.created_at.replace('Z', '+00:00'),
    })),
    'shows an artifact without its digest': changingListed((artifacts) =>
      artifacts.map(({ sha256: _, ...artifact }) => artifact),
    ),
  },
  'get-case.status': {
    'shows a status that the contract does not define when there is evidence': changingReads((found) =>
      found.status === 'PENDING' && found.artifacts.length > 0 && !found.reference.startsWith('sandbox:')
        ? { ...found, status: 'IN_REVIEW' }
        : found,
    ),
    'shows the status in lower case while there is no evidence': changingReads((found) => ({
      ...found,
      status:
        found.artifacts.length > 0 || found.reference.startsWith('sandbox:')
          ? found.status
          : found.status.toLowerCase(),
    })),
  },
  'get-case.score': {
    'shows a score of zero as a string': changingReads((found) => ({
      ...found,
      score: found.score === 0 ? '0' : found.score,
    })),
    'shows no score while a case is pending': changingReads((found) => ({
      ...found,
      score: found.status === 'PENDING' ? null : found.score,
    })),
  },
  'get-case.reasons': {
    'shows an empty list of reasons as null': changingReads((found) => ({
      ...found,
      reasons: found.reasons.length === 0 ? null : found.reasons,
    })),
  },
  'get-case.responds-with-200': {
    'responds with 203 to a read': changing('getCase', () => ({ status: 203 })),
    'responds with 202 to a read of a pending case': changing('getCase', ({ status, body }) => ({
      status: (body as Case).status === 'PENDING' ? 202 : status,
    })),
  },
  'get-case.like-created': {
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
  'get-case.own-case': {
    'shows the reference of the first case in all cases': (original) => {
      let first: string | undefined;
      return changingReads((found) => ({ ...found, reference: (first ??= found.reference) }))(original);
    },
    'shows an id in lower case': changingReads((found) =>
      found.reference.startsWith('sandbox:') ? { ...found } : { ...found, id: found.id.toLowerCase() },
    ),
  },
};

export default faults;
