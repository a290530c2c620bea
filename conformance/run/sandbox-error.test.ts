import { expect, test } from 'vitest';
import type { Exchange } from '../wire/exchange.ts';
import { create, exchangeOf, opened, problem, type Received } from '../oracle/testing.ts';
import { pauseAfterError } from './sandbox-error.ts';

const asking = (received: Received): Exchange => exchangeOf(create('sandbox:error:429#1'), received);
const wait = (pause: string) => ({ 'Retry-After': pause });
const asked = problem(429, 'rate-limited', {}, wait('1'));
const ofGateway: Received = { status: 429, headers: wait('0'), body: {} };

test('ends with the error that was asked for, and with any other response', () => {
  expect(pauseAfterError(asking(asked), 1, true)).toBeUndefined();
  expect(pauseAfterError(asking(opened('case_0123456789abcdef')), 1, true)).toBeUndefined();
});

test('tries again after the error of a gateway, at most twelve times', () => {
  expect(pauseAfterError(asking(ofGateway), 11, true)).toBeGreaterThanOrEqual(400);
  expect(pauseAfterError(asking(ofGateway), 12, true)).toBeUndefined();
});

test('waits as long as the candidate asks for, and then tries less often', () => {
  const slow = problem(503, 'unavailable', {}, wait('2'));
  expect(pauseAfterError(asking(slow), 1, true)).toBe(2000);
  expect(pauseAfterError(asking(slow), 6, true)).toBeUndefined();
});

test('tries again where nothing can be asked for', () => {
  expect(pauseAfterError(asking(asked), 1, false)).toBe(1000);
  expect(pauseAfterError(exchangeOf(create('user-1'), asked), 1, true)).toBe(1000);
});
