import type { Parts } from '../../../reference-impl/parts.ts';
import { type Defect, rendering, type FaultTable } from '../support/fault.ts';
import { withoutHeader } from '../support/requests.ts';
import { rejectingFirst } from '../support/responses.ts';
import { problem } from '../../../reference-impl/domain/rejections.ts';

/** The header of a 401 is changed. */
const challenging =
  (challenge: Parts['challenge']): Defect =>
  () => ({ challenge });

const faults: FaultTable = {
  'authentication.challenge': {
    'sends no challenge': rendering(({ headers }) => ({ headers: withoutHeader(headers, 'WWW-Authenticate') })),
    'sends a challenge only if the request has no key': rendering(({ headers }) =>
      headers['WWW-Authenticate']?.includes('error') ? { headers: withoutHeader(headers, 'WWW-Authenticate') } : {},
    ),
    'sends a challenge only if it rejects a key': rendering(({ headers }) =>
      headers['WWW-Authenticate']?.includes('error') ? {} : { headers: withoutHeader(headers, 'WWW-Authenticate') },
    ),
    'sends no challenge if the request uses another scheme': rejectingFirst(
      ({ headers }) => /^(?!bearer)/i.test(headers.authorization ?? 'bearer'),
      problem(401, 'unauthorized', 'Send a key.'),
    ),
    'sends a challenge without a realm': challenging((rejection) =>
      rejection === 'rejected' ? 'Bearer error="invalid_token"' : 'Bearer',
    ),
    'sends a challenge without a realm when it rejects a key': challenging((rejection) =>
      rejection === 'rejected' ? 'Bearer error="invalid_token"' : 'Bearer realm="cases"',
    ),
    'sends a challenge for Basic': challenging(() => 'Basic realm="cases", charset="UTF-8"'),
    'sends the realm in a challenge that is not Bearer': challenging(
      (rejection) => `ApiKey realm="cases", Bearer ${rejection === 'rejected' ? 'error="invalid_token"' : ''}`,
    ),
  },
  'authentication.rejected-key-hint': {
    'sends no error in the challenge for a rejected key': challenging(() => 'Bearer realm="cases"'),
    'sends error="invalid_request" for a rejected key': challenging(
      (rejection) => `Bearer realm="cases"${rejection === 'rejected' ? ', error="invalid_request"' : ''}`,
    ),
  },
};

export default faults;
