import { setTimeout } from 'node:timers/promises';
import type { Parts } from '../../reference-impl/parts.ts';
import type { Caller } from '../../reference-impl/ports.ts';
import type { FaultTable } from './support/fault.ts';
import { tenantInVariable } from './support/variables.ts';

const faults: FaultTable = {
  'tenancy.apart-under-load': {
    'keeps the tenant in a variable while the body of a create arrives': tenantInVariable('createCase'),
    'keeps the tenant in a variable while an upload arrives': tenantInVariable('uploadArtifact'),
    'stores the reading tenant by case, so that parallel reads overwrite it': (original) => {
      const asking = new Map<string, Caller>();
      return {
        async getCase(call, parts) {
          asking.set(call.path.case_id, call.caller);
          await setTimeout(3);
          return original.getCase({ ...call, caller: asking.get(call.path.case_id)! }, parts);
        },
      };
    },
    'shares the response to a read with parallel reads of other tenants': (original) => {
      const running = new Map<string, ReturnType<Parts['getCase']>>();
      return {
        async getCase(call, parts) {
          const { case_id: id } = call.path;
          const same = running.get(id);
          if (same) return same;
          if (!(await original.store.findCase(call.caller, id))) return original.getCase(call, parts);
          const response = setTimeout(5).then(() => original.getCase(call, parts));
          running.set(id, response);
          return response.finally(() => running.delete(id));
        },
      };
    },
  },
};

export default faults;
