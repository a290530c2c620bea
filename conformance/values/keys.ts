import { rowsOf } from './rows-of.ts';
import type { EqualLooking } from './texts.ts';

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
  'a space inside': (tag) => `two words-${tag}`,
  '1000 characters': (tag) => tag.padEnd(1000, 'x'),
  'a tab inside': (tag) => `two\twords-${tag}`,
  'a non-ASCII letter': (tag) => `cl\u00e9-${tag}`,
};

/** Changes of a key that has a hyphen and letters of both cases, as two texts that look equal differ. */
const equalLookingKeys = {
  'letters of both cases': (key) => key.toUpperCase(),
  'a hyphen and an underscore': (key) => key.replace('-', '_'),
  'a text in quotes': (key) => `"${key}"`,
  'a text with and without a part that a shell or a query cuts': (key) => `${key};x=1`,
  'a percent-encoded letter': (key) => `%${key.charCodeAt(0).toString(16).toUpperCase()}${key.slice(1)}`,
} satisfies Partial<Record<EqualLooking, (key: string) => string>>;

/** Idempotency keys that a careless lookup takes for the given one. */
export const similarKeys: Record<string, (key: string) => string> = {
  ...equalLookingKeys,
  'small letters': (key) => key.toLowerCase(),
  'one letter more': (key) => `${key}x`,
  'one letter less': (key) => key.slice(0, -1),
  'a list that begins with it': (key) => `${key},x`,
  'a slash after it': (key) => `${key}/`,
  'a path that begins with it': (key) => `${key}/x`,
  'a path that leads to it': (key) => `x/../${key}`,
  'a dot after it': (key) => `${key}.`,
};

/** Other forms of a UUID in small letters; as an idempotency key, each is another key. */
export const uuidForms: Record<string, (uuid: string) => string> = {
  'in capital letters': (uuid) => uuid.toUpperCase(),
  'without hyphens': (uuid) => uuid.replaceAll('-', ''),
  'in braces': (uuid) => `{${uuid}}`,
  'as a URN': (uuid) => `urn:uuid:${uuid}`,
};

const visible = Array.from({ length: 0x7e - 0x21 + 1 }, (_, at) => String.fromCharCode(0x21 + at)).join('');

/** Legal idempotency keys, made from a text that no other request has. */
export const legalKeys: Record<string, (tag: string) => string> = {
  '255 characters': (tag) => tag.padEnd(255, 'x'),
  '255 characters, another at the end': (tag) => tag.padEnd(254, 'x') + 'y',
  'every visible character': (tag) => visible + tag,
  'every visible character, another at the end': (tag) => `${visible}${tag}x`,
  'every visible character, behind': (tag) => tag + visible,
  'every visible character, behind another': (tag) => `${tag}x${visible}`,
};

/** Every change of an idempotency key, by its label. */
export const idempotencyKeysAs: Record<string, (key: string) => string> = {
  ...illegalKeys,
  ...similarKeys,
  ...uuidForms,
  ...legalKeys,
};
