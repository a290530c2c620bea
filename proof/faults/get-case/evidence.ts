import { type FaultTable } from '../support/fault.ts';
import { atRest, showingFound } from '../support/state.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';
import { changingReads } from '../support/cases.ts';
import { changingResponses } from '../support/uploads.ts';

const faults: FaultTable = {
  'get-case.lists-evidence': {
    'loses the evidence of pending cases when no request is in progress': atRest((isAtRest) =>
      showingFound((found) => (isAtRest() && found.status === 'PENDING' ? { ...found, artifacts: [] } : found)),
    ),
    'lists evidence only in the second read': (original) => {
      const last = new Map<string, Case>();
      return changingReads((found) => {
        const before = last.get(found.id);
        last.set(found.id, found);
        return { ...found, artifacts: (found.status === 'PENDING' && before ? before : found).artifacts };
      })(original);
    },
    'omits created_at in the response to an upload': changingResponses(({ created_at: _, ...artifact }) => artifact),
  },
};

export default faults;
