import { expect, test } from 'vitest';
import type { Exchange } from '../../../wire/exchange.ts';
import { create, exchangeOf, opened, problem, type Received } from '../../../oracle/testing.ts';
import { pauseAfterError, whileInUseOrLost } from './retry.ts';

const wait = (pause: string) => ({ 'Retry-After': pause });
const inUse = (headers = {}) => exchangeOf(create(), problem(409, 'idempotency-key-in-use', {}, headers));
const lost = { ...exchangeOf(create(), undefined), failure: 'connection closed without a response' };
const long: Exchange = { ...lost, request: { ...lost.request, body: [Buffer.alloc(2_000_000)] } };

test.each<[string, Exchange, attempt: number, after: number, pause: number | undefined]>([
  ['its key is in use', inUse(wait('1')), 1, 0, 1000],
  ['its key is in use for longer than a service may keep it', inUse(wait('60')), 1, 0, 3200],
  ['its key is in use for a time that cannot be read', inUse(wait('soon')), 1, 0, 250],
  ['its key is still in use', inUse(), 5, 3000, 250],
  ['its key was in use for too long', inUse(), 5, 3300, undefined],
  ['it was rejected otherwise', exchangeOf(create(), problem(409, 'case-closed')), 1, 0, undefined],
  ['the response to its long body was lost', long, 2, 0, 0],
  ['the response to its long body was lost three times', long, 3, 0, undefined],
  ['the response to its short body was lost', lost, 1, 0, undefined],
  ['its long body took too long', { ...long, failure: 'no response within 10 s' }, 1, 0, undefined],
])('whether a request is sent again when %s', (_, exchange, attempt, after, pause) => {
  expect(whileInUseOrLost(exchange, attempt, after)).toBe(pause);
});

const asking = (received: Received) => exchangeOf(create('sandbox:error:429#1'), received);
const asked = problem(429, 'rate-limited', {}, wait('1'));
const ofGateway = asking({ status: 429, headers: wait('0'), body: {} });
const page = asking({ status: 429, headers: { ...wait('5'), 'Content-Type': 'text/html' }, body: '' });
const slow = asking(problem(503, 'unavailable', {}, wait('2')));

test.each<[string, Exchange, attempt: number, hasSandbox: boolean, pause: number | undefined]>([
  ['the error that was asked for', asking(asked), 1, true, undefined],
  ['any other response', asking(opened('case_0123456789abcdef')), 1, true, undefined],
  ['the error of a gateway, twelve times', ofGateway, 12, true, undefined],
  ['an error that asks for a pause', slow, 1, true, 2000],
  ['a page in the place of the error, twice', page, 2, true, 5000],
  ['a page in the place of the error, three times', page, 3, true, undefined],
  ['an error that asks for a pause, six times', slow, 6, true, undefined],
  ['an error where nothing can be asked for', asking(asked), 1, false, 1000],
  ['an error that was not asked for', exchangeOf(create('user-1'), asked), 1, true, 1000],
])('whether a request that may get an error is sent again after %s', (_, exchange, attempt, hasSandbox, pause) => {
  expect(pauseAfterError(exchange, attempt, hasSandbox)).toBe(pause);
});

test('a request is soon sent again after the error of a gateway', () => {
  expect(pauseAfterError(ofGateway, 11, true)).toBeGreaterThanOrEqual(400);
});
