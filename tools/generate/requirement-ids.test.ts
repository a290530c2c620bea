import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readContract } from '../contract.ts';
import { disagreements, disagreementsOfDecisions, readSnapshot, type Snapshot, snapshotOf } from './requirement-ids.ts';

const { requirements, decisions } = readContract(
  'openapi.yaml',
  readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8'),
);
const snapshot = readSnapshot();

test('the snapshot contains the ids of the contract, names the untestable ones, and no retired id is back', () => {
  expect(disagreements(requirements, snapshot)).toEqual([]);
});

test('the committed file is the one that npm run ids writes', () => {
  expect(snapshotOf(requirements, snapshot)).toEqual(snapshot);
});

describe('each disagreement is reported', () => {
  const [first, second] = requirements;
  const pinned = snapshot.untestable[0]!;
  const others = (id: string) => requirements.filter((requirement) => requirement.id !== id);
  const marked = requirements.map((each) => (each.id === first!.id ? { ...each, untestable: 'too hard' } : each));
  const tested = requirements.map((each) => (each.id === pinned ? { ...each, untestable: null } : each));
  const cases: [string, typeof requirements, Partial<Snapshot>, RegExp][] = [
    ['an added id', requirements, { requirements: without(snapshot.requirements, first!.id) }, /is new: run/],
    ['a removed id', others(second!.id), {}, /is gone from the contract: move it to "retired"/],
    ['a removed untestable id', others(pinned), {}, /is gone from the contract: move it to "retired"/],
    ['a retired id that came back', requirements, { retired: { [first!.id]: [] } }, /used again: ids are never reused/],
    ['an unknown successor', requirements, { retired: { 'a.b': ['c.d'] } }, /a\.b names the successor c\.d, which/],
    ['a mark that is not pinned', marked, {}, /is marked untestable but not listed/],
    ['a pinned id without the mark', tested, {}, /is listed as untestable but has scenarios now/],
  ];
  test.each(cases)('%s', (_, list, change, says) => {
    const reported = disagreements(list, { ...snapshot, ...change });
    expect(reported).toHaveLength(1);
    expect(reported[0]).toMatch(says);
  });
});

test('no retired decision is back, and each successor of one exists', () => {
  expect(disagreementsOfDecisions(decisions, snapshot)).toEqual([]);
  expect(disagreementsOfDecisions(decisions, { ...snapshot, retiredDecisions: { D1: ['D2'], D3: ['D999'] } })).toEqual([
    'D1 is retired but used again: give the decision the next free number.',
    'D3 is retired but used again: give the decision the next free number.',
    'D3 names the successor D999, which the contract does not have: name those that it has.',
  ]);
});

test('a removed id is retired and stays retired', () => {
  const once = snapshotOf(requirements.slice(1), snapshot);
  const twice = snapshotOf(requirements.slice(2), once);

  expect(once.retired).toEqual({ ...snapshot.retired, [requirements[0]!.id]: [] });
  expect(twice.retired).toEqual({ ...once.retired, [requirements[1]!.id]: [] });
});

function without(ids: string[], id: string): string[] {
  return ids.filter((other) => other !== id);
}
