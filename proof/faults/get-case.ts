import { randomUUID } from 'node:crypto';
import { atRest } from './support/at-rest.ts';
import type { FaultTable } from './support/fault.ts';
import { showingFound, storing } from './support/store.ts';

const faults: FaultTable = {
  'get-case.lists-evidence': {
    'loses the evidence of pending cases when no request is in progress': atRest((isAtRest) =>
      showingFound((found) => (isAtRest() && found.status === 'PENDING' ? { ...found, artifacts: [] } : found)),
    ),
  },
  'get-case.reads-case': {
    'loses cases when no request is in progress': atRest((isAtRest) =>
      showingFound((found) => (isAtRest() ? undefined : found)),
    ),
  },
  'get-case.unknown-404': {
    // The suite sends an id in the other letter case only if it has letters of both.
    'ignores the letter case of ids': (original) => {
      const known = new Map<string, string>();
      return {
        newCaseId() {
          const id = `case-${randomUUID()}-AbCdEf`;
          known.set(id.toLowerCase(), id);
          return id;
        },
        ...storing(({ findCase }) => ({
          findCase: (caller, id) => findCase(caller, known.get(id.toLowerCase()) ?? id),
        }))(original),
      };
    },
  },
};

export default faults;
