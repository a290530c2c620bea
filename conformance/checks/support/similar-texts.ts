import type { Credential } from '../../engine/exchange.ts';

/** Keys that resemble an issued one. */
export function similarTexts({ value, shell }: Credential): Record<string, Credential> {
  const swapped = [...value]
    .map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()))
    .join('');
  // Not a digit: keys of tests are often numbered, and the next number may have been issued.
  const last = value.at(-1) === 'Z' ? 'Y' : 'Z';
  const middle = Math.floor(value.length / 2);
  const other = value[middle] === 'Z' ? 'Y' : 'Z';
  const rows: Record<string, Credential> = {
    'its last character missing': { value: value.slice(0, -1), shell: `\${${shell.slice(1)}%?}` },
    'its first character missing': { value: value.slice(1), shell: `\${${shell.slice(1)}#?}` },
    'one character before': { value: `Z${value}`, shell: `Z\${${shell.slice(1)}}` },
    'one character more': { value: `${value}Z`, shell: `\${${shell.slice(1)}}Z` },
    'an equals sign more': { value: `${value}=`, shell: `\${${shell.slice(1)}}=` },
    'its last character changed': { value: value.slice(0, -1) + last, shell: `\${${shell.slice(1)}%?}${last}` },
    'a character in its middle changed': {
      value: value.slice(0, middle) + other + value.slice(middle + 1),
      shell: `(${shell} with a character in its middle changed)`,
    },
    'its first half': { value: value.slice(0, Math.ceil(value.length / 2)), shell: `(the first half of ${shell})` },
    'upper and lower case exchanged': { value: swapped, shell: `(${shell} with upper and lower case exchanged)` },
  };
  return Object.fromEntries(Object.entries(rows).filter(([, row]) => row.value !== value && row.value !== ''));
}

/**
 * An id that was never assigned but has the form of this one, whatever that is: a router that knows the form of ids
 * treats both alike. The last eight characters change places.
 */
export function unknownLike(id: string): string {
  const tail = id.slice(-8);
  for (let by = 1; by < tail.length; by += 1) {
    const turned = tail.slice(by) + tail.slice(0, by);
    if (turned !== tail) return id.slice(0, -8) + turned;
  }
  return `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
}
