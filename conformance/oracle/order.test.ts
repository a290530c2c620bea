import { expect, test } from 'vitest';
import type { Exchange } from '../wire/exchange.ts';
import { contradiction } from './order.ts';
import { Oracle } from './oracle.ts';
import { worldOf } from './terms.ts';
import {
  create,
  exchangeOf,
  id,
  listing,
  opened,
  problem,
  read,
  type Received,
  type Sent,
  stored,
  upload,
  validParts,
  world,
} from './testing.ts';

const [a, b] = ['artifact_0123456789aa', 'artifact_0123456789bb'];

type Timed = [from: number, to: number, sent: Sent, received: Received];

const exchangesOf = (...timed: Timed[]): Exchange[] =>
  timed.map(([from, to, sent, received]) => ({
    ...exchangeOf(sent, received),
    started: from,
    milliseconds: to - from,
  }));

/** What each exchange breaks by itself, and what no order of all explains. */
function broken(exchanges: Exchange[]) {
  const oracle = new Oracle(worldOf(world));
  const readings = exchanges.map((exchange) => oracle.add(exchange));
  const alone = readings.flatMap((reading) => oracle.judge(reading).findings.map(({ requirement }) => requirement));
  return { alone, together: contradiction(exchanges, worldOf(world))?.requirement };
}

const open: Timed = [0, 10, create(), opened(id)];

test('two reads that each miss what the other one shows fit no order', () => {
  const uploads: Timed[] = [
    [20, 50, upload(id), stored(a)],
    [20, 50, upload(id), stored(b)],
  ];
  const reads = (one: Received, other: Received): Timed[] => [
    [25, 40, read(id), one],
    [25, 40, read(id), other],
  ];
  expect(broken(exchangesOf(open, ...uploads, ...reads(listing(a), listing(a, b))))).toEqual({ alone: [] });
  expect(broken(exchangesOf(open, ...uploads, ...reads(listing(a), listing(b))))).toEqual({
    alone: [],
    together: 'get-case.lists-evidence',
  });
});

test('of two parallel uploads for the last place of a case, one is rejected', () => {
  const ids = Array.from({ length: 21 }, (_, at) => `artifact_${String(at).padStart(16, '0')}`);
  const sequential = ids.slice(0, 19).map((each, at): Timed => [20 + 2 * at, 21 + 2 * at, upload(id), stored(each)]);
  const full = problem(409, 'artifact-limit-reached');
  const last = (second: Received): Timed[] => [
    [100, 110, upload(id), stored(ids[19]!)],
    [100, 110, upload(id), second],
  ];
  expect(broken(exchangesOf(open, ...sequential, ...last(full)))).toEqual({ alone: [] });
  expect(broken(exchangesOf(open, ...sequential, ...last(stored(ids[20]!))))).toEqual({
    alone: [],
    together: 'limits.parallel-artifacts-limited',
  });
});

test('parallel requests with one key fit the order in which one of them is first', () => {
  const keyed = { headers: { 'Idempotency-Key': 'a-key-of-parallel-uploads' } };
  const one = (received: Received): Timed => [20, 30, upload(id, validParts, keyed), received];
  const inUse = problem(409, 'idempotency-key-in-use', {}, { 'Retry-After': '1' });
  expect(broken(exchangesOf(open, one(inUse), one(stored(a)), one(stored(a))))).toEqual({
    alone: ['idempotency.in-use-waits'],
  });
});
