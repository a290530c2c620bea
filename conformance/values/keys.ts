import { rowsOf } from './rows-of.ts';

/** API keys that a careless lookup confuses with an issued one, or fails on. */
export const unlikelyKeys: Record<string, string> = {
  'an unknown key': 'never-issued-4f1c6b0d9a7e',
  ...Object.fromEntries(
    Object.entries({
      ...rowsOf('x', '0', 'null', 'undefined', 'true', 'constructor', '__proto__', '%', '*', "'OR'1'='1"),
      '500 characters': 'k'.repeat(500),
    }).map(([label, value]) => [`the key ${label}`, value]),
  ),
};

/** Idempotency keys that are illegal, made from a text that no other request has. */
export const illegalKeys: Record<string, (tag: string) => string> = {
  '256 characters': (tag) => tag.padEnd(256, 'x'),
  'a space in it': (tag) => `two words-${tag}`,
  '1000 characters': (tag) => tag.padEnd(1000, 'x'),
  'a tab in it': (tag) => `two\twords-${tag}`,
  'a letter beyond ASCII': (tag) => `cl\u00e9-${tag}`,
};
