import { expect, test } from 'vitest';
import type { Failure, ScenarioResult } from '../run/verdict.ts';
import { resultOf } from '../testing.ts';
import { distinctFindings } from './findings.ts';
import { resultLines } from './finding-text.ts';
import { reportOf } from './report.ts';
import { context, exchange, failureOf, judgement } from './testing.ts';

const id = 'create-case.invalid-body';
const failed = (label: string, more: Partial<Failure> = {}): ScenarioResult => {
  const failure = failureOf(id, exchange({}), { expected: 'status 422', actual: 'status 201', ...more });
  return { label, verdict: 'fail', reason: 'r', failure };
};
const passed: ScenarioResult = { label: 'one letter', verdict: 'pass', reason: '' };
const resultWith = (...scenarios: ScenarioResult[]) => resultOf(id, 'fail', { scenarios });

test('scenarios with the same rule, expected value and kind of actual value have one finding', () => {
  const result = resultWith(
    failed('another', { kind: 'state', expected: 'the reference "a"', actual: '"b"' }),
    failed('empty'),
    passed,
    failed('a tab'),
    failed('accepted otherwise', { actual: 'status 200' }),
    failed('rejected otherwise', { actual: 'status 400' }),
    failed('another rule', { requirement: 'create-case.location' }),
    failed('the same with other values', { kind: 'state', expected: 'the reference "c"', actual: '"d \\" 1"' }),
  );
  expect(distinctFindings(result).map(({ count, kind, scenarios }) => [count, kind, ...scenarios])).toEqual([
    [3, 'answer', 'empty', 'a tab', 'accepted otherwise'],
    [2, 'state', 'another', 'the same with other values'],
    [1, 'answer', 'rejected otherwise'],
    [1, 'answer', 'another rule'],
  ]);
});

test.each([
  [
    [failed('empty'), failed('a tab')],
    ['expected status 422, got status 201 · 1 of 3 scenarios pass · "empty" and 1 more'],
  ],
  [
    [failed('empty'), failed('a tab', { actual: 'status 500' })],
    [
      '2 problems, 1 of 3 scenarios pass',
      'expected status 422, got status 201 · "empty"',
      'expected status 422, got status 500 · "a tab"',
    ],
  ],
])('a result is described by its only problem, or by their number and a line for each', (scenarios, lines) => {
  const [result] = reportOf(judgement([resultWith(...scenarios, passed)]), context).results;
  expect(resultLines(result!)).toEqual(lines);
});
