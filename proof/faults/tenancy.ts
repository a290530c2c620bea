import { setTimeout } from 'node:timers/promises';
import type { Case } from '../../reference-impl/domain/contract.ts';
import type { Caller } from '../../reference-impl/ports.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import { problem, Rejected } from '../../reference-impl/http/problems.ts';
import { type Fault, rendering } from './fault.ts';

const callers: Caller[] = [
  { tenant: 'one', mode: 'sandbox' },
  { tenant: 'two', mode: 'sandbox' },
  { tenant: 'one', mode: 'live' },
];

export const otherTenant = (one: Caller, two: Caller) => one.tenant !== two.tenant;
const otherMode = (one: Caller, two: Caller) => one.tenant === two.tenant && one.mode !== two.mode;

/** The caller whose case it is, where it is not the one who asks but stands to that one as told. */
export async function ownerOf(
  id: string,
  asking: Caller,
  stands: typeof otherTenant,
  { store }: Parts,
): Promise<Caller | undefined> {
  for (const caller of callers) if (stands(caller, asking) && (await store.findCase(caller, id))) return caller;
  return undefined;
}

/** A read or an upload that is done as if the owner asked. */
export const leaking =
  (
    operation: 'getCase' | 'uploadArtifact',
    stands: typeof otherTenant,
    when: (found: Case) => boolean = () => true,
  ): Fault['parts'] =>
  (original) => ({
    [operation]: async (
      call: Parameters<Parts['getCase']>[0] & Parameters<Parts['uploadArtifact']>[0],
      parts: Parts,
    ) => {
      const id = call.path.case_id;
      const owner = await ownerOf(id, call.caller, stands, parts);
      const seen = owner && when((await parts.store.findCase(owner, id))!) ? owner : call.caller;
      return original[operation]({ ...call, caller: seen }, parts);
    },
  });

/** Another tenant's case is answered with this; a case of nobody as it must be. */
export const telling =
  (operation: 'getCase' | 'uploadArtifact', tell: () => Rejected): Fault['parts'] =>
  (original) => ({
    [operation]: async (
      call: Parameters<Parts['getCase']>[0] & Parameters<Parts['uploadArtifact']>[0],
      parts: Parts,
    ) => {
      if (await ownerOf(call.path.case_id, call.caller, otherTenant, parts)) throw tell();
      return original[operation](call, parts);
    },
  });

const forbidden = () => new Rejected({ status: 403 as never, problem: 'not-found', detail: 'This case is not yours.' });
const gone = () => new Rejected(problem(404, 'not-found', 'No case has this id.', { headers: { Gone: 'yes' } }));
const notYours = () => new Rejected(problem(404, 'not-found', 'This case is not yours.'));

/** Reads that are answered from memory where the key is found there; what changes a case forgets it. */
export const caching =
  (keyOf: (caller: Caller, id: string) => string, keeps: (found: Case) => boolean): Fault['parts'] =>
  ({ store }) => {
    const kept = new Map<string, Case>();
    return {
      store: {
        ...store,
        async findCase(caller, id) {
          const found = kept.get(keyOf(caller, id)) ?? (await store.findCase(caller, id));
          if (found && keeps(found)) kept.set(keyOf(caller, id), found);
          return found;
        },
        async acceptArtifact(caller, id, ...rest) {
          const outcome = await store.acceptArtifact(caller, id, ...rest);
          for (const key of [...kept.keys()]) if (key.endsWith(id)) kept.delete(key);
          return outcome;
        },
      },
    };
  };

/** Ids that are given once in each of several counts; within the store whoever has the count tells cases apart. */
const countingIds =
  (counterOf: (caller: Caller) => string): Fault['parts'] =>
  (original) => {
    const { store } = original;
    const given: string[] = [];
    const next = new Map<string, number>();
    const inStore = (caller: Caller, id: string) => `${counterOf(caller)}/${id}`;
    // Who creates little counts over what the others have by then: the first creates of a run are mostly refused.
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
          if (outcome === 'done' && !counts(caller)) given.push(opened.id);
          return outcome;
        },
        acceptArtifact: (caller, id, ...rest) => store.acceptArtifact(caller, inStore(caller, id), ...rest),
      },
    };
  };

