import { createHash } from 'node:crypto';
import { type Requirement, requirements } from '../../generated/requirements.ts';

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
  /** the checks begin in an order that the seed decides; without it as the contract lists them */
  shuffle?: boolean;
  /** decides the order and what is generated; without it any number does */
  seed?: number;
  /** failures that are known, by id their reason: they do not turn the run red */
  known?: Map<string, string>;
}

export const wholeSuite: Selection = { class: 'full', only: [], concurrency: 24, timeout: 10_000, deadline: 300_000 };

/** The same list in an order that only the seed decides. */
export function shuffled<T extends { id: string }>(list: T[], seed: number): T[] {
  const rank = ({ id }: T) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  return list
    .map((item) => ({ item, rank: rank(item) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ item }) => item);
}

/** The requirements that a selection names, in the order of the contract. */
export function selected({ class: name, only }: Pick<Selection, 'class' | 'only'>): Requirement[] {
  return requirements.filter(
    (requirement) =>
      (name === 'full' || requirement.class === 'stated') &&
      (only.length === 0 || only.includes(requirement.id) || only.includes(requirement.family)),
  );
}
