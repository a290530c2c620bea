import { expect, test } from 'vitest';
import type { TestableId } from '../generated/requirements.ts';
import type { Result } from '../conformance/engine/verdict.ts';
import { resultOf } from '../conformance/testing.ts';
import { compare } from './prove.ts';

const row = 'a PUT';
const fault = {
  name: 'responds with 203 to a wrong method',
  breaks: { 'http.wrong-method-405': { code: 'wrong-status', row, pointer: '/id', actual: '203' } } as const,
};
const caught = resultOf('http.wrong-method-405', 'fail', {
  code: 'wrong-status',
  row,
  mismatches: [{ pointer: '/id', expected: '', actual: '' }],
  actual: 'status 203',
  reason: 'expected status 405, but got status 203',
});

test('a fault that is detected as declared leaves no gap', () => {
  expect(compare(fault, [caught, resultOf('http.no-store', 'pass')])).toEqual({
    name: fault.name,
    caught: { 'http.wrong-method-405': { code: 'wrong-status', row } },
    gaps: [],
    unseen: [],
  });
});

test('a failure that a race decides may have one of several codes', () => {
  const racing = {
    ...fault,
    breaks: { 'http.wrong-method-405': { code: ['missing-header', 'wrong-status'] } },
  } as const;
  expect(compare(racing, [caught]).gaps).toEqual([]);
  expect(compare(racing, [{ ...caught, code: 'invalid-json' }]).gaps).toHaveLength(1);
});

test.each<[string, Result[], RegExp]>([
  ['is not detected', [resultOf('http.wrong-method-405', 'pass')], /http\.wrong-method-405 did not fail: pass/],
  ['is detected with another code', [{ ...caught, code: 'missing-header' }], /failed with missing-header, but not as/],
  ['is detected in another row', [{ ...caught, row: 'a GET' }], /failed with wrong-status, but not as/],
  ['is detected at another place', [{ ...caught, mismatches: [] }], /failed with wrong-status, but not as/],
  ['is detected for another value', [{ ...caught, actual: 'status 404' }], /failed with wrong-status, but not as/],
  [
    'fails another check too',
    [caught, resultOf('http.no-store', 'fail', { reason: 'x' })],
    /http\.no-store failed undeclared with undefined: x/,
  ],
  [
    'leaves a check inconclusive without cause',
    [caught, resultOf('http.no-cors', 'inconclusive')],
    /http\.no-cors is inconclusive without cause/,
  ],
  [
    'breaks the suite',
    [caught, resultOf('http.no-cors', 'error', { stack: 'TypeError' })],
    /http\.no-cors is an error: TypeError/,
  ],
])('a fault that %s is a gap', (_, results, gap) => {
  const { gaps } = compare(fault, results);
  expect(gaps).toHaveLength(1);
  expect(gaps[0]).toMatch(gap);
});

test('a check that a declared failure blocks, directly or through another check, is not a gap', () => {
  const results = [
    caught,
    resultOf('http.no-cors', 'inconclusive', { blockedBy: 'http.wrong-method-405' }),
    resultOf('http.allow', 'inconclusive', { blockedBy: 'http.no-cors' }),
  ];
  expect(compare(fault, results).gaps).toEqual([]);
});

const other = { ...fault.breaks, 'http.no-cors': 'wrong-header' } as const;
const wrongHeader = resultOf('http.no-cors', 'fail', { code: 'wrong-header' });
test.each<[string, Result[], TestableId[]]>([
  ['that passes', [caught, resultOf('http.no-cors', 'pass')], ['http.no-cors']],
  [
    'that another one blocks',
    [caught, resultOf('http.no-cors', 'inconclusive', { blockedBy: 'http.wrong-method-405' })],
    ['http.no-cors'],
  ],
  ['but not one that fails otherwise than declared', [{ ...caught, row: 'a GET' }, wrongHeader], []],
])('reports a declared check %s', (_, results, unseen) => {
  expect(compare({ ...fault, breaks: other }, results).unseen).toEqual(unseen);
});
