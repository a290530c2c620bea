import { expect, test } from 'vitest';
import { defaultParts } from '../../reference-impl/compose.ts';
import { frozen } from '../frozen.ts';
import { aspects, type Behaviour } from '../../reference-impl/behaviours/index.ts';
import { causesIn, groupsOf, partsOf } from '../../reference-impl/behaviours/together.ts';

const namesOf = (behaviours: Behaviour[]) => behaviours.map(({ name }) => name);
const behaviour = (name: string, parts: Behaviour['parts'] = () => ({})): Behaviour => ({ name, parts });
const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((name) => behaviour(name));
const five = [a!, b!, c!, d!, e!];

test('every behaviour of proof/frozen.json exists, has a unique name and is in one group', () => {
  const names = aspects.flatMap(namesOf);

  expect(names).toEqual(expect.arrayContaining(frozen.behaviours));
  expect(new Set(names).size).toBe(names.length);
  expect(groupsOf(aspects, 1).flatMap(namesOf).toSorted()).toEqual(names.toSorted());
});

test('behaviours of one aspect are in different groups', () => {
  for (const group of groupsOf(aspects, 1))
    for (const aspect of aspects) expect(group.filter((each) => aspect.includes(each)).length).toBeLessThan(2);
});

test('another seed forms other groups, the same seed the same', () => {
  const formed = (seed: number) => groupsOf(aspects, seed).map(namesOf);

  expect(formed(1)).toEqual(formed(1));
  expect(formed(1)).not.toEqual(formed(2));
});

test('a service of several behaviours uses all of their freedoms, also of the same part', () => {
  const adding = (text: string) => behaviour(text, ({ newCaseId }) => ({ newCaseId: () => `${newCaseId()}-${text}` }));
  const { newCaseId } = partsOf([adding('one'), adding('two')])({ ...defaultParts(), newCaseId: () => 'id' }, () => '');

  expect(newCaseId!()).toBe('id-one-two');
});

test.each<[string, (behaviours: string[]) => boolean, string[][]]>([
  ['nothing, when the service is conformant', () => false, []],
  ['the behaviour at fault alone', (names) => names.includes('d'), [['d']]],
  ['each of two', (names) => names.includes('a') || names.includes('e'), [['a'], ['e']]],
  ['those that are at fault only together', (names) => names.includes('d') && names.includes('e'), [['d', 'e']]],
])('names %s', async (_, isWrong, expected) => {
  const judge = async (behaviours: Behaviour[]) => (isWrong(namesOf(behaviours)) ? ['fail some.check'] : []);

  expect(await causesIn(five, judge)).toEqual(
    expected.map((behaviours) => ({ behaviours, found: ['fail some.check'] })),
  );
});
