import type { Case } from '../domain/contract.ts';
import type { Freedom } from './support.ts';

export const decisions: Record<string, Freedom> = {
  'reasons are in another order': (original) => ({
    decide: (found) => {
      const decision = original.decide(found);
      return decision && { ...decision, reasons: decision.reasons.toReversed() };
    },
  }),
  'the sandbox decides a moment after the artifact, and accepts more until then': ({ decide, uploadArtifact }) => ({
    decide: () => undefined,
    async uploadArtifact(call, parts) {
      const response = await uploadArtifact(call, parts);
      const { caller, path } = call;
      const decideNow = (to: Case) => {
        const decision = to.status === 'PENDING' ? decide(to) : undefined;
        return decision ? { ...to, ...decision, decided_at: parts.now().toISOString() } : 'case-closed';
      };
      const stored = { status: 201, body: {} };
      const decideLater = () => parts.store.acceptArtifact(caller, path.case_id, decideNow, undefined, stored);
      // The service may have been stopped meanwhile.
      if (response.status === 201) setTimeout(() => void decideLater().catch(() => undefined), 60);
      return response;
    },
  }),
  'evidence with the key of another payload is rejected for the state of its case': ({ store, limits }) => ({
    store: {
      ...store,
      async acceptArtifact(caller, caseId, ...rest) {
        const outcome = await store.acceptArtifact(caller, caseId, ...rest);
        const found = outcome === 'idempotency-key-reused' ? await store.findCase(caller, caseId) : undefined;
        if (!found) return outcome;
        if (found.status !== 'PENDING') return 'case-closed';
        return found.artifacts.length < limits.artifacts ? outcome : 'artifact-limit-reached';
      },
    },
  }),
  'a live case is decided right after it was opened': ({ store }) => {
    const decided = (found: Case): Case => ({
      ...found,
      status: 'APPROVED',
      score: 80,
      reasons: ['OCR_OK'],
      decided_at: found.created_at,
    });
    return {
      store: {
        ...store,
        findCase: async (caller, id) => {
          const found = await store.findCase(caller, id);
          return found && caller.mode === 'live' ? decided(found) : found;
        },
        acceptArtifact: async (caller, ...rest) =>
          caller.mode === 'live' ? 'case-closed' : store.acceptArtifact(caller, ...rest),
      },
    };
  },
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
