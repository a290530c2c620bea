import { rejectingFiles, typeOfName, startingWith } from '../support/uploads.ts';
import { type Defect, changingBody, type FaultTable } from '../support/fault.ts';
import { readingParts, together, recording } from '../support/parts.ts';
import { Rejected } from '../../../reference-impl/domain/rejections.ts';
import type { Artifact } from '../../../reference-impl/domain/contract.ts';

const rejectingNames = (unwanted: RegExp) => rejectingFiles((_, { filename = '' }) => unwanted.test(filename));

/** Rejections of an upload that reveal its file name. */
const showingName: Defect = ({ readUpload }) => ({
  async readUpload(request, parts) {
    let name: string | undefined;
    const named = readingParts((part) => {
      name = part.filename ?? name;
      return part;
    })(parts).readParts!;
    return readUpload(request, { ...parts, readParts: named }).catch((error: unknown) => {
      throw error instanceof Rejected
        ? new Rejected({ ...error.response, detail: `The upload of ${name} is not valid.` })
        : error;
    });
  },
});

const faults: FaultTable = {
  'upload-artifact.returns-recognised-type': {
    'derives the type of a file from its name': together(
      readingParts(),
      recording((_, __, part) => ({ type: typeOfName(part) ?? 'image/jpeg' })),
    ),
  },
  'upload-artifact.file-name-ignored': {
    'rejects files with the file name of a program': rejectingNames(/\.exe$/),
    'rejects file names with a path': rejectingNames(/\.\.[/\\]/),
    'rejects file names with characters that Windows forbids': rejectingNames(/[<>:|?*]/),
    'rejects file names with characters outside the Basic Multilingual Plane':
      rejectingNames(/[\u{10000}-\u{10ffff}]/u),
    'rejects file names with characters of a shell': rejectingNames(/[$`&]/),
    'rejects file names of more than 255 characters': rejectingNames(/.{256}/),
    'rejects file names of more than 300 bytes': rejectingFiles(
      (_, { filename = '' }) => Buffer.byteLength(filename) > 300,
    ),
    'rejects file names without a letter or digit of ASCII': rejectingNames(/^[^a-z0-9.]+$/i),
    'rejects non-ASCII file names': rejectingNames(/[^\0-\x7f]/),
    'rejects a file name that does not match the content': rejectingFiles(
      (bytes, part) => typeOfName(part) === 'application/pdf' && startingWith('\xff\xd8')(bytes),
    ),
    'rejects file names that contain SQL': rejectingNames(/DROP TABLE/),
    'requires a file extension': rejectingNames(/^[^.]+$/),
  },
  'upload-artifact.file-not-returned': {
    'responds to an upload with the file name': together(
      readingParts(),
      recording((_, __, { filename }) => ({ filename }) as object),
      ({ newArtifact }) => ({
        newArtifact: (upload, parts) => ({
          ...newArtifact(upload, parts),
          file_name: (upload.file as { filename?: string }).filename,
        }),
      }),
    ),
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
    'reveals the file name in a rejection': showingName,
  },
};

export default faults;
