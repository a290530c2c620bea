import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differenceOf } from '../reports/diff.ts';
import { schemaVersion } from '../reports/report.ts';
import { everyVerdict } from '../reports/testing.ts';
import { complaintOf, run } from '../testing.ts';
import { readReport } from './diff.ts';

/** Written manually in the format of release 0.2.0. */
const old = new URL('testing/report-0.2.0.json', import.meta.url).pathname;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diff-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const written = (report: object) => {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
};

test('compares a report of release 0.2.0 with one of today', () => {
  const before = readReport(old);
  expect(before).not.toHaveProperty('schemaVersion');
  const today = everyVerdict();
  const { conditions, worse, other } = differenceOf(before, readReport(written(today)));
  expect(conditions).toContain('suite: 0.2.0 → 1.2.3');
  expect(conditions).toContain(`outcome: FAILED 1 of 2 selected → ${today.outcome.headline}`);
  expect(worse).toContainEqual(expect.stringMatching(/^http\.nosniff {2}pass → warning: /));
  expect(other).toContain('get-case.status  fail → not in the other contract');
});

test('the command compares two reports of release 0.2.0', async () => {
  expect(await run(['diff', old, old])).toEqual({ code: 0, out: 'Nothing became worse.\n', err: '' });
});

test('names the release to use for a report of a newer format', () => {
  const file = written({ ...everyVerdict(), schemaVersion: schemaVersion + 1 });
  expect(complaintOf(() => readReport(file))).toBe(
    `${file}: has schemaVersion ${schemaVersion + 1}, but this suite reads reports up to ${schemaVersion}; use the release of idv-case-contract that wrote it, or a newer one.`,
  );
});

test.each<[string, unknown]>([
  ['null', null],
  ['a list', []],
  ['a report without results', { ...everyVerdict(), results: undefined }],
  ['a report with an unknown verdict', { ...everyVerdict(), results: [{ id: 'http.nosniff', verdict: 'good' }] }],
])('rejects %s', (_, value) => {
  const file = written(value as object);
  expect(complaintOf(() => readReport(file))).toBe(
    `${file}: is not a report of idv-conformance; name a report.json that --report-dir wrote.`,
  );
});
