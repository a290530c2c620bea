import { expect, test } from 'vitest';
import { requirements, type TestableId } from '../generated/requirements.ts';
import type { Proof } from './prove.ts';
import { reportOf, summaryOf } from './report.ts';

const known = ['get-case.status', 'get-case.score', 'idempotency.kept-24-hours'];
const some = requirements.filter(({ id }) => known.includes(id));
const proof = (name: string, id: TestableId, gaps: string[] = []): Proof => ({
  name,
  caught: { [id]: 'wrong-status' },
  gaps,
  unseen: [],
});
const proofs = [
  proof('responds with no status', 'get-case.status'),
  proof('responds with no score', 'get-case.score', ['get-case.status failed undeclared']),
];
const whole = { partial: false, seed: 1, runs: 2, repeated: 1, seconds: 7 };

test('counts the detected faults and the checks that failed on them', () => {
  expect(reportOf(some, proofs, whole)).toEqual({
    ...whole,
    faults: 2,
    caught: 1,
    gaps: 1,
    testable: 2,
    checksSeenToFail: 1,
    neverFailed: ['get-case.score'],
    results: [
      { name: 'responds with no status', failedChecks: ['get-case.status'], gaps: [] },
      { name: 'responds with no score', failedChecks: ['get-case.score'], gaps: ['get-case.status failed undeclared'] },
    ],
  });
});

test('a run of some faults does not say which checks never failed', () => {
  expect(reportOf(some, [], { ...whole, partial: true }).neverFailed).toEqual([]);
});

test('the summary has the counts', () => {
  expect(summaryOf(reportOf(some, proofs, whole))).toBe(
    '1 of 2 faults detected as declared; 1 of 2 checks failed for a fault; 1 tested again alone; 2 runs in 7 s',
  );
});
