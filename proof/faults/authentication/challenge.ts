import { type FaultTable } from '../support/fault.ts';
import { rejectingFirst } from '../support/responses.ts';
import { problem } from '../../../reference-impl/domain/rejections.ts';

const faults: FaultTable = {
  'authentication.key-required': {
    'sends no challenge if the request uses another scheme': rejectingFirst(
      ({ headers }) => /^(?!bearer)/i.test(headers.authorization ?? 'bearer'),
      problem(401, 'unauthorized', 'Send a key.'),
    ),
  },
};

export default faults;
