import { expect, test } from 'vitest';
import type { Exchange, Header } from '../wire/exchange.ts';
import { whileInUseOrLost } from './again.ts';

const exchange: Exchange = {
  request: { method: 'POST', url: 'http://x/cases', headers: [], body: [], credential: undefined, chunked: false },
  milliseconds: 1,
};

function rejected(problem: string, ...headers: Header[]): Exchange {
  const body = Buffer.from(JSON.stringify({ type: `/problems/${problem}` }));
  return { ...exchange, response: { status: 409, headers, body } };
}

const inUse = (...headers: Header[]) => rejected('idempotency-key-in-use', ...headers);

test('while its key is in use, a request is sent again when the response says, for as long as a service may keep it', () => {
  expect(whileInUseOrLost(inUse(['Retry-After', '1']), 1, 0)).toBe(1000);
  expect(whileInUseOrLost(inUse(['Retry-After', '60']), 1, 0)).toBe(3200);
  expect(whileInUseOrLost(inUse(['Retry-After', 'soon']), 1, 0)).toBe(250);
  expect(whileInUseOrLost(inUse(), 5, 3000)).toBe(250);
  expect(whileInUseOrLost(inUse(), 5, 3300)).toBeUndefined();
  expect(whileInUseOrLost(rejected('case-closed'), 1, 0)).toBeUndefined();
});

test('a request is sent three times while the response to its long body is lost', () => {
  const lost = { ...exchange, failure: 'connection closed without a response' };
  const long = { ...lost, request: { ...lost.request, body: [Buffer.alloc(2_000_000)] } };
  expect([1, 2, 3].map((attempt) => whileInUseOrLost(long, attempt, 0))).toEqual([0, 0, undefined]);
  expect(whileInUseOrLost(lost, 1, 0)).toBeUndefined();
  expect(whileInUseOrLost({ ...long, failure: 'no response within 10 s' }, 1, 0)).toBeUndefined();
});
