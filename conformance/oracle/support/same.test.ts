import { expect, test } from 'vitest';
import { differing, isSame } from './same.ts';

const at = (digits: string) => ({ created_at: `2026-01-01T09:30:00${digits}Z` });

test.each<[string, unknown, unknown]>([
  ['zeros at the end', at(''), at('.000')],
  ['nanoseconds, cut to microseconds', at('.123456789'), at('.123456')],
  ['nanoseconds, rounded to microseconds', at('.123456789'), at('.123457')],
  ['microseconds, rounded to the next second', at('.999999'), { created_at: '2026-01-01T09:30:01.000Z' }],
  ['microseconds, rounded to a tenth that is written short', at('.099999'), at('.1')],
  ['a time within a list', [at('.5')], [at('.50')]],
  ['minus zero', { score: -0 }, { score: 0 }],
  ['another order of properties', { a: 1, b: 2 }, { b: 2, a: 1 }],
])('are the same: %s', (_, one, other) => {
  expect(isSame(one, other)).toBe(true);
  expect(isSame(other, one)).toBe(true);
});

test.each<[string, unknown, unknown]>([
  ['milliseconds and whole seconds', at('.123'), at('')],
  ['two milliseconds', at('.123'), at('.124')],
  ['microseconds and the millisecond after the next', at('.123001'), at('.125')],
  ['microseconds and the millisecond after them, not rounded', at('.123001'), at('.124')],
  ['two times with microseconds', at('.123456'), at('.123457')],
  ['a reference that looks like a time', { reference: at('.0').created_at }, { reference: at('').created_at }],
  ['no time', at(''), { created_at: null }],
  ['a missing property', { a: 1, b: undefined }, { a: 1 }],
  ['other names', { a: undefined }, { b: undefined }],
  ['another order of a list', [1, 2], [2, 1]],
  ['a text and a number', '1', 1],
])('are not the same: %s', (_, one, other) => {
  expect(isSame(one, other)).toBe(false);
  expect(isSame(other, one)).toBe(false);
});

test('two objects differ in the properties that have another value, or that only one has', () => {
  const one = { id: 'a', decided_at: '2026-01-01T00:00:00.1Z', status: 'PENDING', score: 0 };
  const other = { id: 'a', decided_at: '2026-01-01T00:00:00.100Z', status: 'DENIED' };
  expect(differing(one, other)).toEqual([{ status: 'PENDING', score: 0 }, { status: 'DENIED' }]);
  expect(differing(one, 'text')).toEqual([one, 'text']);
});
