import { setTimeout } from 'node:timers/promises';
import type { Artifact, Case } from '../../reference-impl/domain/contract.ts';
import { Rejected } from '../../reference-impl/domain/rejections.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import type { Caller } from '../../reference-impl/ports.ts';
import type { Defect, FaultTable } from './support/fault.ts';
import { showingFound } from './support/store.ts';
import { tenantInVariable } from './support/variables.ts';

/** The response to a create of the second tenant also shows something of the latest case of the first. */
const showingLatest =
  (shown: (opened: Case) => string): Defect =>
  ({ createCase }) => {
    let latest: Case | undefined;
    return {
      async createCase(call, parts) {
        const response = await createCase(call, parts);
        if (response.status !== 201) return response;
        if (call.caller.tenant === 'one') latest = response.body;
        if (call.caller.tenant !== 'two' || !latest) return response;
        return { ...response, body: { ...response.body, previous: shown(latest) } };
      },
    };
  };

const faults: FaultTable = {
  'tenancy.same-reference-apart': {
    'lists in the cases of the second tenant the latest evidence of the first': ({ uploadArtifact, ...original }) => {
      let latest: Artifact | undefined;
      return {
        async uploadArtifact(call, parts) {
          const response = await uploadArtifact(call, parts);
          if (response.status === 201 && call.caller.tenant === 'one') latest = response.body;
          return response;
        },
        ...showingFound((found, { tenant }) =>
          tenant === 'two' && latest ? { ...found, artifacts: [...found.artifacts, latest] } : found,
        )({ uploadArtifact, ...original }),
      };
    },
    'shows the second tenant the reference that the first has read last': (original) => {
      let latest: string | undefined;
      return showingFound((found, { tenant }) => {
        if (tenant === 'one') latest = found.reference;
        return tenant === 'two' && latest !== undefined ? { ...found, reference: latest } : found;
      })(original);
    },
  },
  'tenancy.nothing-of-others': {
    'shows the second tenant in a problem the latest reference of the first': ({ createCase, problemBody }) => {
      let latest = '';
      const telling = new WeakMap<object, string>();
      return {
        createCase(call, parts) {
          const read = async () => {
            try {
              const { body, once } = await call.read();
              if (call.caller.tenant === 'one') latest = body.reference;
              return { body, once };
            } catch (error) {
              if (error instanceof Rejected && call.caller.tenant === 'two') telling.set(error.response, latest);
              throw error;
            }
          };
          return createCase({ ...call, read }, parts);
        },
        problemBody(response, id) {
          const problem = problemBody(response, id);
          const told = telling.get(response);
          return told === undefined ? problem : { ...problem, detail: `${problem.detail} Did you mean ${told}?` };
        },
      };
    },
    'shows the second tenant with its case the latest reference of the first': showingLatest(
      ({ reference }) => reference,
    ),
    'shows the second tenant with its case the latest id of the first': showingLatest(({ id }) => id),
  },
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
