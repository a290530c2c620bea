import { expect, test } from 'vitest';
import { pointerTo, tokensOf, tokensOfFragment, valueAt } from './json-pointer.ts';

test.each<[string, string[] | undefined]>([
  ['#', []],
  ['#/type', ['type']],
  ['#%2Ftype%2F0', ['type', '0']],
  ['#/a~1b~0c', ['a/b~c']],
  ['#/a%7E1b', ['a/b']],
  ['#/%C3%B1', ['ñ']],
  ['#/ñ', undefined],
  ['#/a b', undefined],
  ['#/a~2', undefined],
  ['#/a%2', undefined],
  ['/type', undefined],
  ['#type', undefined],
  ['#/%ff', undefined],
])('the fragment %s has the tokens %j', (pointer, tokens) => {
  expect(tokensOfFragment(pointer)).toEqual(tokens);
});

test('a pointer leads back to the place that it was made from', () => {
  const place = ['a/b', 'c~d', '~1', 0];
  expect(pointerTo(place)).toBe('/a~1b/c~0d/~01/0');
  expect(tokensOf(pointerTo(place))).toEqual(place.map(String));
});

test('a value is found by its pointer, and inherited properties are not', () => {
  expect(valueAt({ list: [{ 'a/b': 1 }] }, '/list/0/a~1b')).toBe(1);
  expect(valueAt({}, '/toString')).toBeUndefined();
  expect(valueAt('text', '/0/more')).toBeUndefined();
});
