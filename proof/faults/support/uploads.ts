import type { Artifact } from '../../../reference-impl/domain/contract.ts';
import { type Defect, changingBody } from './fault.ts';
import { createHash } from 'node:crypto';

export const changingResponses = (change: (artifact: Artifact) => Record<string, unknown>): Defect =>
  changingBody('uploadArtifact', (body) => change(body as Artifact));

export const digestOf = (bytes: string | Buffer, algorithm = 'sha256') =>
  createHash(algorithm).update(bytes).digest('hex');

export const emptyFile = {
  type: 'image/jpeg',
  size: 1,
  sha256: digestOf(''),
  write: async () => {},
  keep: async () => {},
  discard: async () => {},
} as const;
