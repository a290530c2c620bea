import type { Contract, FreedomRecord } from '../contract/contract.ts';

/** A union type of ids. */
export const union = (ids: string[]) => ids.map((id) => `\n  | '${id}'`).join('') || ' never';

/** The freedoms by id; ids of those that allow success are a type of their own. */
export function freedoms({ freedoms }: Contract): string {
  const allowsSuccess = ({ answers }: FreedomRecord) => answers.some(({ status }) => status === '2xx');
  return `import type { RequirementId } from './requirements.ts';

/** Freedoms that allow the response without the feature that they are about. */
export type OpenFreedomId =${union(freedoms.filter(allowsSuccess).map(({ id }) => id))};
/** Freedoms whose request gets one of their answers. */
export type ClosedFreedomId =${union(freedoms.filter((each) => !allowsSuccess(each)).map(({ id }) => id))};
export type FreedomId = OpenFreedomId | ClosedFreedomId;

/** A point where implementations may differ. */
export interface Freedom {
  sentence: string;
  answers: FreedomAnswer[];
  /** the requirements from which it is an exception */
  limits: RequirementId[];
  /** a decision (\`D28\`) */
  source: string;
}

/** A response that a freedom allows: a status code, success, any rejection of the request, or a closed connection. */
export interface FreedomAnswer {
  status: number | '2xx' | '4xx' | 'closed';
  /** the last segment of the problem type, where this type is demanded */
  problem: string | null;
}

export const freedoms: Record<FreedomId, Freedom> = {
${freedoms.map(({ id, why: _, ...freedom }) => `  '${id}': ${JSON.stringify(freedom)},`).join('\n')}
};
`;
}
