import { expect, test } from 'vitest';
import type { TestableId } from '../generated/requirements.ts';
import type { Result } from '../conformance/engine/verdict.ts';
import { resultOf } from '../conformance/testing.ts';
import { compare } from './prove.ts';

const row = 'a PUT';
const fault = {
  name: 'responds with 203 to a wrong method',
  breaks: { 'webhook.method-post': { code: 'wrong-status', row, pointer: '/id', actual: '203' } } as const,
};
const caught = resultOf('webhook.method-post', 'fail', {
  code: 'wrong-status',
  row,
  mismatches: [{ pointer: '/id', expected: '', actual: '' }],
  actual: 'status 203',
  reason: 'expected status 405, but got status 203',
});

test('a fault that is detected as declared leaves no gap', () => {
  expect(compare(fault, [caught, resultOf('webhook.ids-differ', 'pass')])).toEqual({
    name: fault.name,
    caught: { 'webhook.method-post': { code: 'wrong-status', row } },
    gaps: [],
    unseen: [],
  });
});

test.each<[string, Result[], RegExp]>([
  ['is not detected', [resultOf('webhook.method-post', 'pass')], /webhook\.method-post did not fail: pass/],
  [
    'breaks the suite',
    [caught, resultOf('webhook.signature', 'error', { stack: 'TypeError' })],
    /webhook\.signature is an error: TypeError/,
  ],
])('a fault that %s is a gap', (_, results, gap) => {
  const { gaps } = compare(fault, results);
  expect(gaps).toHaveLength(1);
  expect(gaps[0]).toMatch(gap);
});

const other = { ...fault.breaks, 'webhook.signature': 'wrong-header' } as const;
const wrongHeader = resultOf('webhook.signature', 'fail', { code: 'wrong-header' });
test.each<[string, Result[], TestableId[]]>([
  ['that passes', [caught, resultOf('webhook.signature', 'pass')], ['webhook.signature']],
  [
    'that another one blocks',
    [caught, resultOf('webhook.signature', 'inconclusive', { blockedBy: 'webhook.method-post' })],
    ['webhook.signature'],
  ],
  ['but not one that fails otherwise than declared', [{ ...caught, row: 'a GET' }, wrongHeader], []],
])('reports a declared check %s', (_, results, unseen) => {
  expect(compare({ ...fault, breaks: other }, results).unseen).toEqual(unseen);
});
