import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../../reference-impl/ports.ts';
import type { Defect, FaultTable } from '../support/fault.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import { setTimeout } from 'node:timers/promises';
import { ownerOf, otherTenant } from '../support/tenancy.ts';
import { Rejected, problem } from '../../../reference-impl/domain/rejections.ts';

const isAlone = ({ headers }: IncomingMessage) => headers.connection === 'close';

/** Ids that are unique only within each of several counts; the store keeps the cases of different counts apart. */
const countingIds =
  (counterOf: (caller: Caller) => string): Defect =>
  (original) => {
    const { store } = original;
    const given: string[] = [];
    const next = new Map<string, number>();
    const inStore = (caller: Caller, id: string) => `${counterOf(caller)}/${id}`;
    // A counter with few creates gives ids that already exist: most of the first creates of a run are rejected.
    const counts = (caller: Caller) => ['two', 'live'].includes(counterOf(caller));
    return {
      createCase(call, parts) {
        if (!counts(call.caller)) return original.createCase(call, parts);
        const at = next.get(counterOf(call.caller)) ?? 0;
        next.set(counterOf(call.caller), at + 1);
        return original.createCase(call, { ...parts, newCaseId: () => given[at] ?? parts.newCaseId() });
      },
      store: {
        ...store,
        async findCase(caller, id) {
          const found = await store.findCase(caller, inStore(caller, id));
          return found && { ...found, id };
        },
        async openCase(caller, opened, ...rest) {
          const outcome = await store.openCase(caller, { ...opened, id: inStore(caller, opened.id) }, ...rest);
          // Not the ids of other tenants: only the first tenant reads cases with ids that it owns too.
          if (outcome === 'done' && caller.tenant === 'one' && !counts(caller)) given.push(opened.id);
          return outcome;
        },
        acceptArtifact: (caller, id, ...rest) => store.acceptArtifact(caller, inStore(caller, id), ...rest),
      },
    };
  };

const faults: FaultTable = {
  'tenancy.ids-unique': {
    'counts ids separately for each tenant': countingIds(({ tenant }) => tenant),
    'counts ids separately for each mode': countingIds(({ mode }) => mode),
  },
  'tenancy.same-reference-apart': {
    'shows a case of another tenant with the same reference': (original) => {
      const seen = new Map<string, Set<string>>();
      return {
        newCase: (body, parts) => {
          const opened = original.newCase(body, parts);
          seen.set(body.reference, (seen.get(body.reference) ?? new Set()).add(opened.id));
          return opened;
        },
        async getCase(call, parts) {
          const owner = await ownerOf(call.path.case_id, call.caller, otherTenant, parts);
          const found = owner && (await parts.store.findCase(owner, call.path.case_id));
          const shared = [...(seen.get(found?.reference ?? '') ?? [])];
          const own = await Promise.all(shared.map((id) => parts.store.findCase(call.caller, id)));
          return own.some(Boolean)
            ? original.getCase({ ...call, caller: owner ?? call.caller }, parts)
            : original.getCase(call, parts);
        },
      };
    },
    'gives the second tenant the case of the first tenant with the same reference': (original) => {
      const opened = new Map<string, { tenant: string; answer: Awaited<ReturnType<Parts['createCase']>> }>();
      return {
        async createCase(call, parts) {
          const { body, once } = await call.read();
          const earlier = opened.get(body.reference);
          if (earlier && earlier.tenant !== call.caller.tenant && body.reference.startsWith('conformance'))
            return earlier.answer;
          const response = await original.createCase({ ...call, read: async () => ({ body, once }) }, parts);
          opened.set(body.reference, { tenant: call.caller.tenant, answer: response });
          return response;
        },
      };
    },
    'rejects a reference that another tenant has': (original) => {
      const holders = new Map<string, string>();
      return {
        store: {
          ...original.store,
          async openCase(caller, opened, ...rest) {
            const holder = holders.get(opened.reference) ?? caller.tenant;
            if (holder !== caller.tenant && opened.reference.startsWith('conformance'))
              throw new Rejected(problem(409, 'case-closed', 'This reference is in use.'));
            holders.set(opened.reference, caller.tenant);
            return original.store.openCase(caller, opened, ...rest);
          },
        },
      };
    },
  },
  'create-case.returns-reference': {
    'gives simultaneous creates the reference of the last': ({ readJson }) => {
      let last: Awaited<ReturnType<Parts['readJson']>>;
      return {
        async readJson(request, parts) {
          const body = await readJson(request, parts);
          if (!isAlone(request) || request.headers['idempotency-key'] !== undefined) return body;
          last = body;
          await setTimeout(5);
          return last;
        },
      };
    },
  },
  'tenancy.apart-under-load': {
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
