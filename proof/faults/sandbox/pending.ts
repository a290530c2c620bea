import type { Case, ProblemResponse } from '../../../reference-impl/domain/contract.ts';
import type { Defect, FaultTable } from '../support/fault.ts';
import { showingSome, since, approved, hold, isOf } from '../support/sandbox.ts';
import { Rejected } from '../../../reference-impl/domain/rejections.ts';
import { showingFound } from '../support/state.ts';
import { setTimeout } from 'node:timers/promises';

/** Reads show a case as approved some time after something. */
const approvingLate = (
  milliseconds: number,
  of: (found: Case) => boolean,
  from: (found: Case) => string | undefined,
): Defect =>
  showingSome((found) => {
    const start = from(found);
    return found.status === 'PENDING' && of(found) && since(start) > milliseconds
      ? { ...approved, decided_at: start ?? null }
      : undefined;
  });

const firstEvidence = ({ artifacts }: Case) => artifacts[0]?.created_at;

const creation = ({ artifacts, created_at }: Case) => (artifacts.length === 0 ? created_at : undefined);

/** A rejected upload decides the case. */
const decidedByRejected =
  (when: (response: ProblemResponse<400 | 413 | 415 | 422>) => boolean): Defect =>
  ({ uploadArtifact }) => ({
    async uploadArtifact(call, parts) {
      try {
        return await uploadArtifact(call, parts);
      } catch (error) {
        const decided = (to: Case) => {
          const decision = to.status === 'PENDING' && parts.decide(to);
          return decision ? { ...to, ...decision, decided_at: parts.now().toISOString() } : 'case-closed';
        };
        if (error instanceof Rejected && when(error.response as ProblemResponse<422>))
          await parts.store.acceptArtifact(call.caller, call.path.case_id, decided, undefined, {
            status: 201,
            body: {},
          });
        throw error;
      }
    },
  });

const isPlain = ({ reference }: Case) => !reference.startsWith('sandbox:');

const faults: FaultTable = {
  'sandbox.stays-pending': {
    'approves a held case with its twentieth artifact': showingSome((found) =>
      hold(found.reference) && found.artifacts.length > 19
        ? { ...approved, decided_at: found.artifacts[19]!.created_at }
        : undefined,
    ),
    'decides a held case after a second': approvingLate(1000, ({ reference }) => hold(reference), firstEvidence),
    'decides the held case of an entity after half a second': approvingLate(
      500,
      ({ type, reference }) => type === 'PM' && hold(reference),
      firstEvidence,
    ),
    'shows a held case as approved in the first read': (original) => {
      const seen = new Set<string>();
      return showingSome(({ id, reference, artifacts, created_at }) => {
        if (reference !== 'sandbox:hold' || artifacts.length === 0 || seen.has(id)) return undefined;
        seen.add(id);
        return { ...approved, decided_at: created_at };
      })(original);
    },
    'approves plain cases of persons a second after their evidence': approvingLate(
      1000,
      (found) => found.type === 'PF' && isPlain(found),
      firstEvidence,
    ),
  },
  'sandbox.no-decision-without-evidence': {
    'decides a case without evidence like the last case with the same reference': (original) => {
      const decided = new Map<string, Case>();
      return {
        ...showingFound((found) => {
          if (found.status !== 'PENDING') decided.set(found.reference, found);
          const { status, score, reasons, decided_at } = decided.get(found.reference) ?? found;
          return found.artifacts.length === 0 ? { ...found, status, score, reasons, decided_at } : found;
        })(original),
      };
    },
    'shows a decision before the evidence that caused it': ({ uploadArtifact, getCase }) => {
      const running = new Set<string>();
      return {
        async uploadArtifact(call, parts) {
          running.add(call.path.case_id);
          const response = await uploadArtifact(call, parts);
          await setTimeout(50);
          running.delete(call.path.case_id);
          return response;
        },
        async getCase(call, parts) {
          const response = await getCase(call, parts);
          if (response.status !== 200 || response.body.status === 'PENDING' || !running.has(call.path.case_id))
            return response;
          return { ...response, body: { ...response.body, artifacts: [] } };
        },
      };
    },
    'decides a case when it is opened': ({ newCase }) => ({
      newCase(body, parts) {
        const opened = newCase(body, parts);
        const decision = parts.decide(opened);
        return decision ? { ...opened, ...decision, decided_at: opened.created_at } : opened;
      },
    }),
    'denies a case when it is opened': ({ newCase }) => ({
      newCase(body, parts) {
        const opened = newCase(body, parts);
        const decision = isOf('deny')(opened.reference) && parts.decide(opened);
        return decision ? { ...opened, ...decision, decided_at: opened.created_at } : opened;
      },
    }),
    'approves half a second after the creation without evidence': approvingLate(
      500,
      ({ type, reference }) => type === 'PF' && reference === 'sandbox:approve',
      creation,
    ),
    'approves a case that the sandbox must deny, a second after its creation without evidence': approvingLate(
      1000,
      ({ artifacts, reference }) => artifacts.length === 0 && reference === 'sandbox:deny',
      creation,
    ),
    'decides at evidence of an unknown kind': decidedByRejected(({ errors }) => errors?.[0]?.pointer === '#/kind'),
    'decides at a file of an unsupported type': decidedByRejected(
      (response) => (response.problem as string) === 'unsupported-file-type',
    ),
    'decides at an upload without a file': decidedByRejected(({ errors }) => errors?.[0]?.pointer === '#/file'),
    'decides at a malformed upload': decidedByRejected(
      (response) => (response.problem as string) === 'malformed-request',
    ),
  },
};

export default faults;
