import { expect, test } from 'vitest';
import type { TestableId } from '../generated/requirements.ts';
import { defaultParts } from '../reference-impl/compose.ts';
import { type Fault, faults } from './faults/index.ts';
import { grouped, planned, suspects, together } from './groups.ts';
import { declaredBy } from './prove.ts';

const none = { touched: new Set<Fault>(), share: 0, seed: 1 };
const fault = (
  name: string,
  id: TestableId,
  part: 'render' | 'challenge' | 'getCase',
  more: Partial<Fault> = {},
): Fault => ({
  name,
  about: id,
  breaks: { [id]: 'wrong-status' },
  profile: 'full',
  parts: (original) => ({ [part]: original[part] }),
  ...more,
});
const namesOf = (groups: Fault[][]) => groups.map((group) => group.map(({ name }) => name).toSorted()).toSorted();

test('every fault is planned once, alone or in a group of its profile', () => {
  const { alone, groups } = planned(faults, { ...none, share: 0.05 });

  expect([...alone, ...groups.flat()].map(({ name }) => name).toSorted()).toEqual(
    faults.map(({ name }) => name).toSorted(),
  );
  expect(alone).toHaveLength(Math.ceil(faults.length / 20));
  for (const group of groups) expect(new Set(group.map(({ profile }) => profile)).size).toBe(1);
});

test('faults that break the same requirement or replace the same part are in different groups', () => {
  const first = fault('first', 'get-case.status', 'render');
  const second = fault('second', 'get-case.status', 'challenge');
  const third = fault('third', 'get-case.score', 'render');

  expect(namesOf(planned([first, second, third], none).groups)).toEqual([['first'], ['second', 'third']]);
});

test('two faults of a group may replace a part that many faults replace', () => {
  const ids = ['get-case.status', 'get-case.score', 'get-case.reasons'] as const;

  const { groups } = planned(
    ids.map((id) => fault(id, id, 'getCase')),
    none,
  );

  expect(groups.map(({ length }) => length)).toEqual([2, 1]);
});

test('faults of different profiles are in different groups', () => {
  const first = fault('first', 'get-case.status', 'render');
  const second = fault('second', 'get-case.score', 'challenge', { profile: 'with webhooks' });

  expect(namesOf(planned([first, second], none).groups)).toEqual([['first'], ['second']]);
});

test('touched faults are proven alone', () => {
  const touched = new Set(faults.slice(10, 13));

  const { alone, groups } = planned(faults, { ...none, touched });

  expect(alone).toEqual([...touched]);
  expect(groups.flat().some((each) => touched.has(each))).toBe(false);
});

test('another seed forms other groups, the same seed the same', () => {
  const groupsOf = (seed: number) => namesOf(planned(faults, { ...none, seed }).groups);

  expect(groupsOf(1)).toEqual(groupsOf(1));
  expect(groupsOf(1)).not.toEqual(groupsOf(2));
});

test('a service with several faults has the defects of all of them', () => {
  const challenges = fault('a', 'get-case.status', 'challenge', { parts: () => ({ challenge: () => 'x' }) });
  const redirects = fault('b', 'get-case.score', 'challenge', { parts: () => ({ newCaseId: () => 'y' }) });

  const { breaks, parts } = together([challenges, redirects]);

  expect(breaks).toEqual({ 'get-case.status': 'wrong-status', 'get-case.score': 'wrong-status' });
  const made = parts(defaultParts());
  expect([made.challenge!({} as never), made.newCaseId!()]).toEqual(['x', 'y']);
});

const [first, second, third] = [
  fault('first', 'get-case.status', 'render'),
  fault('second', 'get-case.score', 'challenge'),
  fault('third', 'get-case.reasons', 'challenge'),
];
const group = [first, second, third];

test('a group that fails as declared has no suspects', () => {
  expect(suspects(group, { gaps: [], unseen: [] })).toEqual([]);
});

test('the faults whose failures do not show are suspects, and the others are not', () => {
  const hidden = { gaps: ['get-case.score did not fail: pass'], unseen: ['get-case.score' as const] };

  expect(suspects(group, hidden)).toEqual([second]);
});

test.each([
  'get-case.score failed with wrong-header, but not as "wrong-status"',
  'get-case.answers-200 failed undeclared',
])('every fault is a suspect when %s', (gap) => {
  const unseen: TestableId[] = declaredBy(first);

  expect(suspects(group, { gaps: [`${unseen[0]} did not fail: pass`, gap], unseen })).toEqual(group);
});

test('suspects that were in one group get other neighbours', () => {
  const [former, ...others] = planned(faults, none).groups;

  const again = grouped([...former!, ...others[0]!], 2, new Map(former!.map((fault) => [fault, former!])));

  for (const members of again) expect(members.filter((each) => former!.includes(each)).length).toBeLessThan(2);
});
