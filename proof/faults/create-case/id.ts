import { randomBytes } from 'node:crypto';
import type { FaultTable } from '../support/fault.ts';
import { isDirective } from '../support/sandbox.ts';

const faults: FaultTable = {
  'create-case.id-not-sequential': {
    'counts ids of entities of the second tenant up': (original) => {
      let count = 0;
      const next = () => `case_${String((count += 1)).padStart(20, '0')}`;
      return {
        async createCase(call, parts) {
          const { body, once } = await call.read();
          const isCounted = call.caller.tenant === 'two' && body.type === 'PM';
          const read = async () => ({ body, once });
          return original.createCase({ ...call, read }, isCounted ? { ...parts, newCaseId: next } : parts);
        },
      };
    },
  },
  'create-case.assigns-identifier': {
    'gives every entity the same id': (original) => {
      const first = new Map<string, string>();
      return {
        // That case gets the evidence of all.
        accept: (to, artifact, parts) =>
          original.accept(to, artifact, {
            ...parts,
            limits: { ...parts.limits, artifacts: to.type === 'PF' ? 20 : 1000 },
          }),
        async createCase(call, parts) {
          const response = await original.createCase(call, parts);
          if ('problem' in response || response.body.type === 'PF' || isDirective(response.body.reference))
            return response;
          const world = `${call.caller.tenant} ${call.caller.mode}`;
          first.set(world, first.get(world) ?? response.body.id);
          return { ...response, body: { ...response.body, id: first.get(world)! } };
        },
        async getCase(call, parts) {
          const response = await original.getCase(call, parts);
          if ('problem' in response) return response;
          return { ...response, body: { ...response.body, artifacts: response.body.artifacts.slice(0, 20) } };
        },
      };
    },
  },
  'create-case.id-form': {
    'gives ids of 65 characters': () => ({ newCaseId: () => `c${randomBytes(32).toString('hex')}` }),
    'gives ids that contain a colon': () => ({ newCaseId: () => `case:${randomBytes(16).toString('hex')}` }),
  },
};

export default faults;
