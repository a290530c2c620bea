import { type Requirement, requirements } from '../generated/requirements.ts';

/** What part of the suite runs, and how. */
export interface Selection {
  class: 'stated' | 'full';
  /** ids or families; empty: everything of the class */
  only: string[];
  /** how many checks run side by side */
  concurrency: number;
  /** milliseconds that one answer may take */
  timeout: number;
  /** milliseconds that the whole run may take */
  deadline: number;
}

export const wholeSuite: Selection = { class: 'full', only: [], concurrency: 12, timeout: 10_000, deadline: 300_000 };

/** The requirements that a selection names, in the order of the contract. */
export function selected({ class: name, only }: Pick<Selection, 'class' | 'only'>): Requirement[] {
  return requirements.filter(
    (requirement) =>
      (name === 'full' || requirement.class === 'stated') &&
      (only.length === 0 || only.includes(requirement.id) || only.includes(requirement.family)),
  );
}
