import { type Answer, type RequirementId, requirements } from '../../../generated/requirements.ts';
import type { Rejection } from '../terms.ts';

const answersTo = new Map(requirements.map(({ id, answers }) => [id, answers]));

/** The problem types that a requirement names. */
export const problemsOf = (requirement: RequirementId): (string | null)[] =>
  answersTo.get(requirement)!.map(({ problem }) => problem);

/** The rejections that a requirement demands: one of them (`answer` in openapi.yaml). */
export const demanded = (requirement: RequirementId): Rejection[] =>
  rejectionsOf(answersTo.get(requirement)!, requirement);

/** The rejections that a requirement demands, with a problem that points at a property, and the requirement of the pointer. */
export const demandedAt = (requirement: RequirementId, pointer: string[], pointedBy: RequirementId): Rejection[] =>
  demanded(requirement).map((each) => (each.type === 'invalid-request' ? { ...each, pointer, pointedBy } : each));

/** The rejections that another requirement demands, for a requirement that names none. */
export const like = (requirement: RequirementId, example: RequirementId): Rejection[] =>
  rejectionsOf(answersTo.get(example)!, requirement);

const rejectionsOf = (answers: Answer[], requirement: RequirementId): Rejection[] =>
  answers.map(({ status, problem }) => ({ status, type: problem!, requirement, must: true }));

const rejection =
  (status: number, type: string) =>
  (requirement: RequirementId): Rejection => ({ status, type, requirement, must: true });

export const malformed = rejection(400, 'malformed-request');
export const tooLarge = rejection(413, 'content-too-large');
export const wrongMediaType = rejection(415, 'unsupported-media-type');
export const keyReused = rejection(422, 'idempotency-key-reused');

/** 422 where the contract does not say at what the problem points. */
export const invalidSomewhere = rejection(422, 'invalid-request');

/** A rejection whose body the contract leaves open. */
export const bare = (status: number, requirement: RequirementId): Rejection => ({ status, requirement, must: true });

/** The same rejections, allowed but not demanded. */
export const optional = (...rejections: Rejection[]): Rejection[] =>
  rejections.map((each) => ({ ...each, must: false }));
