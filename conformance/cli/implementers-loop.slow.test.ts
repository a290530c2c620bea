// How an implementer works: a half-finished service is fixed, guarded by a list of known failures, broken and fixed again.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../reports/report.ts';
import { listening, runHere } from '../testing.ts';
import { type Fix, halfFinished, halfFinishedKeys } from './testing/half-finished.ts';

const folder = mkdtempSync(join(tmpdir(), 'loop-'));
let candidate: Awaited<ReturnType<typeof listening>>;
let service: http.Server;
beforeAll(async () => {
  candidate = await listening(http.createServer((...exchange) => service.emit('request', ...exchange)));
});
afterAll(() => {
  candidate.stop();
  rmSync(folder, { recursive: true });
});

/** Judges the service with these parts fixed. */
async function judged(fixed: Fix[], ...flags: string[]) {
  service = halfFinished(fixed);
  const always = ['--base-url', `http://${candidate.address}`, '--report-dir', join(folder, 'reports'), '--seed', '7'];
  const { code, out } = await runHere([...always, ...flags], halfFinishedKeys);
  const report = JSON.parse(readFileSync(join(folder, 'reports/report.json'), 'utf8')) as Report;
  const { counts, outcome, results } = report;
  const ids = (...verdicts: string[]) => results.flatMap(({ id, verdict }) => (verdicts.includes(verdict) ? [id] : []));
  const unexpected = results.flatMap(({ id, verdict, known: why }) => (verdict === 'fail' && !why ? [id] : []));
  return { code, out, counts, outcome, unexpected, failed: ids('fail'), open: ids('fail', 'inconclusive') };
}

const known = join(folder, 'known.yaml');
const creates = ['--only', 'create-case'];
// One blocks the other.
const foreign = ['--only', 'tenancy.foreign-case-404', '--only', 'tenancy.foreign-upload-stores-nothing'];
const all = [...creates, ...foreign];
const fixed: Fix[] = ['keys', 'problems', 'reference'];

test('with each fix fewer checks fail, another cause comes first, and --last-failed names those that pass now', async () => {
  const first = await judged([], ...creates, '--only', 'get-case', '--only', 'authentication');
  expect(first.code).toBe(1);
  expect(first.out).toMatch(/^FAILED: .* · \d+ could not be judged · http:\S+$/m);
  expect(first.outcome.reason).toBe(`${first.counts.fail} requirements failed`);

  const second = await judged(['keys'], '--last-failed');
  expect(second.out).toContain('authentication.read-needs-key  fail → pass\n');
  expect(second.out).toContain('the response 401 application/json');
  expect(second.open.length).toBeLessThan(first.open.length);
  expect(first.open).toEqual(expect.arrayContaining(second.open));

  const third = await judged(['keys', 'problems'], '--last-failed');
  expect(third.out).toContain('get-case.unknown-404  fail → pass\n');
  expect(third.out).not.toContain('Fix first: authentication.');
  expect(third.open.length).toBeLessThan(second.open.length);

  const fourth = await judged(fixed, '--last-failed');
  expect(fourth.out).toContain('create-case.reference-required  fail → pass\n');
  expect(fourth.open.length).toBeLessThan(third.open.length);
});

test('the written list keeps the run green until something else fails, and the report names it', async () => {
  const written = await judged(fixed, ...all, '--write-known-failures', known);
  const { fail, inconclusive } = written.counts;
  expect(written.out).toMatch(
    new RegExp(`known\\.yaml lists (\\d+) scenarios of ${fail} requirements \\(\\1 added, 0 removed\\)`),
  );
  expect(inconclusive).toBeGreaterThan(0);
  expect(written.code).toBe(0);

  const guarded = await judged(fixed, ...all, '--known-failures', known);
  expect(guarded.out).toContain(` · ${fail} known · ${inconclusive} could not be judged · http://`);
  expect(guarded).toMatchObject({ code: 0, outcome: { exitCode: 0 } });

  const broken = await judged(['keys', 'problems'], ...all, '--known-failures', known);
  expect(broken.code).toBe(1);
  expect(broken.unexpected).toContain('create-case.reference-required');
  // A listed requirement that fails in one more scenario.
  const wider = 'create-case.invalid-body';
  const others = broken.failed.filter((id) => !written.failed.includes(id));
  expect(broken.unexpected.toSorted()).toEqual([...others, wider].toSorted());
  for (const id of broken.unexpected) expect(broken.out).toContain(id);
  expect(broken.out).toMatch(
    /^NEW: the list of known failures names other scenarios\n {2}create-case\.invalid-body: "/m,
  );
  expect(broken.outcome.reason).toBe(
    `${others.length} requirements failed in addition to those in the list of known failures, and 1 in the list of known failures failed in a scenario that is not listed`,
  );
});
