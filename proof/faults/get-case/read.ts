import { atRest, showingFound, firstReadBehind } from '../support/state.ts';
import { changingBody, changing, type FaultTable } from '../support/fault.ts';
import { problem } from '../../../reference-impl/domain/rejections.ts';
import { ofLiveKey, towards } from '../support/callers.ts';
import { changingReads } from '../support/cases.ts';

const faults: FaultTable = {
  'get-case.reads-case': {
    'loses cases when no request is in progress': atRest((isAtRest) =>
      showingFound((found) => (isAtRest() ? undefined : found)),
    ),
    'reads from a replica that does not have new cases yet': firstReadBehind((seen, now) => (seen ? now : undefined)),
    'responds with 404 to every read with a live key': towards(ofLiveKey, () => ({
      getCase: async () => problem(404, 'not-found', 'No case has this id.'),
    })),
    'responds to a read with an array': changing('getCase', ({ body }) => ({ body: [body] })),
  },
  'get-case.responds-with-200': {
    'responds with 203 to a read': changing('getCase', () => ({ status: 203 })),
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
