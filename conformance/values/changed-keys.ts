import type { Credential } from '../wire/exchange.ts';
import { identifiable } from './texts.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

type ChangeKey = (key: string, shell: string) => Credential;

const basic =
  (before: string, after: string): ChangeKey =>
  (key, shell) => ({
    value: base64(before + key + after),
    shell: `$(printf %s "${before}${shell}${after}" | base64 -w0)`,
  });

const swapCase = (key: string) =>
  [...key].map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase())).join('');

// Not a digit: keys of tests are often numbered, and the next number may have been issued.
const otherThan = (letter: string | undefined) => (letter === 'Z' ? 'Y' : 'Z');

function withOtherMiddle(key: string): string {
  const middle = Math.floor(key.length / 2);
  return key.slice(0, middle) + otherThan(key[middle]) + key.slice(middle + 1);
}

/** The name of the variable in `$NAME`. */
const nameOf = (shell: string) => shell.slice(1);

/**
 * Changes of an API key by name: each gives another text, and the shell expression that stands for it in reports, which is
 * part of a word in double quotes.
 */
export const changes: Record<string, ChangeKey> = {
  'its last character missing': (key, shell) => ({ value: key.slice(0, -1), shell: `\${${nameOf(shell)}%?}` }),
  'its first character missing': (key, shell) => ({ value: key.slice(1), shell: `\${${nameOf(shell)}#?}` }),
  'one character before': (key, shell) => ({ value: `Z${key}`, shell: `Z\${${nameOf(shell)}}` }),
  'one character more': (key, shell) => ({ value: `${key}Z`, shell: `\${${nameOf(shell)}}Z` }),
  'one more equals sign': (key, shell) => ({ value: `${key}=`, shell: `\${${nameOf(shell)}}=` }),
  'its last character changed': (key, shell) => ({
    value: key.slice(0, -1) + otherThan(key.at(-1)),
    shell: `\${${nameOf(shell)}%?}${otherThan(key.at(-1))}`,
  }),
  'one character in the middle changed': (key, shell) => ({
    value: withOtherMiddle(key),
    shell: `(${shell} with a character in its middle changed)`,
  }),
  'its first half': (key, shell) => ({
    value: key.slice(0, Math.ceil(key.length / 2)),
    shell: `(the first half of ${shell})`,
  }),
  'upper and lower case exchanged': (key, shell) => ({
    value: swapCase(key),
    shell: `(${shell} with upper and lower case exchanged)`,
  }),
  'hyphens and underscores exchanged': (key, shell) => ({
    value: key.replaceAll(/[-_]/g, (mark) => (mark === '-' ? '_' : '-')),
    shell: `(${shell} with hyphens and underscores exchanged)`,
  }),
  'with a word after it': (key, shell) => ({ value: `${key} x`, shell: `${shell} x` }),
  'with a comma and a word after it': (key, shell) => ({ value: `${key},x`, shell: `${shell},x` }),
  'in quotes': (key, shell) => ({ value: `"${key}"`, shell: `\\"${shell}\\"` }),
  // As some frameworks read it (RFC 9110 §11.4).
  'as the parameter token': (key, shell) => ({ value: `token="${key}"`, shell: `token=\\"${shell}\\"` }),
  'percent-encoded': (key, shell) => ({
    value: `%${key.charCodeAt(0).toString(16)}${key.slice(1)}`,
    shell: `(${shell} percent-encoded)`,
  }),
  'an identifiable text instead': () => ({ value: identifiable, shell: identifiable }),
  'as the user of Basic': basic('', ':'),
  'as the password of Basic': basic('api:', ''),
};

/** The changed key; undefined when the change leaves this one as it is, or nothing of it. */
export function changedKey({ value, shell }: Credential, change: string): Credential | undefined {
  const changed = changes[change]!(value, shell);
  return changed.value === value || changed.value === '' ? undefined : changed;
}
