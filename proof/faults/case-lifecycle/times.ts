import type { Artifact } from '../../../reference-impl/domain/contract.ts';
import { changingAccepted } from '../support/cases.ts';
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

const faults: FaultTable = {
  'case-lifecycle.facts-unchanged': {
    'changes created_at when evidence arrives': changingAccepted(({ status, created_at: created }) =>
      status === 'PENDING' ? { created_at: moved(created, 1) } : {},
    ),
  },
  'case-lifecycle.times-in-order': {
    'dates artifacts before their case': dating(() => -2 * minutes),
    'dates an artifact before the previous artifact': dating(({ kind }) => (kind === 'ID_BACK' ? -minutes : 0)),
    'dates a decision before its evidence': (original) => ({
      ...dating(() => 2 * minutes)(original),
      ...changingAccepted(({ decided_at: decided, created_at: created }) => (decided ? { decided_at: created } : {}))(
        original,
      ),
    }),
  },
};

export default faults;
