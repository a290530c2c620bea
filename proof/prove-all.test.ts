// False declarations, each in a group with faults whose declarations are correct.
import { expect, test } from 'vitest';
import type { TestableId } from '../generated/requirements.ts';
import { type Fault, faults } from './faults/index.ts';
import { together } from './groups.ts';
import { type Proof, prove } from './prove.ts';
import { proveAll } from './prove-all.ts';

const named = (name: string): Fault => faults.find((fault) => fault.name === name)!;
const caching = named('allows caches to store the replay of a create');
const sniffed = named('allows browsers to sniff content types');
const repeating = named('sends the same instance in all problems');

// The checks that the faults declare, and one more.
const only: TestableId[] = ['http.no-store', 'problems.instance-fresh', 'http.nosniff', 'http.no-cors'];
const proveAlone = (fault: Fault) => prove(fault, only);

const run = (group: Fault[]) => proveAlone(together(group));

async function gapsOf(plan: { alone?: Fault[]; groups: Fault[][] }): Promise<Record<string, string[]>> {
  const { proofs } = await proveAll([{ plan: { alone: [], seed: 1, ...plan }, run }], {
    proveAlone,
    onProof: () => {},
  });
  return Object.fromEntries(
    [...proofs].filter(([, { gaps }]) => gaps.length > 0).map(([{ name }, { gaps }]) => [name, gaps]),
  );
}

test('if a group fails as declared, each of its faults is caught', async () => {
  const onProof = (_: Fault, proof: Proof) => seen.push(proof);
  const seen: Proof[] = [];

  const { runs } = await proveAll([{ plan: { alone: [], groups: [[caching, sniffed, repeating]], seed: 1 }, run }], {
    proveAlone,
    onProof,
  });

  expect(runs).toBe(1);
  expect(seen).toEqual(
    [caching, sniffed, repeating].map(({ name, breaks }) => ({
      name,
      caught: breaks,
      gaps: [],
      unseen: [],
    })),
  );
});

test.each<[string, Partial<Fault>, RegExp]>([
  [
    'a failure with another code',
    { breaks: { 'http.nosniff': 'wrong-status' } },
    /failed with (missing|wrong)-header, but not as/,
  ],
  ['a failure that is not declared', { breaks: {} }, /http\.nosniff failed undeclared/],
  [
    'a declared failure that does not happen',
    { breaks: { ...sniffed.breaks, 'http.no-cors': 'wrong-header' } },
    /http\.no-cors did not fail: pass/,
  ],
])('finds %s in a group', async (_, lie, gap) => {
  const gaps = await gapsOf({ groups: [[caching, { ...sniffed, ...lie }, repeating]] });

  expect(gaps).toEqual({ [sniffed.name]: [expect.stringMatching(gap)] });
});

test('a failure that another fault of the group declares is found when the fault runs alone', async () => {
  const undeclared = {
    ...repeating,
    name: 'sends the same instance and allows sniffing',
    breaks: repeating.breaks,
    parts: (original) => ({ ...repeating.parts(original), ...sniffed.parts(original) }),
  } satisfies Fault;

  expect(await gapsOf({ groups: [[undeclared, sniffed]] })).toEqual({});
  expect(await gapsOf({ groups: [[undeclared, caching]] })).toEqual({
    [undeclared.name]: [expect.stringMatching(/http\.nosniff failed undeclared/)],
  });
  expect(Object.keys(await gapsOf({ alone: [undeclared], groups: [[sniffed]] }))).toEqual([undeclared.name]);
});
