import { expect, test } from 'vitest';
import type { Failure, ScenarioResult } from '../run/judge/verdict.ts';
import { resultOf } from '../testing.ts';
import { distinctFindings } from './findings.ts';
import { findingText } from './finding-text.ts';
import { exchange, failureOf } from './testing.ts';

const id = 'create-case.invalid-body';
const failed = (label: string, more: Partial<Failure> = {}): ScenarioResult => {
  const failure = failureOf(id, exchange({}), { expected: 'status 422', actual: 'status 201', ...more });
  return { label, verdict: 'fail', reason: 'r', failure };
};
const leadsTo = (caseId: string, actual: string): Partial<Failure> => ({
  expected: `a Location that leads to /v1/cases/${caseId}`,
  actual,
});

test('scenarios with the same rule, expected value and kind of actual value have one finding', () => {
  const scenarios = [
    failed('another', { kind: 'state', expected: 'the reference "a"', actual: '"b"' }),
    failed('empty'),
    { label: 'one letter', verdict: 'pass' as const, reason: '' },
    failed('a tab'),
    failed('accepted otherwise', { actual: 'status 200' }),
    failed('rejected otherwise', { actual: 'status 400' }),
    failed('another rule', { requirement: 'create-case.location' }),
    failed('the same with other values', { kind: 'state', expected: 'the reference "c"', actual: '"d \\" 1"' }),
    failed('an id', leadsTo('4f1c-b0d9', '/v2/0a4e')),
    failed('another id', leadsTo('case_7', '/v2/case_8')),
  ];
  const findings = distinctFindings(resultOf(id, 'fail', { scenarios }));
  expect(findings.map(({ count, kind, scenarios: labels }) => [count, kind, ...labels])).toEqual([
    [3, 'answer', 'empty', 'a tab', 'accepted otherwise'],
    [2, 'state', 'another', 'the same with other values'],
    [2, 'answer', 'an id', 'another id'],
    [1, 'answer', 'rejected otherwise'],
    [1, 'answer', 'another rule'],
  ]);
});

test('of two long values, a line shows what differs', () => {
  const value = { id: `art_${'x'.repeat(60)}`, kind: 'SELFIE', created_at: '2026-11-27T17:52:52+00:00' };
  const finding = {
    kind: 'state' as const,
    rule: 'get-case.lists-evidence' as const,
    expected: `the artifact ${JSON.stringify(value)}`,
    actual: JSON.stringify({ ...value, created_at: '2026-11-27T17:52:52Z' }),
    count: 1,
    scenarios: [],
    setting: [],
  };
  const text = findingText(finding);
  expect(text).toBe(
    'expected the artifact {…"created_at":"2026-11-27T17:52:52+00:00"}, got {…"created_at":"2026-11-27T17:52:52Z"}',
  );
});