/** Defects that the family tenancy is aimed at. */
export const tenancy: Fault[] = [
  {
    name: 'shows a case to every tenant',
    breaks: { 'tenancy.foreign-read-404': 'accepted', 'tenancy.same-reference-apart': 'case-disclosed' },
    parts: leaking('getCase', otherTenant),
  },
  {
    name: 'shows a decided case to every tenant',
    breaks: { 'tenancy.foreign-read-404': 'accepted' },
    parts: leaking('getCase', otherTenant, ({ status }) => status !== 'PENDING'),
  },
  {
    name: 'shows the cases of the second tenant to the first',
    breaks: { 'tenancy.foreign-read-404': 'accepted', 'tenancy.same-reference-apart': 'case-disclosed' },
    parts: leaking('getCase', (owner, asking) => owner.tenant === 'two' && asking.tenant === 'one'),
  },
  {
    name: 'shows the cases of the first tenant to the second',
    breaks: { 'tenancy.foreign-read-404': 'accepted', 'tenancy.same-reference-apart': 'case-disclosed' },
    parts: leaking('getCase', (owner, asking) => owner.tenant === 'one' && asking.tenant === 'two'),
  },
  {
    name: 'shows a case to who knows a reference that both tenants use',
    breaks: { 'tenancy.same-reference-apart': 'case-disclosed' },
    parts: (original) => {
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
  },
  {
    name: 'gives the second tenant the case that the first has for a reference',
    breaks: {
      'tenancy.same-reference-apart': 'shared-case',
      'tenancy.ids-unique': 'shared-id',
      'idempotency.scoped-to-tenant': 'shared-case',
    },
    parts: (original) => {
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
  },
  {
    name: 'refuses a reference that another tenant has',
    breaks: {
      'tenancy.same-reference-apart': 'not-accepted',
      'idempotency.scoped-to-tenant': { code: 'not-accepted', status: 409 },
    },
    parts: (original) => {
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
  {
    name: 'stores the evidence of every tenant',
    breaks: {
      'tenancy.foreign-upload-404': 'accepted',
      'tenancy.foreign-upload-stores-nothing': { code: 'wrong-case', actual: 'SELFIE' },
    },
    parts: leaking('uploadArtifact', otherTenant),
  },
  {
    name: 'stores the evidence of the first tenant in cases of the second',
    breaks: {
      'tenancy.foreign-upload-404': 'accepted',
      'tenancy.foreign-upload-stores-nothing': { code: 'wrong-case', actual: 'SELFIE' },
    },
    parts: leaking('uploadArtifact', (owner, asking) => owner.tenant === 'two' && asking.tenant === 'one'),
  },
  {
    name: 'stores the evidence of another tenant and answers 404',
    breaks: { 'tenancy.foreign-upload-stores-nothing': { code: 'wrong-case', actual: 'SELFIE' } },
    parts: (original) => ({
      async uploadArtifact(call, parts) {
        const owner = await ownerOf(call.path.case_id, call.caller, otherTenant, parts);
        if (owner) await original.uploadArtifact({ ...call, caller: owner }, parts).catch(() => {});
        return original.uploadArtifact(call, parts);
      },
    }),
  },
  {
    name: 'decides a case at the refused evidence of another tenant',
    breaks: { 'tenancy.foreign-upload-stores-nothing': { code: 'wrong-case', actual: 'APPROVED' } },
    parts: (original) => ({
      async uploadArtifact(call, parts) {
        const owner = await ownerOf(call.path.case_id, call.caller, otherTenant, parts);
        const decided = (to: Case) => {
          const decision = to.status === 'PENDING' && parts.decide(to);
          return decision ? { ...to, ...decision, decided_at: parts.now().toISOString() } : 'case-closed';
        };
        if (owner)
          await parts.store.acceptArtifact(owner, call.path.case_id, decided, undefined, { status: 201, body: {} });
        return original.uploadArtifact(call, parts);
      },
    }),
  },
  {
    name: 'stores the evidence of another tenant some time after it answered 404',
    breaks: { 'tenancy.foreign-upload-stores-nothing': { code: 'wrong-case', actual: 'SELFIE' } },
    parts: (original) => ({
      async uploadArtifact(call, parts) {
        const owner = await ownerOf(call.path.case_id, call.caller, otherTenant, parts);
        if (!owner) return original.uploadArtifact(call, parts);
        const read = await call.read().catch(() => undefined);
        if (read)
          void setTimeout(300)
            .then(() => original.uploadArtifact({ ...call, caller: owner, read: async () => read }, parts))
            // The service may be gone by then.
            .catch(() => {});
        return problem(404, 'not-found', 'No case has this id.');
      },
    }),
  },
  {
    name: 'answers 403 to a read of a case of another tenant',
    breaks: {
      'tenancy.foreign-read-404': { code: 'wrong-status', status: 403 },
      'tenancy.foreign-read-like-unknown': { code: 'wrong-case-status', actual: '403' },
    },
    parts: telling('getCase', forbidden),
  },
  {
    name: 'answers 403 to an upload to a case of another tenant',
    breaks: {
      'tenancy.foreign-upload-404': { code: 'wrong-status', status: 403 },
      'tenancy.foreign-upload-like-unknown': { code: 'wrong-case-status', actual: '403' },
    },
    parts: telling('uploadArtifact', forbidden),
  },
  {
    name: 'answers 410 with the body of a 404 to a read of a case of another tenant',
    breaks: {
      'tenancy.foreign-read-404': { code: 'wrong-status', status: 410 },
      'tenancy.foreign-read-like-unknown': 'wrong-case-status',
      'problems.status-matches': { code: 'wrong-problem-status', status: 410 },
    },
    parts: (original) => ({
      ...telling('getCase', gone)(original),
      ...rendering(({ headers: { Gone: isGone, ...headers } }) => (isGone ? { status: 410, headers } : {}))(original),
    }),
  },
  {
    name: 'tells a read that the case is of another tenant',
    breaks: { 'tenancy.foreign-read-like-unknown': { code: 'different-body', actual: 'This case is not yours.' } },
    parts: telling('getCase', notYours),
  },
  {
    name: 'tells an upload that the case is of another tenant',
    breaks: { 'tenancy.foreign-upload-like-unknown': 'different-body' },
    parts: telling('uploadArtifact', notYours),
  },
  {
    name: 'adds a member to the problem of a read of another tenant',
    breaks: { 'tenancy.foreign-read-like-unknown': { code: 'different-body', actual: '"code":"FOREIGN"' } },
    parts: (original) => ({
      ...telling(
        'getCase',
        () => new Rejected({ ...problem(404, 'not-found', 'No case has this id.'), foreign: true } as never),
      )(original),
      problemBody: (response, id) => ({
        ...original.problemBody(response, id),
        ...('foreign' in response && { code: 'FOREIGN' }),
      }),
    }),
  },
  {
    name: 'answers 409 to an upload to a decided case of another tenant',
    breaks: { 'tenancy.foreign-upload-404': { code: 'wrong-status', status: 409 } },
    parts: leaking('uploadArtifact', otherTenant, ({ status }) => status !== 'PENDING'),
  },
  {
    name: 'validates an upload before it looks whose case it is',
    breaks: { 'tenancy.foreign-upload-404': { code: 'wrong-status', status: 422 } },
    parts: (original) => ({
      async uploadArtifact(call, parts) {
        if (!(await ownerOf(call.path.case_id, call.caller, otherTenant, parts)))
          return original.uploadArtifact(call, parts);
        await call.read();
        return original.uploadArtifact(call, parts);
      },
    }),
  },
  {
    name: 'keeps cases in memory by their id alone',
    breaks: {
      'tenancy.foreign-read-404': 'accepted',
      'tenancy.same-reference-apart': 'case-disclosed',
      'tenancy.modes-apart-on-read': 'accepted',
    },
    parts: caching(
      (_, id) => id,
      () => true,
    ),
  },
  {
    name: 'keeps decided cases in memory by their id alone',
    breaks: {
      'tenancy.foreign-read-404': 'accepted',
      'tenancy.modes-apart-on-read': { code: 'accepted', row: 'a decided case' },
    },
    parts: caching(
      (_, id) => id,
      ({ status }) => status !== 'PENDING',
    ),
  },
  {
    name: 'keeps cases in memory by tenant and id without mode',
    breaks: { 'tenancy.modes-apart-on-read': 'accepted' },
    parts: caching(
      ({ tenant }, id) => tenant + id,
      () => true,
    ),
  },
  {
    name: 'makes ids by a count of its own for each tenant',
    breaks: {
      'tenancy.ids-unique': 'shared-id',
      'tenancy.foreign-read-404': 'accepted',
      'tenancy.foreign-upload-404': 'accepted',
      'tenancy.same-reference-apart': 'case-disclosed',
    },
    parts: countingIds(({ tenant }) => tenant),
  },
  {
    name: 'makes ids by a count of its own for each mode',
    breaks: {
      'tenancy.ids-unique': 'shared-id-across-modes',
      'tenancy.modes-apart-on-read': 'accepted',
      'tenancy.modes-apart-on-upload': 'accepted',
    },
    parts: countingIds(({ mode }) => mode),
  },
  {
    name: 'asks the case who reads it',
    breaks: { 'tenancy.apart-under-load': { code: 'not-accepted', row: 'round 1' } },
    parts: (original) => {
      const asking = new Map<string, Caller>();
      return {
        async getCase(call, parts) {
          asking.set(call.path.case_id, call.caller);
          await setTimeout(3);
          return original.getCase({ ...call, caller: asking.get(call.path.case_id)! }, parts);
        },
      };
    },
  },
  {
    name: 'gives who reads a case beside its owner the same answer',
    breaks: { 'tenancy.apart-under-load': 'case-disclosed' },
    parts: (original) => {
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
  {
    name: 'shows live cases to a sandbox key',
    breaks: { 'tenancy.modes-apart-on-read': 'accepted' },
    parts: leaking('getCase', (owner, asking) => otherMode(owner, asking) && owner.mode === 'live'),
  },
  {
    name: 'shows sandbox cases to a live key',
    breaks: { 'tenancy.modes-apart-on-read': 'accepted' },
    parts: leaking('getCase', (owner, asking) => otherMode(owner, asking) && owner.mode === 'sandbox'),
  },
  {
    name: 'stores evidence of a sandbox key in a live case',
    breaks: { 'tenancy.modes-apart-on-upload': 'accepted' },
    parts: leaking('uploadArtifact', (owner, asking) => otherMode(owner, asking) && owner.mode === 'live'),
  },
  {
    name: 'stores evidence of a live key in a sandbox case',
    breaks: { 'tenancy.modes-apart-on-upload': 'accepted' },
    parts: leaking('uploadArtifact', (owner, asking) => otherMode(owner, asking) && owner.mode === 'sandbox'),
  },
  {
    name: 'stores evidence of the other mode and answers 404',
    breaks: { 'tenancy.modes-apart-on-upload': 'wrong-artifacts' },
    parts: (original) => ({
      async uploadArtifact(call, parts) {
        const owner = await ownerOf(call.path.case_id, call.caller, otherMode, parts);
        if (owner) await original.uploadArtifact({ ...call, caller: owner }, parts);
        return original.uploadArtifact(call, parts);
      },
    }),
  },
  {
    name: 'has one world for live and sandbox keys',
    breaks: { 'tenancy.modes-apart-on-read': 'accepted', 'tenancy.modes-apart-on-upload': 'accepted' },
    parts: ({ store }) => {
      const oneWorld = ({ tenant }: Caller): Caller => ({ tenant, mode: 'live' });
      return {
        store: {
          ...store,
          findCase: (caller, ...rest) => store.findCase(oneWorld(caller), ...rest),
          openCase: (caller, ...rest) => store.openCase(oneWorld(caller), ...rest),
          acceptArtifact: (caller, ...rest) => store.acceptArtifact(oneWorld(caller), ...rest),
        },
      };
    },
  },
];
