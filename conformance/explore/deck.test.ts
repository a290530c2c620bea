import { expect, test } from 'vitest';
import { Deck } from './deck.ts';
import { numbersFrom } from './step.ts';

test('each one is drawn once before one is repeated', () => {
  const all = [1, 2, 3, 4, 5, 6, 7];
  const deck = new Deck(all, numbersFrom(7));
  const drawn = () => new Set(all.map(() => deck.draw()));
  expect(deck.hasNew).toBe(true);
  expect(drawn()).toEqual(new Set(all));
  expect([deck.drawn, deck.hasNew]).toEqual([7, false]);
  expect(drawn()).toEqual(new Set(all));
  expect(deck.drawn).toBe(7);
});
