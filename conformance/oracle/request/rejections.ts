import { type ClosedFreedomId, type FreedomId, freedoms, type OpenFreedomId } from '../../../generated/freedoms.ts';
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

/** The same rejection with a body of any form. */
export const ofAnyForm = ({ type: _, pointer: __, pointedBy: ___, ...rejection }: Rejection): Rejection => rejection;

/** The same rejections, allowed but not demanded. */
export const optional = (...rejections: Rejection[]): Rejection[] =>
  rejections.map((each) => ({ ...each, must: false }));

/** True for a freedom whose request may also succeed. */
export const isOpen = (freedom: FreedomId): freedom is OpenFreedomId =>
  freedoms[freedom].answers.some(({ status }) => status === '2xx');

const leftOpen = 'http.left-open-responses';

/** True for a freedom that allows to close the connection without a response. */
export const allowsClosing = (freedom: FreedomId): boolean =>
  freedoms[freedom].answers.some(({ status }) => status === 'closed');

/** What a freedom allows besides the responses that the request gets without it. */
export const allowed = (freedom: OpenFreedomId): Rejection[] => optional(...allowedBy(freedom, leftOpen));

/** The freedoms whose conditions are true. */
export const freedomsWhere = <Id extends FreedomId>(conditions: Partial<Record<Id, boolean>>): Id[] =>
  (Object.keys(conditions) as Id[]).filter((id) => conditions[id]);

/** What those freedoms allow whose conditions are true. */
export const allowedWhere = (conditions: Partial<Record<OpenFreedomId, boolean>>): Rejection[] =>
  freedomsWhere(conditions).flatMap(allowed);

/** What a freedom demands: one of its answers. */
export const oneOf = (freedom: ClosedFreedomId, requirement: RequirementId = leftOpen): Rejection[] =>
  allowedBy(freedom, requirement);

/** The status codes of success that a freedom names. */
export const successesOf = (freedom: FreedomId): number[] =>
  freedoms[freedom].answers.flatMap(({ status }) => (typeof status === 'number' && status < 300 ? [status] : []));

function allowedBy(freedom: FreedomId, requirement: RequirementId): Rejection[] {
  const closing = allowsClosing(freedom) ? { mayClose: true as const } : {};
  return freedoms[freedom].answers.flatMap(({ status, problem }) => {
    if (status === '2xx' || status === 'closed' || (typeof status === 'number' && status < 300)) return [];
    return { status, ...(problem !== null && { type: problem }), requirement, must: true, freedom, ...closing };
  });
}
