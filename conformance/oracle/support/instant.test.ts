import { describe, expect, test } from 'vitest';
import { millisecondsOf, millisecondsOfDate, nanosecondsOf } from './instant.ts';

const second = Date.UTC(2026, 0, 1, 9, 30, 52);

describe('a timestamp', () => {
  test.each([
    ['52Z', 0],
    ['52.5Z', 500],
    ['52.038Z', 38],
    ['52.038999999Z', 38],
    ['52.0380000000Z', 38],
  ])('that ends in %s has its milliseconds', (end, milliseconds) => {
    expect(millisecondsOf(`2026-01-01T09:30:${end}`)).toBe(second + milliseconds);
  });

  test('has nanoseconds', () => {
    expect(nanosecondsOf('2026-01-01T09:30:52.000000001Z')).toBe(BigInt(second) * 1_000_000n + 1n);
  });

  test.each([null, 1767259800, '2026-01-01', '2026-01-01 09:30:52Z', '2026-01-01T09:30:52+00:00', 'today'])(
    'is not %s',
    (value) => {
      expect(millisecondsOf(value)).toBeNaN();
      expect(nanosecondsOf(value)).toBeUndefined();
    },
  );
});

test('a Date is that of HTTP, and nothing else', () => {
  expect(millisecondsOfDate('Thu, 01 Jan 2026 09:30:52 GMT')).toBe(second);
  for (const other of [undefined, 'today', '2026-01-01T09:30:52Z', 'Thu, 01 Foo 2026 09:30:52 GMT'])
    expect(millisecondsOfDate(other)).toBeNaN();
});
