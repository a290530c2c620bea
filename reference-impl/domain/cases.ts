import { randomBytes } from 'node:crypto';
import type { Artifact, Case, CreateCase } from './contract.ts';
import type { Parts } from '../parts.ts';
import type { EvidenceRejection, Upload } from '../ports.ts';

// 128 random bits, so that ids cannot be guessed or enumerated and never collide (D6).
const unguessable = () => randomBytes(16).toString('base64url');

export const newCaseId = () => `case_${unguessable()}`;
export const newArtifactId = () => `art_${unguessable()}`;

/** Where a case is read (D4). */
export const locationOf = ({ id }: Case) => `/cases/${id}`;

/** A new case, with the properties that every view of it has (D5, D10). Its times are those of one clock, in UTC (D44, D86). */
export function newCase({ type, reference }: CreateCase, parts: Parts): Case {
  const id = parts.newCaseId();
  const created_at = parts.now().toISOString();
  return { id, type, reference, status: 'PENDING', score: 0, reasons: [], artifacts: [], created_at, decided_at: null };
}

/** The record of a file that arrived (D12, D13); neither its name nor its content (D18). */
export function newArtifact({ kind, file }: Upload, parts: Parts): Artifact {
  const { type: content_type, size, sha256 } = file;
  return { id: parts.newArtifactId(), kind, content_type, size, sha256, created_at: parts.now().toISOString() };
}

/**
 * The case with one more artifact, or why it accepts none. When the artifact decides it, `status`, `score`, `reasons` and
 * `decided_at` change with it and never again (D10).
 */
export function accept(to: Case, artifact: Artifact, { decide, limits }: Parts): Case | EvidenceRejection {
  if (to.status !== 'PENDING') return 'case-closed';
  if (to.artifacts.length >= limits.artifacts) return 'artifact-limit-reached';
  const grown = { ...to, artifacts: [...to.artifacts, artifact] };
  const decision = decide(grown);
  if (!decision) return grown;
  // A clock that was set back must not let a case be decided before it was created (D11).
  const decided_at = artifact.created_at > to.created_at ? artifact.created_at : to.created_at;
  return { ...grown, ...decision, decided_at };
}
