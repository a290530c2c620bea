import type { Parts } from '../../../reference-impl/parts.ts';
import { type Defect, rendering, failing, type FaultTable } from '../support/fault.ts';
import { withoutHeader } from '../support/requests.ts';
import { rejectingFirst } from '../support/responses.ts';
import { problem } from '../../../reference-impl/http/problems.ts';

/** The header of a 401 is changed. */
const challenging =
  (challenge: Parts['challenge']): Defect =>
  () => ({ challenge });

/** Defects that the checks in `conformance/checks/authentication/challenge.ts` must find. */
export const authenticationChallengeFaults: FaultTable = {
  ...failing(
    { 'authentication.challenge': 'missing-header', 'authentication.rejected-key-hint': 'missing-header' },
    {
      'sends no challenge': rendering(({ headers }) => ({ headers: withoutHeader(headers, 'WWW-Authenticate') })),
      'sends a challenge only if the request has no key': rendering(({ headers }) =>
        headers['WWW-Authenticate']?.includes('error') ? { headers: withoutHeader(headers, 'WWW-Authenticate') } : {},
      ),
    },
  ),
  ...failing(
    { 'authentication.challenge': 'missing-header' },
    {
      'sends a challenge only if it rejects a key': rendering(({ headers }) =>
        headers['WWW-Authenticate']?.includes('error') ? {} : { headers: withoutHeader(headers, 'WWW-Authenticate') },
      ),
      'sends no challenge if the request uses another scheme': rejectingFirst(
        ({ headers }) => /^(?!bearer)/i.test(headers.authorization ?? 'bearer'),
        problem(401, 'unauthorized', 'Send a key.'),
      ),
    },
  ),
  'sends a challenge without a realm': [
    { 'authentication.challenge': { code: 'wrong-header', actual: 'WWW-Authenticate: Bearer' } },
    challenging((rejection) => (rejection === 'rejected' ? 'Bearer error="invalid_token"' : 'Bearer')),
  ],
  'sends a challenge without a realm when it rejects a key': [
    { 'authentication.challenge': { code: 'wrong-header', actual: 'Bearer error="invalid_token"' } },
    challenging((rejection) => (rejection === 'rejected' ? 'Bearer error="invalid_token"' : 'Bearer realm="cases"')),
  ],
  'sends a challenge for Basic': [
    {
      'authentication.challenge': { code: 'wrong-header', actual: 'Basic realm' },
      'authentication.rejected-key-hint': { code: 'wrong-header', actual: 'Basic realm' },
    },
    challenging(() => 'Basic realm="cases", charset="UTF-8"'),
  ],
  'sends the realm in a challenge that is not Bearer': [
    { 'authentication.challenge': { code: 'wrong-header', actual: 'ApiKey realm' } },
    challenging(
      (rejection) => `ApiKey realm="cases", Bearer ${rejection === 'rejected' ? 'error="invalid_token"' : ''}`,
    ),
  ],
  'sends no error in the challenge for a rejected key': [
    { 'authentication.rejected-key-hint': { code: 'wrong-header', actual: 'Bearer realm="cases"' } },
    challenging(() => 'Bearer realm="cases"'),
  ],
  'sends error="invalid_request" for a rejected key': [
    { 'authentication.rejected-key-hint': { code: 'wrong-header', actual: 'invalid_request' } },
    challenging((rejection) => `Bearer realm="cases"${rejection === 'rejected' ? ', error="invalid_request"' : ''}`),
  ],
};
