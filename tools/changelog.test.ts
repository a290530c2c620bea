import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readContract } from './contract.ts';

const root = new URL('..', import.meta.url);
const changelog = readFileSync(new URL('CHANGELOG.md', root), 'utf8');
const contract = readContract('openapi.yaml', readFileSync(new URL('openapi.yaml', root), 'utf8'));

/** The text under the heading of a version. */
const entry = (version: string) => changelog.split(/^## /m).find((text) => text.startsWith(`[${version}] - `));

test('the version of the contract has its entry, with its date', () => {
  expect(entry(contract.version)).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d\n/);
});

test('the entry of 0.1.0 counts its requirements right', () => {
  const rows = [...entry('0.1.0')!.matchAll(/^ +\| `([a-z-]+)` +\| +(\d+) \| +(\d*) \|$/gm)];
  const counted = Object.fromEntries(rows.map(([, family, all, bare]) => [family, [Number(all), Number(bare)]]));
  // Later versions change the contract, and the entry of 0.1.0 stays as it is.
  if (contract.version !== '0.1.0') return;
  const families = Map.groupBy(contract.requirements, ({ family }) => family);
  const expected = [...families].map(([family, list]) => [
    family,
    [list.length, list.filter(({ untestable }) => untestable !== null).length],
  ]);
  expect(counted).toEqual(Object.fromEntries(expected));
});
