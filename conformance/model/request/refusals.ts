import type { RequirementId } from '../../../generated/requirements.ts';
import type { Refusal } from '../terms.ts';

const refusal =
  (status: number, type: string) =>
  (requirement: RequirementId): Refusal => ({ status, type, requirement, must: true });

export const malformed = refusal(400, 'malformed-request');
export const unauthorized = refusal(401, 'unauthorized');
export const notFound = refusal(404, 'not-found');
export const wrongMethod = refusal(405, 'method-not-allowed');
export const caseClosed = refusal(409, 'case-closed');
export const caseFull = refusal(409, 'artifact-limit-reached');
export const keyInUse = refusal(409, 'idempotency-key-in-use');
export const tooLarge = refusal(413, 'content-too-large');
export const wrongMediaType = refusal(415, 'unsupported-media-type');
export const wrongFileType = refusal(415, 'unsupported-file-type');
export const keyReused = refusal(422, 'idempotency-key-reused');

/** 422 with a pointer, and the requirement that demands the pointer. */
export const invalid = (requirement: RequirementId, pointer: string[], pointedBy: RequirementId): Refusal => ({
  ...refusal(422, 'invalid-request')(requirement),
  pointer,
  pointedBy,
});

/** 422 where the contract does not say at what the problem points. */
export const invalidSomewhere = refusal(422, 'invalid-request');

/** A refusal with a status of which the contract leaves the form open. */
export const bare = (status: number, requirement: RequirementId): Refusal => ({ status, requirement, must: true });

/** The refusals as such that are allowed and not demanded. */
export const optional = (...refusals: Refusal[]): Refusal[] => refusals.map((each) => ({ ...each, must: false }));
