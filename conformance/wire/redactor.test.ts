import { expect, test } from 'vitest';
import { redactor } from './redactor.ts';

const key = 'sk_live+51H8/xK&4eC39<HqLyjW';
const redact = redactor([{ value: key, shell: '$KEY' }]);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const urlSafe = (text: string) => Buffer.from(text).toString('base64url');
const hex = Buffer.from(key).toString('hex');
// What a service of another language writes.
const ofGo = key
  .replaceAll('&', String.raw`\u0026`)
  .replaceAll('<', String.raw`\u003c`)
  .replaceAll('+', String.raw`\u002b`);

test.each<[form: string, text: string, shown?: string]>([
  ['as it is', `<${key}>`],
  ['percent-encoded', encodeURIComponent(key)],
  ['in JSON of PHP', key.replaceAll('/', String.raw`\/`)],
  ['in JSON that HTML may contain', ofGo],
  ['in JSON of .NET', ofGo.replaceAll('003c', '003C').replaceAll('002b', '002B')],
  ['in HTML', key.replaceAll('&', '&amp;').replaceAll('<', '&lt;')],
  ['in hexadecimal', hex],
  ['in hexadecimal with capitals', `0x${hex.toUpperCase()}`],
  ['in base64', base64(key)],
  ['in base64 without its end', base64(key).replaceAll('=', '')],
  ['in base64 for addresses', urlSafe(key)],
  ['in base64 in an address', encodeURIComponent(base64(key))],
  ...['', 'u', 'us', 'use', 'Bearer '].map((before): [string, string] => [
    `in base64 behind ${JSON.stringify(before)}`,
    base64(`${before}${key}: and more`),
  ]),
  ['in base64 for addresses behind two bytes', urlSafe(`a:${key}.x`)],
])('a key is replaced %s', (_, text) => {
  const shown = redact(`{"debug":"${text}"}`);
  expect(shown).toContain('$KEY');
  // Two characters at each end may belong to its neighbours too.
  expect(shown.length).toBeLessThan(60);
  expect(shown).not.toContain(text.slice(4, 14));
});

test('what only looks like an encoded short key stays', () => {
  const short = redactor([{ value: 'one', shell: '$KEY' }]);
  expect(short('b25l 6f6e65 stone one')).toBe('b25l 6f6e65 stone $KEY');
});
