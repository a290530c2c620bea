import { expect, test } from 'vitest';
import type { Exchange } from '../wire/exchange.ts';
import { Follower } from './follower.ts';
import { Oracle } from './oracle.ts';
import { create, exchangeOf, opened, read, shown, world } from './testing.ts';
import { worldOf } from './terms.ts';

const id = 'case_0123456789abcdef';
const at = (started: number, milliseconds: number, exchange: Exchange): Exchange => ({
  ...exchange,
  started,
  milliseconds,
});
const opens = at(0, 50, exchangeOf(create(), opened(id)));
const shows = at(60, 10, exchangeOf(read(id), shown()));
const later = at(80, 10, exchangeOf(read(id), shown()));

const follower = () => new Follower(new Oracle(worldOf(world)));
const startsOf = (judged: ReturnType<Follower['judged']>) => [...judged].map(({ reading }) => reading.span.start);

test('exchanges are judged in the order in which they ended, each once all have ended that began before its end', () => {
  const followed = follower();
  for (const exchange of [shows, opens]) followed.add(exchange);
  expect(startsOf(followed.judged(40))).toEqual([]);
  expect(startsOf(followed.judged(65))).toEqual([0]);
  followed.add(later);
  expect(startsOf(followed.judged(70))).toEqual([60]);
  expect(followed.isIdle).toBe(false);
  expect(startsOf(followed.judged())).toEqual([80]);
  expect(followed.isIdle).toBe(true);
});
