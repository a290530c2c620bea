import { Rejected, problem } from '../../../reference-impl/http/problems.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';
import type { FaultTable } from '../support/fault.ts';
import { changingFallback, rejecting, seeing } from '../support/http.ts';
import { otherwise, first } from '../support/requests.ts';

/** Defects that the checks in `conformance/checks/http/head.ts` must find. */
export const httpHeadFaults: FaultTable = {
  'says another length to HEAD than to GET': [
    { 'http.head-like-get': { code: 'wrong-header', row: 'the length of a known case' } },
    seeing((original, requestOf) => ({
      async getCase(call, parts) {
        const response = await original.getCase(call, parts);
        if (response.status !== 200 || requestOf(call.caller).method !== 'HEAD') return response;
        return { ...response, body: { ...response.body, method: 'HEAD' } as Case };
      },
    })),
  ],
  'says to HEAD that every case is there': [
    { 'http.head-like-get': { code: 'wrong-status', row: 'an unknown case', status: 200 } },
    rejecting(({ method, url }) =>
      method === 'HEAD' && url!.startsWith('/cases/') && !url!.endsWith('/artifacts')
        ? new Rejected({ status: 200, body: {} } as never)
        : undefined,
    ),
  ],
  'says yes to HEAD of all cases': [
    { 'http.head-like-get': { code: 'wrong-status', row: 'all cases', status: 200 } },
    changingFallback((response, method, path) =>
      method === 'HEAD' && path === '/cases' ? { status: 200, body: {} } : response,
    ),
  ],
  'says 404 to HEAD of the artifacts': [
    { 'http.head-like-get': { code: 'wrong-status', row: 'the artifacts of a case', status: 404 } },
    changingFallback((response, method, path) =>
      method === 'HEAD' && path.endsWith('/artifacts') ? problem(404, 'not-found', 'Nothing here.') : response,
    ),
  ],
  'asks for no key at HEAD': [
    {
      'http.head-like-get': { code: 'wrong-status', row: 'a known case, without a key', status: 200 },
      'authentication.before-case': 'status-discloses-case',
    },
    otherwise(({ method }) => (method === 'HEAD' ? first : undefined)),
  ],
};
