// The command, as it is run from a shell.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'explore-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]) {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
  });
  return { code: status, out: String(stdout), err: String(stderr) };
}

test('explores the variants that have a text in their name', () => {
  const { code, out } = run('--variants', '--for', '1', 'ids are UUIDv7');

  expect(out).toMatch(
    /^1 of 1: ids are UUIDv7, \d+ requests\n1 variants explored for 1 s each: [1-9]\d* requests, 0 failures\n$/,
  );
  expect(code).toBe(0);
});

test.each([
  [['--nope'], "Unknown option '--nope'. --help lists the flags.\n"],
  [['--for', '0'], '--for 0: expected a whole number from 1\n'],
  [['ids'], '"ids" selects variants: add --variants\n'],
  [['--variants', 'no such name'], 'no variant has "no such name" in its name\n'],
  [['--variants', '--faults', '3'], '--faults and --report-dir are not for variants: omit them, or --variants\n'],
])('%j is an error', (args, message) => {
  expect(run(...args)).toEqual({ code: 2, out: '', err: message });
});

test('--help lists the flags and the exit codes', () => {
  const { code, out } = run('--help');

  expect(code).toBe(0);
  expect(out).toContain('--variants ');
  expect(out).toContain('Exit codes: ');
});
