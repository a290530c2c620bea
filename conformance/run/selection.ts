import { createHash } from 'node:crypto';
import { numbers } from '../../generated/limits.ts';
import { type Requirement, requirements } from '../../generated/requirements.ts';
import type { KnownFailures } from '../known-failures/list.ts';

/** Which part of the suite runs, and how. */
export interface Selection {
  class: 'stated' | 'full';
  /** ids or families; empty: everything of the class */
  only: string[];
  /** scenarios that run at the same time */
  concurrency: number;
  /** milliseconds that one response may take, from the last byte of its request */
  timeout: number;
  /** milliseconds that the whole run may take, besides the time that its requests take at the rate */
  deadline: number;
  /** how many requests may begin in one second */
  rate?: number | undefined;
  /** start the requirements in an order that the seed decides, not in the order of the contract */
  shuffle?: boolean;
  /** decides the order; random when it is not set */
  seed?: number | undefined;
  /** neither these nor what they block turn the run red */
  known?: KnownFailures | undefined;
}

/** The default settings. */
export const wholeSuite: Selection = {
  class: 'full',
  only: [],
  concurrency: 48,
  timeout: numbers['suite-wait'],
  deadline: 300_000,
};

/** The list in an order that depends on the seed only. */
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
