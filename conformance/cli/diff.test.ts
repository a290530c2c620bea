import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schemaVersion } from '../reports/report.ts';
import { everyVerdict } from '../reports/testing.ts';
import { complaintOf, run } from '../testing.ts';
import { readReport } from './diff.ts';

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

test('the command compares two reports', async () => {
  const file = written(everyVerdict());
  expect(await run(['diff', file, file])).toEqual({ code: 0, out: 'Nothing became worse.\n', err: '' });
});

test.each([1, 2, schemaVersion + 1])('rejects a report of format %s, and says what to do', (version) => {
  const { schemaVersion: _, ...report } = everyVerdict();
  const file = written(version === 1 ? report : { ...report, schemaVersion: version });
  expect(complaintOf(() => readReport(file))).toBe(
    `${file}: has schemaVersion ${version}, but this suite reads schemaVersion ${schemaVersion}; use the release of idv-case-contract that wrote it, or run the suite again.`,
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
