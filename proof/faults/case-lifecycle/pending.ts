import type { Case } from '../../../reference-impl/domain/contract.ts';
import { type Defect, type FaultTable } from '../support/fault.ts';

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
  'case-lifecycle.pending-values': {
    'has no score while a case is pending': beginning(() => ({ score: null as never })),
    'has a score of 50 while a case is pending': beginning(() => ({ score: 50 })),
    'has a reason while a case is pending': beginning(() => ({ reasons: ['PENDING_REVIEW_OK'] })),
    'shows null as the reasons of a pending case': beginning(() => ({ reasons: null as never })),
    'shows created_at as decided_at while a case is pending': beginning(({ created_at }) => ({
      decided_at: created_at,
    })),
    'shows an empty string as decided_at while a case is pending': beginning(() => ({ decided_at: '' })),
  },
};

export default faults;
