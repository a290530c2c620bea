import { expect, test } from 'vitest';
import type { TestableId } from '../generated/requirements.ts';
import type { Result } from '../conformance/engine/verdict.ts';
import { resultOf } from '../conformance/testing.ts';
import { compare } from './prove.ts';

const row = 'a read of a decided case';
const fault = {
  name: 'responds 203 to a read',
  breaks: { 'get-case.answers-200': { code: 'wrong-status', row, pointer: '/id', actual: '203' } } as const,
};
const caught = resultOf('get-case.answers-200', 'fail', {
  code: 'wrong-status',
  row,
  mismatches: [{ pointer: '/id', expected: '', actual: '' }],
  actual: 'status 203',
  reason: 'expected status 200, but got status 203',
});

test('a fault that is detected as declared leaves no gap', () => {
  expect(compare(fault, [caught, resultOf('get-case.status', 'pass')])).toEqual({
    name: fault.name,
    caught: { 'get-case.answers-200': { code: 'wrong-status', row } },
    gaps: [],
    unseen: [],
  });
});

test('a failure that a race decides may have one of several codes', () => {
  const racing = {
    ...fault,
    breaks: { 'get-case.answers-200': { code: ['missing-header', 'wrong-status'] } },
  } as const;
  expect(compare(racing, [caught]).gaps).toEqual([]);
  expect(compare(racing, [{ ...caught, code: 'invalid-json' }]).gaps).toHaveLength(1);
});

test.each<[string, Result[], RegExp]>([
  ['is not detected', [resultOf('get-case.answers-200', 'pass')], /get-case\.answers-200 did not fail: pass/],
  ['is detected with another code', [{ ...caught, code: 'missing-header' }], /failed with missing-header, but not as/],
  ['is detected in another row', [{ ...caught, row: 'a read' }], /failed with wrong-status, but not as/],
  ['is detected at another place', [{ ...caught, mismatches: [] }], /failed with wrong-status, but not as/],
  ['is detected for another value', [{ ...caught, actual: 'status 404' }], /failed with wrong-status, but not as/],
  [
    'fails another check too',
    [caught, resultOf('get-case.status', 'fail', { reason: 'x' })],
    /get-case\.status failed undeclared with undefined: x/,
  ],
  [
    'leaves a check inconclusive without cause',
    [caught, resultOf('get-case.score', 'inconclusive')],
    /get-case\.score is inconclusive without cause/,
  ],
  [
    'breaks the suite',
    [caught, resultOf('get-case.score', 'error', { stack: 'TypeError' })],
    /get-case\.score is an error: TypeError/,
  ],
])('a fault that %s is a gap', (_, results, gap) => {
  const { gaps } = compare(fault, results);
  expect(gaps).toHaveLength(1);
  expect(gaps[0]).toMatch(gap);
});

test('a check that a declared failure blocks, directly or through another check, is not a gap', () => {
  const results = [
    caught,
    resultOf('get-case.score', 'inconclusive', { blockedBy: 'get-case.answers-200' }),
    resultOf('get-case.reasons', 'inconclusive', { blockedBy: 'get-case.score' }),
  ];
  expect(compare(fault, results).gaps).toEqual([]);
});

const other = { ...fault.breaks, 'get-case.score': 'wrong-score' } as const;
const wrongScore = resultOf('get-case.score', 'fail', { code: 'wrong-score' });
test.each<[string, Result[], TestableId[]]>([
  ['that passes', [caught, resultOf('get-case.score', 'pass')], ['get-case.score']],
  [
    'that another one blocks',
    [caught, resultOf('get-case.score', 'inconclusive', { blockedBy: 'get-case.answers-200' })],
    ['get-case.score'],
  ],
  ['but not one that fails otherwise than declared', [{ ...caught, row: 'a read' }, wrongScore], []],
])('reports a declared check %s', (_, results, unseen) => {
  expect(compare({ ...fault, breaks: other }, results).unseen).toEqual(unseen);
});
