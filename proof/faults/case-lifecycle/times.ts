import type { Artifact } from '../../../reference-impl/domain/contract.ts';
import { changingAccepted, isDecided } from '../support/cases.ts';
import type { Defect, FaultTable } from '../support/fault.ts';

const minutes = 60_000;
const moved = (time: string, by: number) => new Date(Date.parse(time) + by).toISOString();

/** Artifacts that are dated minutes off, which no other clock shows. */
const dating =
  (by: (artifact: Artifact) => number): Defect =>
  ({ newArtifact }) => ({
    newArtifact(...given): Artifact {
      const artifact = newArtifact(...given);
      return { ...artifact, created_at: moved(artifact.created_at, by(artifact)) };
    },
  });

/** Defects that the checks in `conformance/checks/case-lifecycle/times.ts` must find. */
export const caseLifecycleTimesFaults: FaultTable = {
  'changes created_at when a case is decided': [
    { 'case-lifecycle.facts-unchanged': { code: 'wrong-case', row: 'after an approval: the case' } },
    changingAccepted((accepted) =>
      isDecided(accepted)
        ? { created_at: moved(accepted.created_at, 1), decided_at: moved(accepted.decided_at!, 1) }
        : {},
    ),
  ],
  'changes created_at when evidence arrives': [
    {
      'case-lifecycle.facts-unchanged': { code: 'wrong-case', row: 'after evidence' },
    },
    changingAccepted(({ status, created_at: created }) =>
      status === 'PENDING' ? { created_at: moved(created, 1) } : {},
    ),
  ],
  'drops the suffix of a denied case': [
    { 'case-lifecycle.facts-unchanged': { code: 'wrong-case', row: 'after a denial: the case' } },
    changingAccepted(({ status, reference }) =>
      status === 'DENIED' ? { reference: reference.replace(/#.*/, '') } : {},
    ),
  ],
  'dates the artifact that decides a case one second too late': [
    { 'case-lifecycle.facts-unchanged': { code: 'wrong-artifact', row: 'after an approval: its artifact' } },
    changingAccepted(({ status, artifacts }) =>
      status === 'PENDING'
        ? {}
        : { artifacts: artifacts.map((each) => ({ ...each, created_at: moved(each.created_at, 1000) })) },
    ),
  ],
  'dates artifacts before their case': [
    { 'case-lifecycle.times-in-order': { code: 'times-out-of-order', row: 'the first artifact after its case' } },
    dating(() => -2 * minutes),
  ],
  'dates an artifact before the previous artifact': [
    { 'case-lifecycle.times-in-order': { code: 'times-out-of-order', row: 'the second artifact after the first' } },
    dating(({ kind }) => (kind === 'ID_BACK' ? -minutes : 0)),
  ],
  'dates a decision before its evidence': [
    { 'case-lifecycle.times-in-order': { code: 'times-out-of-order', row: 'a decision after its evidence' } },
    (original) => ({
      ...dating(() => 2 * minutes)(original),
      ...changingAccepted(({ decided_at: decided, created_at: created }) => (decided ? { decided_at: created } : {}))(
        original,
      ),
    }),
  ],
};
