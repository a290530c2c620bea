import type { ReceivedFile } from '../../../reference-impl/ports.ts';
import type { Defect, FaultTable } from '../support/fault.ts';
import { Rejected, problem } from '../../../reference-impl/domain/rejections.ts';
import { ofSecondTenant, towards } from '../support/callers.ts';

/** Has a lower size limit for some files. */
const limitingFiles =
  (concerns: (file: ReceivedFile, kind: string, announced: boolean) => boolean, mebibytes: number): Defect =>
  ({ readUpload }) => ({
    async readUpload(request, parts) {
      const upload = await readUpload(request, parts);
      const announced = request.headers['content-length'] !== undefined;
      if (concerns(upload.file, upload.kind, announced) && upload.file.size > mebibytes * 1024 * 1024)
        throw new Rejected(problem(413, 'content-too-large', 'The file is too large.'));
      return upload;
    },
  });

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
  'limits.file-accepted': {
    'rejects files of more than 2 MiB of the second tenant': towards(
      ofSecondTenant,
      limitingFiles(() => true, 2),
    ),
  },
  'limits.rejected-file-not-stored': {
    'stores a file that it rejects as too large': storingLarge(10_485_761),
    'stores the beginning of a file that it rejects as too large': storingLarge(10_485_760),
  },
};

export default faults;
