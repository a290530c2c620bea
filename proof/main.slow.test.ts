// The command, as it is run from a shell.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnySchema } from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import schema from './proof.schema.json' with { type: 'json' };

const ajv = new Ajv2020.default({ strict: true, allErrors: true });

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

test('proves what the text selects, and prints and writes the totals as JSON', () => {
  const { code, out, err } = run('--format', 'json', 'responds with 203 to a read');
  expect(err).toMatch(/; 1 of 1 faults detected, \d ran again alone; 0 gaps; \d+ s$/m);
  expect(code).toBe(0);
  const report = JSON.parse(readFileSync(join(folder, 'proof.json'), 'utf8'));
  expect(report).toMatchObject({ partial: true, faults: 1, caught: 1, gaps: [] });
  expect(report.failed['responds with 203 to a read']).toContain('get-case.responds-with-200');
  const fits = ajv.compile(schema as AnySchema);
  expect(fits(JSON.parse(out)), JSON.stringify(fits.errors)).toBe(true);
});

test('prints a line for each fault, and the totals last', () => {
  const { code, out } = run('--format', 'jsonl', 'responds with 203 to a read');
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(code).toBe(0);
  expect(lines).toEqual([
    expect.objectContaining({ fault: 'responds with 203 to a read' }),
    { totals: expect.objectContaining({ faults: 1 }) as object },
  ]);
});

test.each([
  [['--nope'], "Unknown option '--nope'. --help lists the flags.\n"],
  [
    ['no such fault'],
    'no requirement and no fault has "no such fault" in its name, and no fault breaks such a requirement\n',
  ],
])('%j is an error', (args, message) => {
  expect(run(...args)).toEqual({ code: 2, out: '', err: message });
});

test('--help lists the flags and the exit codes', () => {
  const { code, out } = run('--help');

  expect(code).toBe(0);
  expect(out).toContain('--freeze ');
  expect(out).toContain('Exit codes: ');
});
