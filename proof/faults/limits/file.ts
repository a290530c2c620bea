import type { Defect, FaultTable } from '../support/fault.ts';
import { Rejected } from '../../../reference-impl/domain/rejections.ts';

/** Stores files before it rejects them as too large. */
const storingLarge =
  (size: number): Defect =>
  (original) => ({
    uploadArtifact: ({ path, caller, read }, parts) =>
      original.uploadArtifact(
        {
          path,
          caller,
          read: () =>
            read().catch(async (error: unknown) => {
              if (!(error instanceof Rejected) || error.response.status !== 413) throw error;
              const keep = async () => {};
              const artifact = original.newArtifact(
                {
                  kind: 'ID_FRONT',
                  file: { type: 'image/jpeg', size, sha256: '0'.repeat(64), write: keep, keep, discard: keep },
                },
                parts,
              );
              await original.store.acceptArtifact(
                caller,
                path.case_id,
                (to) => ({ ...to, artifacts: [...to.artifacts, artifact] }),
                undefined,
                { status: 201, body: artifact },
              );
              throw error;
            }),
        },
        parts,
      ),
  });

const faults: FaultTable = {
  'limits.rejected-file-not-stored': {
    'stores a file that it rejects as too large': storingLarge(10_485_761),
    'stores the beginning of a file that it rejects as too large': storingLarge(10_485_760),
  },
};

export default faults;
