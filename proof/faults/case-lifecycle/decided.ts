import { changingAccepted, isDecided } from '../support/cases.ts';
import type { Case, Artifact } from '../../../reference-impl/domain/contract.ts';
import type { Defect, FaultTable } from '../support/fault.ts';
import { storing } from '../support/parts.ts';
import { isReplay, keptInUseBy } from '../support/idempotency.ts';
import { judgedByTwo } from '../support/state.ts';

const isClosed = (response: object) => 'problem' in response && response.problem === 'case-closed';

/** Stores rejected evidence in a decided case. */
const storingLate =
  (store: (to: Case, late: Artifact) => Case): Defect =>
  ({ uploadArtifact, newArtifact }) => ({
    async uploadArtifact(call, parts) {
      let late: Artifact;
      const read = async () => {
        const whole = await call.read();
        late = newArtifact(whole.body, parts);
        return whole;
      };
      const response = await uploadArtifact({ ...call, read }, parts);
      const { caller, path } = call;
      if (isClosed(response))
        await parts.store.acceptArtifact(caller, path.case_id, (to) => store(to, late), undefined, {
          status: 201,
          body: {},
        });
      return response;
    },
  });

const faults: FaultTable = {
  'case-lifecycle.decided-case-has-time': {
    'shows no decided_at when a case is decided': changingAccepted(() => ({ decided_at: null })),
  },
  'case-lifecycle.decided-case-rejects-evidence': {
    'decides again at every upload': ({ accept }) => ({
      accept: (to, ...rest) => accept({ ...to, status: 'PENDING' }, ...rest),
    }),
    'decides a case in each of two processes': judgedByTwo(
      (to, own) => (own.length === 0 ? { ...to, status: 'PENDING' } : to),
      300,
    ),
    'accepts evidence for a decided case': ({ accept }) => ({
      accept: (to, artifact, parts) =>
        isDecided(to) ? { ...to, artifacts: [...to.artifacts, artifact] } : accept(to, artifact, parts),
    }),
    'accepts evidence for a denied case': ({ accept }) => ({
      accept: (to, artifact, parts) =>
        to.status === 'DENIED' ? { ...to, artifacts: [...to.artifacts, artifact] } : accept(to, artifact, parts),
    }),
    'accepts evidence for a decided case of an entity': ({ accept }) => ({
      accept: (to, artifact, parts) =>
        isDecided(to) && to.type === 'PM' && to.reference.includes('#')
          ? { ...to, artifacts: [...to.artifacts, artifact] }
          : accept(to, artifact, parts),
    }),
    'accepts other kinds of evidence for a decided case': ({ accept }) => ({
      accept: (to, artifact, parts) =>
        isDecided(to) && !to.artifacts.some(({ kind }) => kind === artifact.kind)
          ? { ...to, artifacts: [...to.artifacts, artifact] }
          : accept(to, artifact, parts),
    }),
    'accepts evidence for a decided case, but does not store it': ({ accept }) => ({
      accept: (to, ...rest) => (isDecided(to) ? to : accept(to, ...rest)),
    }),
    'shows a decision 300 ms after it closes the case': ({ getCase }) => ({
      async getCase(call, parts) {
        const response = await getCase(call, parts);
        if (response.status !== 200 || Date.parse(response.body.decided_at ?? '') + 300 < Date.now()) return response;
        return { ...response, body: { ...response.body, status: 'PENDING', score: 0, reasons: [], decided_at: null } };
      },
    }),
    'takes live cases for decided ones, and shows them as pending': storing(({ acceptArtifact }) => ({
      acceptArtifact: async (caller, ...rest) =>
        caller.mode === 'live' ? 'case-closed' : acceptArtifact(caller, ...rest),
    })),
    'keeps the key of an upload in use after a decided case rejected it': keptInUseBy('case-closed'),
  },
  'limits.twenty-artifacts': {
    'stores evidence before it checks the key': storing(({ acceptArtifact }) => ({
      async acceptArtifact(caller, caseId, accept, once, response) {
        if (!once) return acceptArtifact(caller, caseId, accept, once, response);
        const known = await acceptArtifact(caller, caseId, (to) => to, once, response);
        if (known === 'done' || isReplay(known)) await acceptArtifact(caller, caseId, accept, undefined, response);
        return known;
      },
    })),
  },
  'case-lifecycle.rejected-evidence-changes-nothing': {
    'lists evidence that it rejected for a decided case': storingLate((to, late) => ({
      ...to,
      artifacts: [...to.artifacts, late],
    })),
    'lowers the score of a decided case that rejects evidence': ({ uploadArtifact }) => ({
      async uploadArtifact(call, parts) {
        const response = await uploadArtifact(call, parts);
        const lowered = (to: Case): Case => ({ ...to, score: to.score - 1 });
        if (isClosed(response))
          await parts.store.acceptArtifact(call.caller, call.path.case_id, lowered, undefined, {
            status: 201,
            body: {},
          });
        return response;
      },
    }),
    'replaces evidence of a decided case with a rejected upload': storingLate((to, late) => ({
      ...to,
      artifacts: [...to.artifacts.slice(0, -1), late],
    })),
  },
};

export default faults;
