import type { Caller } from '../../../reference-impl/ports.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';
import type { Defect } from './fault.ts';
import type { Rejected } from '../../../reference-impl/domain/rejections.ts';

export const callers: Caller[] = [
  { tenant: 'one', mode: 'sandbox' },
  { tenant: 'two', mode: 'sandbox' },
  { tenant: 'one', mode: 'live' },
];

export const otherTenant = (one: Caller, two: Caller) => one.tenant !== two.tenant;

/** The owner of the case, if it is another caller and has this relation to the caller of the request. */
export async function ownerOf(
  id: string,
  asking: Caller,
  isRelated: typeof otherTenant,
  { store }: Parts,
): Promise<Caller | undefined> {
  for (const caller of callers) if (isRelated(caller, asking) && (await store.findCase(caller, id))) return caller;
  return undefined;
}

/** A read or an upload that is done as if the owner asked. */
export const leaking =
  (
    operation: 'getCase' | 'uploadArtifact',
    isRelated: typeof otherTenant,
    when: (found: Case) => boolean = () => true,
  ): Defect =>
  (original) => ({
    [operation]: async (
      call: Parameters<Parts['getCase']>[0] & Parameters<Parts['uploadArtifact']>[0],
      parts: Parts,
    ) => {
      const id = call.path.case_id;
      const owner = await ownerOf(id, call.caller, isRelated, parts);
      const seen = owner && when((await parts.store.findCase(owner, id))!) ? owner : call.caller;
      return original[operation]({ ...call, caller: seen }, parts);
    },
  });

/** Changes the response for a case of another tenant, but not for an unknown case. */
export const distinguishing =
  (operation: 'getCase' | 'uploadArtifact', tell: () => Rejected): Defect =>
  (original) => ({
    [operation]: async (
      call: Parameters<Parts['getCase']>[0] & Parameters<Parts['uploadArtifact']>[0],
      parts: Parts,
    ) => {
      if (await ownerOf(call.path.case_id, call.caller, otherTenant, parts)) throw tell();
      return original[operation](call, parts);
    },
  });

/** Caches cases by the given key; a change of a case removes it from the cache. */
export const caching =
  (keyOf: (caller: Caller, id: string) => string, keeps: (found: Case) => boolean): Defect =>
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
          for (const key of kept.keys()) if (key.endsWith(id)) kept.delete(key);
          return outcome;
        },
      },
    };
  };
