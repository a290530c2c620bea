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

test('finds a declared failure that does not happen in a group', async () => {
  const lying = { ...sniffed, breaks: { ...sniffed.breaks, 'http.no-cors': 'wrong-header' } } as const;
  const gaps = await gapsOf({ groups: [[caching, lying, repeating]] });

  expect(gaps).toEqual({ [sniffed.name]: [expect.stringMatching(/http\.no-cors did not fail: pass/)] });
});
