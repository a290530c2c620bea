import { expect, test } from 'vitest';
import { Coverage } from './coverage.ts';
import { numbersFrom } from './step.ts';
import { twistNames } from './twists/index.ts';

test('every change is tried once in a situation before one is repeated there', () => {
  const coverage = new Coverage(numbersFrom(7));
  const count = twistNames.read.length;
  const drawn = (situation: 'own' | 'foreign') => Array.from({ length: count }, () => coverage.draw('read', situation));
  for (const situation of ['own', 'foreign'] as const)
    expect(drawn(situation).toSorted()).toEqual(twistNames.read.toSorted());
  expect(coverage.visited).toBe(2 * count);
  expect(twistNames.read).toContain(coverage.draw('read', 'own'));
  expect(coverage.visited).toBe(2 * count);
});
