import type { Defect, FaultTable } from '../support/fault.ts';
import { Rejected, problem } from '../../../reference-impl/domain/rejections.ts';

/** Waits so many milliseconds for the last byte of a body. */
const waiting =
  (milliseconds: number, ofWhat: string): Defect =>
  ({ piecesOf }) => ({
    async *piecesOf(request, limit, what) {
      const begun = performance.now();
      for await (const piece of piecesOf(request, limit, what)) {
        if (what === ofWhat && performance.now() - begun > milliseconds)
          throw new Rejected(problem(400, 'malformed-request', 'The request took too long to arrive.'));
        yield piece;
      }
    },
  });

const faults: FaultTable = {
  'limits.slow-body-accepted': {
    'waits two seconds for a JSON body': waiting(2000, 'The JSON body'),
    'waits two seconds for a form': waiting(2000, 'The body'),
  },
};

export default faults;
