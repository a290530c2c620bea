import { expect, test } from 'vitest';
import type { Result } from '../conformance/run/verdict.ts';
import { resultOf } from '../conformance/testing.ts';
import { compare } from './prove.ts';

const fault = { name: 'responds with 203 to a wrong method', breaks: ['webhook.method-post' as const] };
const caught = resultOf('webhook.method-post', 'fail');

test('a fault is detected when what it breaks fails, whatever else fails', () => {
  expect(compare(fault, [caught, resultOf('webhook.ids-differ', 'warning')])).toEqual({
    name: fault.name,
    caught: ['webhook.method-post', 'webhook.ids-differ'],
    gaps: [],
  });
});

test.each<[string, Result[], RegExp]>([
  ['is not detected', [resultOf('webhook.method-post', 'pass')], /webhook\.method-post did not fail: pass/],
  ['does not run', [], /webhook\.method-post did not fail: not run/],
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
