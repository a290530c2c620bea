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
