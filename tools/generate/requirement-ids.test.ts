import { expect, test } from 'vitest';
import { readContract } from '../contract.ts';
import { disagreements, readSnapshot, snapshotOf } from './requirement-ids.ts';

const contract = readContract();
const snapshot = readSnapshot();

test('the committed file is the one that `npm run ids` writes', () => {
  expect(snapshotOf(contract, snapshot)).toEqual(snapshot);
});

test('no retired id is back, and each successor exists', () => {
  expect(disagreements(contract, snapshot)).toEqual([]);
});

test('reports a retired id that is used again, and a successor that does not exist', () => {
  const { id } = contract.requirements[0]!;
  const retired = { [id]: [], 'a.b': ['c.d'] };
  expect(disagreements(contract, { retired, retiredDecisions: { D1: ['D2'], D3: ['D999'] } })).toEqual([
    `${id} is retired but used again: ids are never reused, give the requirement a new one.`,
    'a.b names the successor c.d, which the contract does not have: name those that it has.',
    'D1 is retired but used again: ids are never reused, give the decision the next free number.',
    'D3 is retired but used again: ids are never reused, give the decision the next free number.',
    'D3 names the successor D999, which the contract does not have: name those that it has.',
  ]);
});

test('a removed id is retired and stays retired', () => {
  const [one, two, ...requirements] = contract.requirements;
  const once = snapshotOf({ requirements: [two!, ...requirements] }, snapshot);
  const twice = snapshotOf({ requirements }, once);

  expect(once.retired).toEqual({ ...snapshot.retired, [one!.id]: [] });
  expect(twice.retired).toEqual({ ...once.retired, [two!.id]: [] });
});
