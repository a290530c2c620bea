import { closestMatch } from 'leven';

/** The name that a user may have meant; undefined when none is similar. */
export const closest = (name: string, known: readonly string[]): string | undefined =>
  closestMatch(name, known, { maxDistance: Math.max(2, Math.floor(name.length / 3)) });

// So many names help; a longer list is what --list or --help prints.
const most = 3;

/** The names that a user may have meant: those with the typed name as a part, or else as the beginning of one, or a similar one. */
export function meantBy(name: string, known: readonly string[]): string[] {
  const typed = `-${wordsOf(name)}`;
  if (typed.length < 3) return [];
  const having = (part: string) => known.filter((each) => `-${wordsOf(each)}-`.includes(part)).slice(0, most);
  const whole = having(`${typed}-`);
  if (whole.length > 0) return whole;
  const similar = closest(name, known);
  return similar === undefined ? having(typed) : [similar];
}

const wordsOf = (name: string) => name.toLowerCase().replaceAll(/[._]/g, '-');

/** Suggests names; empty when there is none. */
export const suggested = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` Did you mean ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)}?`;

/** Suggests the names that a user may have meant; empty when no name is similar. */
export const near = (name: string, known: readonly string[]): string => suggested(meantBy(name, known));
