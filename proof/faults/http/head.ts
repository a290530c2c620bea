import type { Case } from '../../../reference-impl/domain/contract.ts';
import type { FaultTable } from '../support/fault.ts';
import { seeing } from '../support/http.ts';

const faults: FaultTable = {
  'http.head-like-get': {
    'sends a Content-Length for HEAD that differs from that of GET': seeing((original, requestOf) => ({
      async getCase(call, parts) {
        const response = await original.getCase(call, parts);
        if (response.status !== 200 || requestOf(call.caller).method !== 'HEAD') return response;
        return { ...response, body: { ...response.body, method: 'HEAD' } as Case };
      },
    })),
  },
};

export default faults;
