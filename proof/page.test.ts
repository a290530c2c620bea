import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requirements, type TestableId } from '../generated/requirements.ts';
import type { Proof } from './prove.ts';
import { changedPages } from './page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const known = ['get-case.status', 'get-case.score', 'idempotency.kept-24-hours'];
const some = requirements.filter(({ id }) => known.includes(id));
const proof = (name: string, ...caughtBy: TestableId[]): Proof => ({
  name,
  caughtBy,
  gaps: [],
  unseen: [],
});
const proofs = [
  proof('shows the [status] of *another* case', 'get-case.status'),
  proof('shows a case as text', 'get-case.status', 'get-case.score'),
];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proof-'));
  mkdirSync(join(folder, 'docs'));
  for (const name of ['README.md', '.oxfmtrc.json']) cpSync(join(root, name), join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes the changed pages and returns their names. */
function publish(): string[] {
  const changed = Object.entries(changedPages(folder, some, proofs));
  for (const [name, text] of changed) writeFileSync(join(folder, name), text);
  return changed.map(([name]) => name);
}

const read = (name: string) => readFileSync(join(folder, name), 'utf8');

test('the page shows each requirement with the faults that its check fails on', () => {
  publish();

  expect(read('docs/proof.md')).toContain(
    '- `get-case.status` (2)\n  - shows a case as text\n  - shows the \\[status\\] of \\*another\\* case\n',
  );
  expect(read('docs/proof.md')).toContain('- `get-case.score` (1)\n  - shows a case as text\n');
  expect(read('docs/proof.md')).toMatch(
    /- `idempotency\.kept-24-hours` has no check: a run of the suite lasts seconds/,
  );
});

test('the page and the README show the counts', () => {
  publish();

  const counts = new RegExp(`\\| +${some.length} \\| +${some.length - 2} \\| +2 of 2 \\| +2 of 2 \\|\n`);
  for (const name of ['docs/proof.md', 'README.md']) expect(read(name)).toMatch(counts);
});

test('only files that differ are changed', () => {
  expect(publish()).toEqual(['docs/proof.md', 'README.md']);
  expect(publish()).toEqual([]);
  writeFileSync(join(folder, 'docs/proof.md'), 'edited');
  expect(publish()).toEqual(['docs/proof.md']);
});

test('the formatter changes nothing in the pages', () => {
  publish();

  const oxfmt = join(root, 'node_modules/oxfmt/bin/oxfmt');
  execFileSync(process.execPath, [oxfmt, '--check', 'docs/proof.md', 'README.md'], { cwd: folder, stdio: 'pipe' });
});

test('prints which lines to add to a README without a place for the table', () => {
  writeFileSync(join(folder, 'README.md'), 'nothing');

  expect(() => publish()).toThrow(/README\.md has no place for the table: add the lines <!-- /);
});
