import { hasBothCases } from '../letter-case.ts';

/** Ids of cases that were never opened: in no form of its own, in that of a UUID, and in that of the contract. */
export const unknownIds = ['case-that-was-never-opened', '00000000-0000-4000-8000-000000000000', 'ZZZZZZZZZZZZZZZZ'];

/** Ids that every router passes to the handler: no lone dots, no slashes, no incomplete percent-encoding. */
export const malformedIds = [
  'x',
  'short',
  '0',
  '1'.repeat(20),
  'x'.repeat(65),
  'x'.repeat(200),
  'x'.repeat(255),
  'a.b.c.d.e.f.g.h.i.j',
  "' OR '1'='1",
  'not an id at all',
  'ñandú-ñandú-ñandú',
  '*',
  'null',
];

/** Ids that a careless lookup takes for the given one. */
export const nearIds: Record<string, (id: string) => string> = {
  'without its last character': (id) => id.slice(0, -1),
  'without its first character': (id) => id.slice(1),
  'with a 0 after it': (id) => `${id}0`,
  'with a 0 before it': (id) => `0${id}`,
  'with a space after it': (id) => `${id} `,
  'with a space before it': (id) => ` ${id}`,
  // The wildcard of LIKE in SQL.
  'with a LIKE wildcard as its first character': (id) => `_${id.slice(1)}`,
  'without its prefix': (id) => id.replace(/^[a-z]+[_-]/, ''),
  // UUID parsers often ignore hyphens.
  'without its hyphens': (id) => id.replaceAll('-', ''),
};

/** The same, of which a server or a proxy may read only a part (D27, D95). */
export const cutIds: Record<string, (id: string) => string> = {
  'with a line end after it': (id) => `${id}\n`,
  'with a parameter after it': (id) => `${id};x`,
};

/** Every change of the id of a case, by its label. */
export const idsAs: Record<string, (id: string) => string> = {
  ...nearIds,
  ...cutIds,
  'with a file extension': (id) => `${id}.json`,
  'with other letters': withOtherLetters,
};

/** With the other letter case. UUIDs and ULIDs have one letter case, and mean the same in both: they stay as they are. */
function withOtherLetters(id: string): string {
  const end = id.slice(-12);
  if (!hasBothCases(id)) return id;
  const swapped = end.replaceAll(/[a-zA-Z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
  return id.slice(0, -12) + swapped;
}

/**
 * An id that was never assigned but has the form of this one, so that a router which checks the form treats both alike:
 * the last eight characters are rotated.
 */
export function unknownLike(id: string): string {
  // Rotating a short number could produce the id of another case of this run.
  if (/^[0-9]{1,9}$/.test(id)) return String(Number(id) + 900_000_000);
  const tail = id.slice(-8);
  for (let by = 1; by < tail.length; by += 1) {
    const rotated = tail.slice(by) + tail.slice(0, by);
    if (rotated !== tail) return id.slice(0, -8) + rotated;
  }
  return `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
}
