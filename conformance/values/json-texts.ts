const spaces = ['', ' ', '\n', '\t\r'];

/**
 * One object as JSON: each letter plain or escaped in one of three ways, with white space wherever JSON allows it.
 *
 * @param ways numbers from 0 to 15, each of which decides how the next letter or space is written
 */
export function jsonTextOf(members: Record<string, string>, ways: number[]): string {
  let at = 0;
  const way = () => ways[at++ % ways.length]!;
  const space = () => spaces[way() >> 2]!;
  const text = (value: string) => `"${[...value].map((letter) => escapedLetter(way() & 3, letter)).join('')}"`;
  const pairs = Object.entries(members).map(
    ([name, value]) => `${space()}${text(name)}${space()}:${space()}${text(value)}${space()}`,
  );
  return `${space()}{${pairs.join(',')}}${space()}`;
}

function escapedLetter(way: number, letter: string): string {
  const short = letter === '/' ? '\\/' : JSON.stringify(letter).slice(1, -1);
  if (way === 0) return JSON.stringify(letter).slice(1, -1);
  if (way === 3) return short;
  const units = Array.from({ length: letter.length }, (_, unit) =>
    letter.charCodeAt(unit).toString(16).padStart(4, '0'),
  );
  return units.map((unit) => `\\u${way === 1 ? unit : unit.toUpperCase()}`).join('');
}
