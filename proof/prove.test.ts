import { expect, test } from 'vitest';
import type { Result } from '../conformance/run/judge/verdict.ts';
import { resultOf } from '../conformance/testing.ts';
import { compare } from './prove.ts';

const fault = { name: 'responds with 203 to a wrong method', breaks: ['webhook.request-form' as const] };
const caught = resultOf('webhook.request-form', 'fail');

test('a fault is detected when what it breaks fails, whatever else fails', () => {
  expect(compare(fault, [caught, resultOf('webhook.ids-differ', 'warning')])).toEqual({
    name: fault.name,
    caught: ['webhook.request-form', 'webhook.ids-differ'],
    gaps: [],
  });
});

test.each<[string, Result[], RegExp]>([
  ['is not detected', [resultOf('webhook.request-form', 'pass')], /webhook\.request-form did not fail: pass/],
  ['does not run', [], /webhook\.request-form did not fail: not run/],
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
