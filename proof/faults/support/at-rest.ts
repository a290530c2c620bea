import type { Store } from '../../../reference-impl/ports.ts';
import type { Defect } from './fault.ts';

/** A fault that shows only when the service is at rest: for a while it stored nothing new, though it was asked for much. */
export const atRest =
  (faulty: (isAtRest: () => boolean) => Defect): Defect =>
  (original) => {
    let asked = 0;
    let latest = Date.now();
    const counted = <T>(outcome: T): T => {
      asked = outcome === 'done' ? 0 : asked + 1;
      if (outcome === 'done') latest = Date.now();
      return outcome;
    };
    const store: Store = {
      ...original.store,
      findCase: async (...call) => counted(await original.store.findCase(...call)),
      openCase: async (...call) => counted(await original.store.openCase(...call)),
      acceptArtifact: async (...call) => counted(await original.store.acceptArtifact(...call)),
    };
    // Both: a service that is kept waiting by others is not at rest.
    const isAtRest = () => asked > 2 && Date.now() - latest > 100;
    return { store, ...faulty(isAtRest)({ ...original, store }) };
  };
