import { changingBody, type FaultTable } from '../support/fault.ts';
import { readingParts, together, recording } from '../support/parts.ts';
import type { Artifact } from '../../../reference-impl/domain/contract.ts';

const faults: FaultTable = {
  'upload-artifact.file-not-returned': {
    'lists the file name in a case': (original) => {
      const names = new Map<string, string | undefined>();
      const keeping = together(
        readingParts(),
        recording((_, __, { filename }) => ({ filename }) as object),
      )(original);
      return {
        ...keeping,
        newArtifact(upload, parts) {
          const artifact = original.newArtifact(upload, parts);
          names.set(artifact.id, (upload.file as { filename?: string }).filename);
          return artifact;
        },
        ...changingBody('getCase', (body) => ({
          ...body,
          artifacts: (body['artifacts'] as Artifact[]).map((artifact) => ({
            ...artifact,
            name: names.get(artifact.id),
          })),
        }))(original),
      };
    },
  },
};

export default faults;
