import { setTimeout } from 'node:timers/promises';
import type { Case } from '../../../reference-impl/domain/contract.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import type { Caller, Store } from '../../../reference-impl/ports.ts';
import type { Defect } from './fault.ts';

/** A store with other methods. */
export const storing =
  (change: (original: Store) => Partial<Store>): Defect =>
  ({ store }) => ({ store: { ...store, ...change(store) } });

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

export const isDecided = ({ status }: Case): boolean => status !== 'PENDING';
export const pending = { status: 'PENDING', score: 0, reasons: [], decided_at: null } satisfies Partial<Case>;
