import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../generated/report.ts';
import type { RequirementId } from '../../generated/requirements.ts';
import type { Verdict } from '../run/judge/verdict.ts';
import { reportOf } from '../reports/report.ts';
import { context, judgement, schemaErrors } from '../reports/testing.ts';
import { wholeSuite } from '../run/selection.ts';
import { complaintOf, resultOf } from '../testing.ts';
import { temporaryFolder } from '../testing-folder.ts';
import { changesSince, earlierVerdicts, lastFailed, lastReport } from './last-failed.ts';

const folder = temporaryFolder();

function reportWith(verdicts: Partial<Record<RequirementId, Verdict>>, more: Partial<Report> = {}): Report {
  const results = Object.entries(verdicts).map(([id, verdict]) =>
    resultOf(id, verdict, { reason: verdict === 'pass' ? '' : 'because' }),
  );
  return { ...reportOf(judgement(results), context), ...more };
}

/** What is selected after a run with this report. */
function lastFailedOf(report: Report, selection = {}) {
  writeFileSync(join(folder, 'report.json'), JSON.stringify(report));
  return lastFailed({ ...wholeSuite, ...selection }, folder).only;
}

const full = reportWith({
  'create-case.responds-with-201': 'pass',
  'create-case.location': 'fail',
  'get-case.status': 'inconclusive',
  'http.nosniff': 'warning',
  'problems.form': 'error',
});
const inPart = reportWith({ 'create-case.location': 'pass', 'http.nosniff': 'pass' });
inPart.results[0]!.scenarios = { passed: 1, failed: 0, unjudged: 1 };

describe('the requirements that --last-failed selects', () => {
  test('are those that failed or were inconclusive, also in part, in the order of the contract', () => {
    expect(lastFailedOf(full)).toEqual(['problems.form', 'create-case.location', 'get-case.status']);
    expect(lastFailedOf(full, { only: ['create-case'] })).toEqual(['create-case.location']);
    expect(lastFailedOf(full, { class: 'stated' })).toEqual(['get-case.status']);
    expect(lastFailedOf(inPart)).toEqual(['create-case.location']);
  });

  test('include failures of earlier runs, unless the last run judged them', () => {
    const earlier = {
      'create-case.location': 'fail',
      'get-case.status': 'inconclusive',
      'http.nosniff': 'pass',
    } as const;
    expect(lastFailedOf(reportWith({ 'create-case.location': 'pass' }, { earlier }))).toEqual(['get-case.status']);
  });

  test('must exist', () => {
    const green = reportWith({ 'create-case.location': 'pass', 'http.nosniff': 'warning' });
    expect(complaintOf(() => lastFailedOf(green))).toBe(
      `--last-failed: no requirement failed, had an error or was inconclusive in ${folder}/report.json (class full); omit --last-failed to run the whole selection.`,
    );
    expect(complaintOf(() => lastFailedOf(full, { only: ['tenancy'] }))).toContain(
      'no requirement in the selection of --only failed',
    );
    writeFileSync(join(folder, 'report.json'), '{');
    expect(complaintOf(() => lastFailed(wholeSuite, folder))).toContain('report.json: is not JSON');
    expect(lastReport(folder)).toBeUndefined();
    expect(lastReport(join(folder, 'none'))).toBeUndefined();
  });
});

test('a run with --only keeps the verdicts of earlier runs on what it did not judge', () => {
  const part = reportWith({ 'create-case.location': 'pass' });
  const earlier = earlierVerdicts(full, part);
  const others = { 'create-case.responds-with-201': 'pass', 'http.nosniff': 'warning', 'problems.form': 'error' };
  expect(earlier).toEqual({ ...others, 'get-case.status': 'inconclusive' });
  expect(schemaErrors({ ...part, earlier })).toEqual([]);
  const next = reportWith({ 'get-case.status': 'fail' });
  expect(earlierVerdicts({ ...part, earlier }, next)).toEqual({ ...others, 'create-case.location': 'pass' });
  expect(earlierVerdicts(inPart, next)).toMatchObject({ 'create-case.location': 'inconclusive' });
  // Another candidate, or another contract.
  expect(earlierVerdicts({ ...full, candidate: { ...full.candidate, baseUrl: 'http://other' } }, part)).toEqual({});
  expect(earlierVerdicts({ ...full, contract: { version: '9', digest: 'x' } }, part)).toEqual({});
});

test('only requirements that ran are compared', () => {
  const now = reportWith({ 'create-case.location': 'pass', 'get-case.status': 'fail', 'problems.form': 'error' });
  const text = changesSince(full, now);
  expect(text).toMatch(/^What changed since the run of 1970-01-01 00:00 UTC:\n\n/);
  expect(text).toContain('create-case.location  fail → pass\n');
  expect(text).toContain('get-case.status  inconclusive → fail: because\n');
  const whole = reportWith({ 'create-case.location': 'pass' });
  expect(changesSince(inPart, whole)).toContain('create-case.location  inconclusive → pass\n');
  expect(changesSince(inPart, inPart)).toContain('Nothing became worse.');
  for (const other of ['responds-with-201', 'nosniff', 'problems.form', 'outcome']) expect(text).not.toContain(other);
});
