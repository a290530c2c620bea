import { type Decision, changingAccepted, isDecided } from '../support/cases.ts';
import type { Case, Artifact } from '../../../reference-impl/domain/contract.ts';
import { type Defect, failing, type FaultTable } from '../support/fault.ts';
import { storing } from '../support/parts.ts';
import { isReplay, keptInUseBy } from '../support/idempotency.ts';
import { judgedByTwo } from '../support/state.ts';

/** Another decision. */
const changingDecisions =
  (change: (decision: Decision, of: Case) => Partial<Decision>): Defect =>
  ({ decide }) => ({
    decide(of) {
      const decision = decide(of);
      return decision && { ...decision, ...change(decision, of) };
    },
  });

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

/** Defects that the checks in `conformance/checks/case-lifecycle/decided.ts` must find. */
export const caseLifecycleDecidedFaults: FaultTable = {
  'shows no decided_at when a case is decided': [
    {
      'case-lifecycle.decided-case-has-time': { code: 'wrong-timestamp', actual: 'null' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/decided_at' },
      'http.timestamps-utc': { code: 'wrong-timestamp', row: 'decided_at of a read' },
    },
    changingAccepted(() => ({ decided_at: null })),
  ],
  'shows no decided_at when a case is denied': [
    {
      'case-lifecycle.decided-case-has-time': { code: 'wrong-timestamp', actual: 'null' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/decided_at' },
    },
    changingAccepted(({ status, decided_at }) => ({ decided_at: status === 'DENIED' ? null : decided_at })),
  ],
  'shows only the day as decided_at': [
    {
      'case-lifecycle.decided-case-has-time': { code: 'wrong-timestamp', actual: 'T' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/decided_at' },
      'http.timestamps-utc': { code: 'wrong-timestamp', row: 'decided_at of a read' },
    },
    changingAccepted(({ decided_at }) => ({ decided_at: decided_at && `${decided_at.slice(0, 10)}T` })),
  ],
  ...failing(
    { 'case-lifecycle.decided-after-creation': 'wrong-decision-time' },
    {
      'cuts decided_at to seconds': changingAccepted(({ decided_at }) => ({
        decided_at: decided_at?.replace(/\.\d+Z/, 'Z') ?? null,
      })),
      'decides by a clock that is one millisecond behind': changingAccepted(({ decided_at, created_at }) => ({
        decided_at: decided_at && new Date(Date.parse(created_at) - 1).toISOString(),
      })),
      'writes decided_at of a denial in local time': changingAccepted(({ status, decided_at }) => ({
        decided_at: status === 'DENIED' ? new Date(Date.parse(decided_at!) - 6 * 3_600_000).toISOString() : decided_at,
      })),
    },
  ),
  'approves with a reason that ends in _FAIL': [
    {
      'case-lifecycle.approved-reasons': { code: 'wrong-reasons', actual: 'FACE_MATCH_FAIL' },
      'sandbox.approves-person': { code: 'wrong-decision', actual: 'FACE_MATCH_FAIL' },
    },
    changingDecisions(({ status, reasons }, { type }) => ({
      reasons: status === 'APPROVED' && type === 'PF' ? ['OCR_OK', 'FACE_MATCH_FAIL'] : reasons,
    })),
  ],
  'approves without reasons': [
    {
      'case-lifecycle.approved-reasons': { code: 'wrong-reasons', actual: '[]' },
      'sandbox.approves-person': { code: 'wrong-decision', actual: '"reasons":[]' },
    },
    changingDecisions(({ status, reasons }, { type }) => ({
      reasons: status === 'APPROVED' && type === 'PF' ? [] : reasons,
    })),
  ],
  'denies without a reason that ends in _FAIL': [
    {
      'case-lifecycle.denied-reasons': { code: 'wrong-reasons', actual: '["OCR_OK"]' },
      'sandbox.denies-person': { code: 'wrong-decision', actual: '["OCR_OK"]' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/reasons' },
    },
    changingDecisions(({ reasons }, { reference }) => ({
      reasons: /deny(#|$)/.test(reference) ? reasons.filter((reason) => !reason.startsWith('FACE_MATCH_F')) : reasons,
    })),
  ],
  'denies without reasons': [
    {
      'case-lifecycle.denied-reasons': { code: 'wrong-reasons', actual: '[]' },
      'sandbox.denies-person': { code: 'wrong-decision', actual: '"reasons":[]' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/reasons' },
    },
    changingDecisions(({ status, reasons }, { type, reference }) => ({
      reasons: status === 'DENIED' && type === 'PF' && !reference.includes('deny:') ? [] : reasons,
    })),
  ],
  ...failing(
    {
      'case-lifecycle.decided-case-refuses-evidence': { code: 'wrong-status', status: 201 },
      'case-lifecycle.decided-once-under-load': 'wrong-decision-time',
    },
    {
      'decides again at every upload': ({ accept }) => ({
        accept: (to, ...rest) => accept({ ...to, status: 'PENDING' }, ...rest),
      }),
      'decides a case in each of two processes': judgedByTwo(
        (to, own) => (own.length === 0 ? { ...to, status: 'PENDING' } : to),
        300,
      ),
    },
  ),
  ...failing(
    { 'case-lifecycle.decided-case-refuses-evidence': { code: 'wrong-status', status: 201 } },
    {
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
    },
  ),
  'accepts other kinds of evidence for a decided case': [
    {
      'case-lifecycle.decided-case-refuses-evidence': {
        code: 'wrong-status',
        row: 'APPROVED: another kind',
        status: 201,
      },
    },
    ({ accept }) => ({
      accept: (to, artifact, parts) =>
        isDecided(to) && !to.artifacts.some(({ kind }) => kind === artifact.kind)
          ? { ...to, artifacts: [...to.artifacts, artifact] }
          : accept(to, artifact, parts),
    }),
  ],
  'accepts evidence for a decided case, but does not store it': [
    {
      'case-lifecycle.decided-case-refuses-evidence': { code: 'wrong-status', status: 201 },
      'case-lifecycle.decided-once-under-load': 'wrong-artifacts',
    },
    ({ accept }) => ({ accept: (to, ...rest) => (isDecided(to) ? to : accept(to, ...rest)) }),
  ],
  'rejects evidence for a decided case as artifact-limit-reached': [
    {
      'case-lifecycle.decided-case-refuses-evidence': {
        code: 'wrong-problem-type',
        actual: '/problems/artifact-limit-reached',
      },
      'case-lifecycle.decided-once-under-load': {
        code: 'wrong-problem-type',
        actual: '/problems/artifact-limit-reached',
      },
    },
    ({ accept }) => ({
      accept: (to, ...rest) => (isDecided(to) ? 'artifact-limit-reached' : accept(to, ...rest)),
    }),
  ],
  'stores evidence before it checks the key': [
    {
      'limits.parallel-artifacts-limited': 'wrong-artifacts',
      'upload-artifact.refused-stores-nothing': 'wrong-artifacts',
      'case-lifecycle.decided-case-refuses-evidence': { code: 'wrong-status', status: 201 },
      'limits.twenty-first-artifact': { code: 'wrong-status', status: 201 },
      'idempotency.upload-stored-once': 'wrong-artifact-count',
      'idempotency.parallel-upload-once': 'wrong-artifacts',
    },
    storing(({ acceptArtifact }) => ({
      async acceptArtifact(caller, caseId, accept, once, response) {
        if (!once) return acceptArtifact(caller, caseId, accept, once, response);
        const known = await acceptArtifact(caller, caseId, (to) => to, once, response);
        if (known === 'done' || isReplay(known)) await acceptArtifact(caller, caseId, accept, undefined, response);
        return known;
      },
    })),
  ],
  'keeps the key of an upload in use after a decided case rejected it': [
    {
      'case-lifecycle.decided-case-refuses-evidence': {
        code: 'wrong-problem-type',
        row: 'APPROVED: again with the same Idempotency-Key',
      },
    },
    keptInUseBy('case-closed'),
  ],
  'lists evidence that it rejected for a decided case': [
    {
      'case-lifecycle.refused-evidence-changes-nothing': 'wrong-artifact-count',
      'case-lifecycle.decided-once-under-load': 'wrong-artifacts',
    },
    storingLate((to, late) => ({ ...to, artifacts: [...to.artifacts, late] })),
  ],
  'lowers the score of a decided case that rejects evidence': [
    {
      'case-lifecycle.refused-evidence-changes-nothing': { code: 'wrong-decision', actual: '"score":94' },
      'case-lifecycle.decision-final': { code: 'wrong-decision', actual: '"score":' },
      'case-lifecycle.decided-once-under-load': { code: 'wrong-decision', actual: '"score":' },
    },
    ({ uploadArtifact }) => ({
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
  ],
  'replaces evidence of a decided case with a rejected upload': [
    {
      'case-lifecycle.refused-evidence-changes-nothing': 'wrong-case',
      'case-lifecycle.decided-once-under-load': 'wrong-artifacts',
    },
    storingLate((to, late) => ({ ...to, artifacts: [...to.artifacts.slice(0, -1), late] })),
  ],
};
