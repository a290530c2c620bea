// What the first run against a half-finished service reports.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Report } from '../reports/report.ts';
import { headlineOf, listening, runHere } from '../testing.ts';
import { halfFinished, halfFinishedKeys } from './testing/half-finished.ts';

const folder = mkdtempSync(join(tmpdir(), 'half-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function judged(...flags: string[]) {
  const { address, stop } = await listening(halfFinished());
  try {
    const { code, out } = await runHere(['--base-url', `http://${address}`, ...flags], halfFinishedKeys);
    return { code, out, lines: out.trimEnd().split('\n'), failed: Number(/^\d+ passed, (\d+) failed/m.exec(out)![1]) };
  } finally {
    stop();
  }
}

test('prints dozens of failures on one screen, grouped by cause, and what to fix first', async () => {
  const { code, out, lines, failed } = await judged('--report-dir', folder);
  expect(failed).toBeGreaterThan(50);
  expect(lines.length).toBeLessThanOrEqual(62);
  expect(out).toMatch(/^Fix first: create-case\.invalid-body, \d+ failed, \d+ blocked: accepted instead of 422/m);
  expect(out).toMatch(
    /^ {2}✕ create-case\.invalid-body: \d problems, 0 of \d+ scenarios pass: expected status 422, got status 201$/m,
  );
  expect(headlineOf(out)).toMatch(/^NON-CONFORMANT: /);
  expect(lines.slice(-2)).toEqual([`exit code 1: ${failed} requirements failed`, `HTML report: ${folder}/report.html`]);
  expect(code).toBe(1);
  const { results } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
  const findings = results.flatMap((result) => result.findings).filter(({ kind }) => kind === 'answer');
  expect(findings.filter(({ allowed }) => allowed !== undefined).length).toBeGreaterThan(40);
  expect(readFileSync(join(folder, 'summary.md')).length).toBeLessThan(60_000);
});

test('--only and --verbose print everything about a failure, --quiet the outcome only', async () => {
  const chosen = await judged('--only', 'http.no-store');
  expect(chosen.out).toContain('FAIL http.no-store (MUST, decided in D39)\n');
  expect(chosen.out).toContain('            < (no Cache-Control)   ← expected the header Cache-Control with');
  expect(chosen.out).toMatch(/^ {2}scenarios 0 of \d+ pass/m);
  expect(chosen.out).not.toMatch(/^ +< (Date|Connection|Keep-Alive):/m);
  expect(headlineOf(chosen.out)).toMatch(/^FAILED: 1 of 1 failed · http:/);

  const verbose = await judged('--verbose', '--class', 'stated');
  expect(verbose.out.match(/^FAIL /gm)).toHaveLength(verbose.failed);
  expect(verbose.out).toMatch(/^ {2}allowed {3}401 unauthorized\n {2}setting {3}POST \/cases .* → 201$/m);

  const { address, stop } = await listening(halfFinished());
  const quiet = await runHere(
    ['--base-url', `http://${address}`, '--quiet', '--class', 'stated'],
    halfFinishedKeys,
  ).finally(stop);
  expect(quiet.out.split('\n')).toEqual([
    expect.stringMatching(/^NON-CONFORMANT: /),
    expect.stringMatching(/^exit code 1: \d+ requirements failed$/),
    expect.stringMatching(/^--report-dir reports writes /),
    '',
  ]);
  expect(await runHere(['--quiet', '--verbose'])).toMatchObject({
    code: 2,
    err: '--verbose prints everything and --quiet the outcome only: omit one of them.\n',
  });
});
