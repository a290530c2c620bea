import { closestMatch } from 'leven';

/** The name that a user may have meant; undefined when none is similar. */
export const closest = (name: string, known: readonly string[]): string | undefined =>
  closestMatch(name, known, { maxDistance: Math.max(2, Math.floor(name.length / 3)) });

/** Suggests the name that a user may have meant; empty when no name is similar. */
export function near(name: string, known: readonly string[]): string {
  const meant = closest(name, known);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}
