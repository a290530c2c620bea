import type { Artifact } from '../../../reference-impl/domain/contract.ts';
import { type Defect, type FaultTable } from '../support/fault.ts';
import { Rejected } from '../../../reference-impl/domain/rejections.ts';
import { emptyFile } from '../support/uploads.ts';
import type { Store } from '../../../reference-impl/ports.ts';

const changingArtifacts =
  (change: (artifacts: Artifact[], added: Artifact) => Artifact[]): Defect =>
  ({ accept }) => ({
    accept(to, artifact, parts) {
      const grown = accept(to, artifact, parts);
      return typeof grown === 'string' ? grown : { ...grown, artifacts: change(to.artifacts, artifact) };
    },
  });

const isSame = (one: Artifact, other: Artifact) => one.sha256 === other.sha256 && one.kind === other.kind;

/** Stores uploads before it rejects them. */
const storingRejected =
  (type: string): Defect =>
  (original) => ({
    uploadArtifact: ({ path, caller, read }, parts) =>
      original.uploadArtifact(
        {
          path,
          caller,
          read: () =>
            read().catch(async (error: unknown) => {
              if (!(error instanceof Rejected) || error.response.problem !== type) throw error;
              const artifact = original.newArtifact({ kind: 'ID_FRONT', file: emptyFile }, parts);
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
  'upload-artifact.accepts-evidence': {
    'searches for the case of an upload in a replica that does not have it yet': ({ uploadArtifact }) => {
      const seen = new Set<string>();
      return {
        uploadArtifact(call, parts) {
          const findCase: Store['findCase'] = async (caller, id) => {
            const found = seen.has(id) ? await parts.store.findCase(caller, id) : undefined;
            seen.add(id);
            return found;
          };
          return uploadArtifact(call, { ...parts, store: { ...parts.store, findCase } });
        },
      };
    },
  },
  'http.range-ignored': {
    'responds with 200 to every upload except the first': ({ uploadArtifact, store }) => ({
      async uploadArtifact(call, parts) {
        const found = await store.findCase(call.caller, call.path.case_id);
        const response = await uploadArtifact(call, parts);
        return response.status === 201 && found!.artifacts.length > 0 ? { ...response, status: 200 as 201 } : response;
      },
    }),
  },
  'http.no-method-override': {
    'uses the digest as the id of an artifact': ({ newArtifact }) => ({
      newArtifact(...call) {
        const artifact = newArtifact(...call);
        return { ...artifact, id: artifact.sha256 };
      },
    }),
  },
  'upload-artifact.accepts-kinds': {
    'replaces the only artifact by an identical upload': changingArtifacts((artifacts, added) =>
      artifacts.length === 1 && isSame(artifacts[0]!, added) ? [added] : [...artifacts, added],
    ),
    'does not store evidence that it already has': changingArtifacts((artifacts, added) =>
      artifacts.some((known) => isSame(known, added)) ? artifacts : [...artifacts, added],
    ),
  },
  'upload-artifact.rejected-stores-nothing': {
    'accepts an upload that ends when the connection closes': ({ piecesOf }) => ({
      async *piecesOf(request, limit, what) {
        const boundary = /boundary="?([^";]+)/.exec(request.headers['content-type'] ?? '')?.[1];
        try {
          yield* piecesOf(request, limit, what);
        } catch (error) {
          if (boundary === undefined || !request.destroyed || 'idempotency-key' in request.headers) throw error;
          yield Buffer.from(`\r\n--${boundary}--\r\n`);
        }
      },
    }),
    'stores an upload that it rejects as invalid-request': storingRejected('invalid-request'),
    'stores an upload that it rejects as unsupported-file-type': storingRejected('unsupported-file-type'),
    'stores an upload that it rejects as malformed-request': storingRejected('malformed-request'),
  },
};

export default faults;
