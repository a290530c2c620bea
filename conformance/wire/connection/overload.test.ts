import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Overload } from './overload.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const many = (count: number, respond: () => void) => Array.from({ length: count }, respond);

test('while few requests are rejected, the others do not wait', () => {
  const overload = new Overload();
  for (let round = 0; round < 20; round += 1) {
    many(7, () => overload.rejected(1000));
    expect(overload.pause).toBe(0);
    many(9, () => overload.accepted());
  }
});

test('while most requests are rejected, all wait as long as the last response asks for', () => {
  const overload = new Overload();
  many(20, () => overload.accepted());
  many(8, () => overload.rejected(1000));
  expect(overload.pause).toBe(1000);
  vi.advanceTimersByTime(400);
  expect(overload.pause).toBe(600);
  overload.rejected(1000);
  expect(overload.pause).toBe(1000);
});

test('the others wait no longer when most requests are accepted again', () => {
  const overload = new Overload();
  many(16, () => overload.rejected(1000));
  vi.advanceTimersByTime(1000);
  many(9, () => overload.accepted());
  overload.rejected(1000);
  expect(overload.pause).toBe(0);
});
