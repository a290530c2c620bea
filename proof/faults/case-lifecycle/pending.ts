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

/** Defects that the checks in `conformance/checks/case-lifecycle/pending.ts` must find. */
export const caseLifecyclePendingFaults: FaultTable = {
  'shows a case as approved when it is created': [
    {
      'case-lifecycle.created-pending': { code: 'wrong-case-status', actual: 'APPROVED' },
      'create-case.answers-case': 'schema-mismatch',
      'get-case.like-created': { code: 'wrong-case', actual: 'PENDING' },
    },
    changingBody('createCase', (body) => (body['type'] === 'PF' ? { ...body, status: 'APPROVED' } : body)),
  ],
  'shows a new case of an entity with the status RECEIVED': [
    {
      'case-lifecycle.created-pending': { code: 'wrong-case-status', actual: 'RECEIVED' },
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/status' },
    },
    changingBody('createCase', (body) => (body['type'] === 'PM' ? { ...body, status: 'RECEIVED' } : body)),
  ],
  'has no score while a case is pending': [
    {
      'case-lifecycle.pending-score-zero': { code: 'wrong-score', actual: 'null' },
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/score' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/score' },
      'get-case.score': { code: 'wrong-score', actual: 'null' },
    },
    beginning(() => ({ score: null as never })),
  ],
  'has a score of 50 while a case is pending': [
    {
      'case-lifecycle.pending-score-zero': { code: 'wrong-score', actual: '50' },
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/score' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/score' },
    },
    beginning(() => ({ score: 50 })),
  ],
  'has a score of 40 as soon as there is evidence': [
    {
      'case-lifecycle.pending-score-zero': { code: 'wrong-score', actual: '40' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/score' },
    },
    showingHeld({ score: 40 }),
  ],
  'has a reason while a case is pending': [
    {
      'case-lifecycle.pending-no-reasons': { code: 'wrong-reasons', actual: 'PENDING_REVIEW' },
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/reasons' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/reasons' },
    },
    beginning(() => ({ reasons: ['PENDING_REVIEW_OK'] })),
  ],
  'shows reasons as soon as there is evidence': [
    {
      'case-lifecycle.pending-no-reasons': { code: 'wrong-reasons', actual: 'OCR_OK' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/reasons' },
    },
    showingHeld({ reasons: ['OCR_OK'] }),
  ],
  'shows null as the reasons of a pending case': [
    {
      'case-lifecycle.pending-no-reasons': { code: 'wrong-reasons', actual: 'null' },
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/reasons' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/reasons' },
      'get-case.reasons': { code: 'wrong-reasons', actual: 'null' },
    },
    beginning(() => ({ reasons: null as never })),
  ],
  'shows created_at as decided_at while a case is pending': [
    {
      'case-lifecycle.pending-no-decision-time': { code: 'wrong-decision-time', actual: 'Z' },
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/decided_at' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/decided_at' },
    },
    beginning(({ created_at }) => ({ decided_at: created_at })),
  ],
  'shows decided_at as soon as there is evidence': [
    {
      'case-lifecycle.pending-no-decision-time': { code: 'wrong-decision-time', actual: 'Z' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/decided_at' },
    },
    changingAccepted(({ created_at }) => ({ decided_at: created_at })),
  ],
  'shows an empty string as decided_at while a case is pending': [
    {
      'case-lifecycle.pending-no-decision-time': { code: 'wrong-decision-time', actual: '""' },
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/decided_at' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/decided_at' },
    },
    beginning(() => ({ decided_at: '' })),
  ],
};
