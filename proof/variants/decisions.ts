import type { Freedom } from './support.ts';

export const decisions: Record<string, Freedom> = {
  'reasons are in another order': (original) => ({
    decide: (found) => {
      const decision = original.decide(found);
      return decision && { ...decision, reasons: decision.reasons.toReversed() };
    },
  }),
  'a live case is decided by its first artifact': ({ store, decide }) => {
    const opened = new Set<string>();
    return {
      store: {
        ...store,
        openCase(owner, found, ...rest) {
          if (owner.mode === 'live') opened.add(found.id);
          return store.openCase(owner, found, ...rest);
        },
      },
      decide: (found) =>
        opened.has(found.id) ? { status: 'APPROVED', score: 80, reasons: ['OCR_OK'] } : decide(found),
    };
  },
};
