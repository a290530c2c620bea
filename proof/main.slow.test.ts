// The command, as it is run from a shell.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'proof-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]) {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, '--report-dir', folder, ...args], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
  });
  return { code: status, out: String(stdout), err: String(stderr) };
}

test('proves the selected faults and writes the totals as JSON', () => {
  const { code, out } = run('responds with 203 to a read');

  expect(out).toMatch(/^1 of 1 faults detected; [1-9]\d* of \d+ requirements failed for a fault; /m);
  expect(code).toBe(0);
  const report = JSON.parse(readFileSync(join(folder, 'proof.json'), 'utf8'));
  expect(report).toMatchObject({
    partial: true,
    faults: 1,
    caught: 1,
    gaps: 0,
    results: [
      { name: 'responds with 203 to a read', failed: expect.arrayContaining(['get-case.responds-with-200']), gaps: [] },
    ],
  });
});

test.each([
  [['--nope'], "Unknown option '--nope'. --help lists the flags.\n"],
  [['--frozen'], '--changed and --frozen are gone: name a family, a requirement or a fault, or omit the flag\n'],
  [['--check'], '--check is gone, because the proof writes no page any more: omit it\n'],
  [['no such fault'], 'no fault has "no such fault" in its name or in a requirement that it breaks\n'],
])('%j is an error', (args, message) => {
  expect(run(...args)).toEqual({ code: 2, out: '', err: message });
});

test('--help lists the flags and the exit codes', () => {
  const { code, out } = run('--help');

  expect(code).toBe(0);
  expect(out).toContain('--freeze ');
  expect(out).toContain('Exit codes: ');
});
