import { expect, test } from 'vitest';
import { Progress } from './progress.ts';

test('estimates the remaining time from the weights of what is done', () => {
  let now = 0;
  const progress = new Progress(10, () => now);
  expect(progress.line()).toBe('0 %: 0 faults in 0 s, 0 to prove again alone; no estimate yet');

  now = 60_000;
  progress.add(1, false);
  progress.add(1, true);
  expect(progress.line()).toBe('20 %: 2 faults in 60 s, 1 to prove again alone; about 4 min left');

  now = 100_000;
  progress.add(8, false);
  expect(progress.line()).toBe('100 %: 3 faults in 2 min, 1 to prove again alone; proving those alone');
});
