import type { Store, Caller } from '../../../reference-impl/ports.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';
import type { Defect } from './fault.ts';
import { setTimeout } from 'node:timers/promises';
import type { Parts } from '../../../reference-impl/parts.ts';

/** The store, and whether it is at rest: for a while it stored nothing new, though it was asked for much. */
export function resting(store: Store): { store: Store; atRest: () => boolean } {
  let asked = 0;
  let latest = Date.now();
  const counted = <T>(outcome: T): T => {
    asked = outcome === 'done' ? 0 : asked + 1;
    if (outcome === 'done') latest = Date.now();
    return outcome;
  };
  return {
    // Both: a service that is kept waiting by others is not at rest.
    atRest: () => asked > 10 && Date.now() - latest > 100,
    store: {
      ...store,
      findCase: async (...call) => counted(await store.findCase(...call)),
      openCase: async (...call) => counted(await store.openCase(...call)),
      acceptArtifact: async (...call) => counted(await store.acceptArtifact(...call)),
    },
  };
}

/** Reads that show a case in another way, or not at all. */
export const showingFound =
  (change: (found: Case, caller: Caller) => Case | undefined): Defect =>
  ({ store, getCase }) => ({
    getCase: (call, parts) =>
      getCase(call, {
        ...parts,
        store: {
          ...store,
          async findCase(caller, id) {
            const found = await store.findCase(caller, id);
            return found && change(found, caller);
          },
        },
      }),
  });

/** A fault that shows only when the service is at rest. */
export const atRest =
  (faulty: (atRest: () => boolean) => Defect): Defect =>
  (original) => {
    const watched = resting(original.store);
    return { store: watched.store, ...faulty(watched.atRest)({ ...original, store: watched.store }) };
  };

/** Reads cases with `read`, which may return an older state. */
export const readingFrom =
  (read: (original: Store, caller: Caller, id: string) => Promise<Case | undefined>): Defect =>
  ({ store, getCase }) => ({
    getCase: (call, parts) =>
      getCase(call, { ...parts, store: { ...store, findCase: (caller, id) => read(store, caller, id) } }),
  });

/**
 * Has two copies of the data. The copy that is read first is older: it shows a case as it was at the last read, which
 * is nothing for a new one. Then it has caught up.
 */
export const firstReadBehind =
  (show: (seen: Case | undefined, now: Case) => Case | undefined): Defect =>
  (original) => {
    const seen = new Map<string, Case>();
    return readingFrom(async (store, caller, id) => {
      const now = await store.findCase(caller, id);
      const before = seen.get(id);
      if (now) seen.set(id, now);
      return now && show(before, now);
    })(original);
  };

/**
 * Two processes handle the uploads to a case in turn; each knows only the uploads that it accepted itself.
 *
 * @param pause milliseconds by which the second one is slower
 */
export const judgedByTwo =
  (known: (to: Case, own: Case['artifacts']) => Case, pause = 0): Defect =>
  ({ uploadArtifact, accept }) => {
    const turns = new Map<string, number>();
    const takenBy = new Map<string, number>();
    return {
      async uploadArtifact(call, parts) {
        const turn = turns.get(call.path.case_id) ?? 0;
        turns.set(call.path.case_id, turn + 1);
        const process = turn % 2;
        await setTimeout(process * pause);
        const judge: Parts['accept'] = (to, artifact, rest) => {
          const own = to.artifacts.filter(({ id }) => takenBy.get(id) === process);
          const grown = accept(known(to, own), artifact, rest);
          if (typeof grown === 'string') return grown;
          takenBy.set(artifact.id, process);
          return { ...grown, artifacts: [...to.artifacts, artifact] };
        };
        return uploadArtifact(call, { ...parts, accept: judge });
      },
    };
  };

export const pending = { status: 'PENDING', score: 0, reasons: [], decided_at: null } satisfies Partial<Case>;
