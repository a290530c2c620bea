import { Rejected, problem } from '../../../reference-impl/domain/rejections.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';
import type { FaultTable } from '../support/fault.ts';
import { changingFallback, rejecting, seeing } from '../support/http.ts';
import { otherwise, first } from '../support/requests.ts';

const faults: FaultTable = {
  'http.head-like-get': {
    'sends a Content-Length for HEAD that differs from that of GET': seeing((original, requestOf) => ({
      async getCase(call, parts) {
        const response = await original.getCase(call, parts);
        if (response.status !== 200 || requestOf(call.caller).method !== 'HEAD') return response;
        return { ...response, body: { ...response.body, method: 'HEAD' } as Case };
      },
    })),
    'responds with 200 to HEAD of every case': rejecting(({ method, url }) =>
      method === 'HEAD' && url!.startsWith('/cases/') && !url!.endsWith('/artifacts')
        ? new Rejected({ status: 200, body: {} } as never)
        : undefined,
    ),
    'responds with 200 to HEAD of /cases': changingFallback((response, method, path) =>
      method === 'HEAD' && path === '/cases' ? { status: 200, body: {} } : response,
    ),
    'responds with 404 to HEAD of the artifacts': changingFallback((response, method, path) =>
      method === 'HEAD' && path.endsWith('/artifacts') ? problem(404, 'not-found', 'Nothing here.') : response,
    ),
    'requires no key for HEAD': otherwise(({ method }) => (method === 'HEAD' ? first : undefined)),
  },
};

export default faults;
