import { expect, test } from 'vitest';
import { readContract } from '../contract/contract.ts';
import { faultsOfIds, idsBefore } from './retired-ids.ts';

const contract = readContract();

test('no retired id is back, and each successor exists', () => {
  expect(faultsOfIds(contract, idsBefore())).toEqual([]);
});

test('reports an id that is gone, one that is used again, and a successor that does not exist', () => {
  const [one, two, ...requirements] = contract.requirements;
  const [first, ...decisions] = contract.decisions;
  const list = { [two!.id]: ['c.d'], D3: [] };

  expect(faultsOfIds({ requirements, decisions }, idsBefore(), list)).toEqual([
    `${one!.id} is gone: add it to tools/generate/retired-ids.json, with the ids that replace it.`,
    `${first!.id} is gone: add it to tools/generate/retired-ids.json, with the ids that replace it.`,
    `${two!.id} names the successor c.d, which the contract does not have: name another.`,
    'D3 is retired but used again: ids are never reused, write a new one.',
  ]);
});
