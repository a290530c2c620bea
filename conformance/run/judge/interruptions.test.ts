import { expect, test } from 'vitest';
import { create, exchangeOf, problem, type Received } from '../../oracle/testing.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { awayIn } from './interruptions.ts';

const page: Received = {
  status: 503,
  headers: { 'Content-Type': 'text/html', 'Retry-After': '1' },
  bytes: Buffer.from(''),
};
const sent = (reference: string, received: Received): Exchange => ({
  ...exchangeOf(create(reference), received),
  started: 10,
  milliseconds: 5,
});

test.each<[string, Exchange, boolean]>([
  ['while a gateway asks for a pause', sent('user-1', page), true],
  ['not while the service asks for one', sent('user-1', problem(503, 'unavailable')), false],
  [
    'not when a page is in the place of an error that the sandbox was asked for',
    sent('sandbox:error:503', page),
    false,
  ],
  ['not when the receiver rejects an event', { ...sent('user-1', page), received: true }, false],
])('the service is away %s', (_, exchange, isAway) => {
  expect(awayIn({ exchanges: [exchange] })).toEqual(isAway ? [{ start: 10, end: 15 }] : []);
});
