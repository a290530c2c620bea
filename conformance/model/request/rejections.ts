import type { RequirementId } from '../../../generated/requirements.ts';
import type { Rejection } from '../terms.ts';

const rejection =
  (status: number, type: string) =>
  (requirement: RequirementId): Rejection => ({ status, type, requirement, must: true });

export const malformed = rejection(400, 'malformed-request');
export const unauthorized = rejection(401, 'unauthorized');
export const notFound = rejection(404, 'not-found');
export const wrongMethod = rejection(405, 'method-not-allowed');
export const caseClosed = rejection(409, 'case-closed');
export const caseFull = rejection(409, 'artifact-limit-reached');
export const keyInUse = rejection(409, 'idempotency-key-in-use');
export const tooLarge = rejection(413, 'content-too-large');
export const wrongMediaType = rejection(415, 'unsupported-media-type');
export const wrongFileType = rejection(415, 'unsupported-file-type');
export const keyReused = rejection(422, 'idempotency-key-reused');

/** 422 with a pointer, and the requirement that demands the pointer. */
export const invalid = (requirement: RequirementId, pointer: string[], pointedBy: RequirementId): Rejection => ({
  ...rejection(422, 'invalid-request')(requirement),
  pointer,
  pointedBy,
});

/** 422 where the contract does not say at what the problem points. */
export const invalidSomewhere = rejection(422, 'invalid-request');

/** A rejection whose body the contract leaves open. */
export const bare = (status: number, requirement: RequirementId): Rejection => ({ status, requirement, must: true });

/** The same rejections, allowed but not demanded. */
export const optional = (...rejections: Rejection[]): Rejection[] =>
  rejections.map((each) => ({ ...each, must: false }));
