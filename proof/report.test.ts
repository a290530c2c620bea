import { expect, test } from 'vitest';
import { requirements, type TestableId } from '../generated/requirements.ts';
import type { Proof } from './prove.ts';
import { reportOf, summaryOf } from './report.ts';

const known = ['get-case.status', 'get-case.score', 'idempotency.kept-24-hours'];
const some = requirements.filter(({ id }) => known.includes(id));
const proof = (name: string, id: TestableId, gaps: string[] = []): Proof => ({
  name,
  caught: [id],
  gaps,
});
const proofs = [
  proof('responds with no status', 'get-case.status'),
  proof('responds with no score', 'get-case.score', ['get-case.score did not fail']),
];
const whole = { partial: false, repeated: 1, seconds: 7 };

test('counts the detected faults and the requirements that failed for them', () => {
  expect(reportOf(some, proofs, whole)).toEqual({
    ...whole,
    faults: 2,
    caught: 1,
    gaps: 1,
    testable: 2,
    seenToFail: 1,
    neverFailed: ['get-case.score'],
    results: [
      { name: 'responds with no status', failed: ['get-case.status'], gaps: [] },
      { name: 'responds with no score', failed: ['get-case.score'], gaps: ['get-case.score did not fail'] },
    ],
  });
});

test('a run of some faults does not say which requirements never failed', () => {
  expect(reportOf(some, [], { ...whole, partial: true }).neverFailed).toEqual([]);
});

test('the summary has the counts', () => {
  expect(summaryOf(reportOf(some, proofs, whole))).toBe(
    '1 of 2 faults detected; 1 of 2 requirements failed for a fault; 1 tested again alone; 7 s',
  );
});
