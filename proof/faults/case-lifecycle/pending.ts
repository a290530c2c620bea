import type { Case } from '../../../reference-impl/domain/contract.ts';
import { type Defect, changingBody, type FaultTable } from '../support/fault.ts';
import { showingCases, changingAccepted } from '../support/cases.ts';

/** Pending cases that reads show in another way once they have evidence. */
const showingHeld = (change: Partial<Case>): Defect =>
  showingCases(({ status, artifacts }) => (status === 'PENDING' && artifacts.length > 0 ? change : {}));

/** Cases that begin in another way. */
const beginning =
  (change: (opened: Case) => Partial<Case>): Defect =>
  ({ newCase }) => ({
    newCase(...given) {
      const opened = newCase(...given);
      return { ...opened, ...change(opened) };
    },
  });

const faults: FaultTable = {
  'case-lifecycle.created-pending': {
    'shows a case as approved when it is created': changingBody('createCase', (body) =>
      body['type'] === 'PF' ? { ...body, status: 'APPROVED' } : body,
    ),
    'shows a new case of an entity with the status RECEIVED': changingBody('createCase', (body) =>
      body['type'] === 'PM' ? { ...body, status: 'RECEIVED' } : body,
    ),
  },
  'case-lifecycle.pending-values': {
    'has no score while a case is pending': beginning(() => ({ score: null as never })),
    'has a score of 50 while a case is pending': beginning(() => ({ score: 50 })),
    'has a score of 40 as soon as there is evidence': showingHeld({ score: 40 }),
    'has a reason while a case is pending': beginning(() => ({ reasons: ['PENDING_REVIEW_OK'] })),
    'shows reasons as soon as there is evidence': showingHeld({ reasons: ['OCR_OK'] }),
    'shows null as the reasons of a pending case': beginning(() => ({ reasons: null as never })),
    'shows created_at as decided_at while a case is pending': beginning(({ created_at }) => ({
      decided_at: created_at,
    })),
    'shows decided_at as soon as there is evidence': changingAccepted(({ created_at }) => ({ decided_at: created_at })),
    'shows an empty string as decided_at while a case is pending': beginning(() => ({ decided_at: '' })),
  },
};

export default faults;
