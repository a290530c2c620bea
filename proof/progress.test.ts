import { expect, test } from 'vitest';
import { Progress } from './progress.ts';

test('estimates the remaining time from the faults that are done', () => {
  let now = 0;
  const progress = new Progress(100, () => now);
  expect(progress.line()).toBe('0 of 100 faults in 0 s, all detected; no estimate yet');

  now = 60_000;
  for (let count = 0; count < 20; count += 1) progress.add(count === 0);
  expect(progress.line()).toBe('20 of 100 faults in 60 s, 1 not detected; about 4 min left');

  now = 100_000;
  for (let count = 0; count < 80; count += 1) progress.add(false);
  expect(progress.line()).toBe('100 of 100 faults in 2 min, 1 not detected; repeating those faults, one at a time');
});

test('gives no estimate before a twentieth is done', () => {
  const progress = new Progress(100, () => 0);
  for (let count = 0; count < 4; count += 1) progress.add(false);
  expect(progress.line()).toBe('4 of 100 faults in 0 s, all detected; no estimate yet');
});
