import type { ReceivedFile } from '../../../reference-impl/ports.ts';
import type { Defect, FaultTable } from '../support/fault.ts';
import { Rejected, problem } from '../../../reference-impl/domain/rejections.ts';
import { elevenMebibytes } from '../support/requests.ts';
import { limiting, far, unlimiting, demandingLength, another413 } from '../support/limits.ts';
import { ofSecondTenant, towards } from '../support/callers.ts';
import { arranging, nameOf, rejectingIn } from '../support/parts.ts';

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

function arrangingLarge(): Defect {
  return (original) => ({
    ...limiting({ fileBytes: 10_485_760, overheadBytes: far })(original),
    ...arranging((parts) =>
      parts.map((part) => (nameOf(part) === 'file' ? { ...part, bytes: part.bytes.subarray(0, 10_485_760) } : part)),
    )(original),
  });
}

const faults: FaultTable = {
  'limits.file-accepted': {
    'rejects files of more than 2 MiB of the second tenant': towards(
      ofSecondTenant,
      limitingFiles(() => true, 2),
    ),
    'accepts files only up to 10,000,000 bytes': limiting({ fileBytes: 10_000_000 }),
    'accepts files only up to 10,485,759 bytes': limiting({ fileBytes: 10_485_759 }),
    'limits the whole body to 10 MiB': ({ piecesOf }) => ({
      piecesOf: (request, limit, what) => piecesOf(request, Math.min(limit, 10_485_760), what),
    }),
    'accepts only 512 bytes besides the file': ({ piecesOf }) => ({
      piecesOf: (request, limit, what) => piecesOf(request, Math.min(limit, 10_485_760 + 512), what),
    }),
    'loses the last byte of a file of 10 MiB': arranging((parts) =>
      parts.map((part) =>
        nameOf(part) === 'file' && part.bytes.length === 10_485_760
          ? { ...part, bytes: part.bytes.subarray(0, -1) }
          : part,
      ),
    ),
    'accepts PDFs only up to 5 MiB': limitingFiles(({ type }) => type === 'application/pdf', 5),
    'accepts files without Content-Length only up to 1 MiB': limitingFiles((_, __, announced) => !announced, 1),
    'accepts PNGs only up to 5 MiB': limitingFiles(({ type }) => type === 'image/png', 5),
    'accepts selfies only up to 2 MiB': limitingFiles((_, kind) => kind === 'SELFIE', 2),
  },
  'limits.file-rejected': {
    'accepts files of 10,485,761 bytes': limiting({ fileBytes: 10_485_761 }),
    'accepts a file that is too large if it fits into the body limit': limiting({ fileBytes: 10_485_760 + 200_000 }),
    'cuts a file that is too large': arrangingLarge(),
    'limits only uploads without Content-Length': unlimiting('uploads', true),
    'responds with 422 to a file that is too large': rejectingIn(
      'readUpload',
      { status: 422 },
      ({ status }) => status === 413,
    ),
    'sends an undefined problem type for a file that is too large': rejectingIn(
      'readUpload',
      another413,
      ({ status }) => status === 413,
    ),
    'accepts 11 MiB if the file comes before the kind': ({ readParts, receiveFile }) => {
      const early = new WeakSet<object>();
      return {
        async *readParts(...call) {
          let isFirst = true;
          for await (const part of readParts(...call)) {
            if (isFirst) early.add(part);
            isFirst = false;
            yield part;
          }
        },
        receiveFile: (part, parts) =>
          receiveFile(
            part,
            early.has(part) ? { ...parts, limits: { ...parts.limits, fileBytes: elevenMebibytes } } : parts,
          ),
      };
    },
    'limits an upload only by its Content-Length': unlimiting('uploads', false),
    'responds with 411 to an upload without Content-Length': demandingLength('multipart/form-data'),
  },
  'limits.rejected-file-not-stored': {
    'stores a file that it rejects as too large': storingLarge(10_485_761),
    'stores the beginning of a file that it rejects as too large': storingLarge(10_485_760),
  },
};

export default faults;
