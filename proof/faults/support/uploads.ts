import type { Artifact, FileType } from '../../../reference-impl/domain/contract.ts';
import { type Defect, changingBody } from './fault.ts';
import { type NamedPart, together, readingParts, recording } from './parts.ts';
import { Rejected, problem, invalid } from '../../../reference-impl/domain/rejections.ts';
import { createHash } from 'node:crypto';

export const changingResponses = (change: (artifact: Artifact) => Record<string, unknown>): Defect =>
  changingBody('uploadArtifact', (body) => change(body as Artifact));

export const rejectingFiles = (unwanted: (bytes: Buffer, part: NamedPart) => boolean): Defect =>
  together(
    readingParts(),
    recording((_, bytes, part) => {
      if (unwanted(bytes, part)) throw new Rejected(problem(415, 'unsupported-file-type', 'The file is not accepted.'));
      return {};
    }),
  );

export const rejectingKinds =
  (unwanted: (kind: string, type: string) => boolean): Defect =>
  ({ accept }) => ({
    accept(to, artifact, parts) {
      if (unwanted(artifact.kind, to.type))
        throw new Rejected(invalid([{ pointer: '#/kind', detail: 'is not accepted' }]));
      return accept(to, artifact, parts);
    },
  });

export const making =
  (change: (artifact: Artifact) => Artifact): Defect =>
  ({ newArtifact }) => ({ newArtifact: (...call) => change(newArtifact(...call)) });

export const startingWith =
  (...heads: string[]) =>
  (bytes: Buffer) =>
    heads.some((head) => bytes.subarray(0, head.length).toString('latin1') === head);

export const digestOf = (bytes: string | Buffer, algorithm = 'sha256') =>
  createHash(algorithm).update(bytes).digest('hex');

export const nameTypes: Record<string, FileType> = { jpg: 'image/jpeg', png: 'image/png', pdf: 'application/pdf' };

export const typeOfName = ({ filename = '' }: NamedPart) => nameTypes[filename.split('.').at(-1)!];

export const emptyFile = {
  type: 'image/jpeg',
  size: 1,
  sha256: digestOf(''),
  write: async () => {},
  keep: async () => {},
  discard: async () => {},
} as const;
