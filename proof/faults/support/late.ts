import type { Defect } from './fault.ts';

/**
 * A fault that shows only in the first request after a create: its case is stored a moment later than the response says, as by
 * a queue, or read from a copy that lags.
 */
export const lateAfterCreate =
  (faulty: (isLate: (caseId: string) => boolean) => Defect): Defect =>
  (original) => {
    let received = 0;
    const openedAt = new Map<string, number>();
    const authenticate: typeof original.authenticate = (request) => {
      received += 1;
      return original.authenticate(request);
    };
    const store: typeof original.store = {
      ...original.store,
      async openCase(caller, opened, ...rest) {
        const outcome = await original.store.openCase(caller, opened, ...rest);
        openedAt.set(opened.id, received);
        return outcome;
      },
    };
    const isLate = (caseId: string) => openedAt.get(caseId) === received - 1;
    return { authenticate, store, ...faulty(isLate)({ ...original, authenticate, store }) };
  };
