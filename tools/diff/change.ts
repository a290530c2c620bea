/** Whom a change concerns, the most serious first. */
export const groups = ['breaks clients', 'may make a conformant service fail', 'compatible'] as const;
export type Group = (typeof groups)[number];

/** One change between two contracts, with every place where it appears. */
export interface Change {
  group: Group;
  /** what changed, as one line */
  text: string;
  /** where it appears: `createCase request`, `getCase 200`; empty for requirements and decisions */
  places: string[];
}

/** Equal changes as one, with all its places; in order of their first place. */
export function merged(changes: Change[]): Change[] {
  const byText = Map.groupBy(changes, ({ group, text }) => `${group}\n${text}`);
  return [...byText.values()].map((same) => ({
    ...same[0]!,
    places: [...new Set(same.flatMap(({ places }) => places))],
  }));
}
