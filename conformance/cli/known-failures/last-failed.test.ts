import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../generated/report.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import type { Verdict } from '../../run/verdict.ts';
import { reportOf } from '../../reports/report.ts';
import { context, judgement, schemaErrors } from '../../reports/testing.ts';
import { wholeSuite } from '../../run/selection.ts';
import { complaintOf, resultOf } from '../../testing.ts';
import { temporaryFolder } from '../../testing-folder.ts';
import { changesSince, earlierVerdicts, lastFailed, lastReport } from './last-failed.ts';

const folder = temporaryFolder();

function reportWith(verdicts: Partial<Record<RequirementId, Verdict>>, more: Partial<Report> = {}): Report {
  const results = Object.entries(verdicts).map(([id, verdict]) =>
    resultOf(id, verdict, { reason: verdict === 'pass' ? '' : 'because' }),
  );
  return { ...reportOf(judgement(results), context), ...more };
}

function write(report: object): string {
  writeFileSync(join(folder, 'report.json'), JSON.stringify(report));
  return folder;
}

const full = reportWith({
  'create-case.responds-with-201': 'pass',
  'create-case.location': 'fail',
  'get-case.status': 'inconclusive',
  'http.nosniff': 'warning',
  'problems.form': 'error',
});

describe('the requirements that --last-failed selects', () => {
  test('are the failed and inconclusive requirements, in the order of the contract', () => {
    expect(lastFailed(wholeSuite, write(full)).only).toEqual([
      'problems.form',
      'create-case.location',
      'get-case.status',
    ]);
  });

  test('include failures of earlier runs, unless the last run judged them', () => {
    const part = reportWith(
      { 'create-case.location': 'pass' },
      { earlier: { 'create-case.location': 'fail', 'get-case.status': 'inconclusive', 'http.nosniff': 'pass' } },
    );
    expect(lastFailed(wholeSuite, write(part)).only).toEqual(['get-case.status']);
  });

  test('include checks that passed in part; a run with --only keeps them as inconclusive', () => {
    const inPart = reportWith({ 'create-case.location': 'pass', 'http.nosniff': 'pass' });
    inPart.results[0]!.scenarios = { passed: 1, failed: 0, unjudged: 1 };
    const [{ id }] = inPart.results as [Report['results'][number]];
    expect(lastFailed(wholeSuite, write(inPart)).only).toEqual([id]);
    expect(earlierVerdicts(inPart, reportWith({ 'get-case.status': 'pass' }))).toMatchObject({ [id]: 'inconclusive' });
  });

  test('is limited by --only and --class', () => {
    expect(lastFailed({ ...wholeSuite, only: ['create-case'] }, write(full)).only).toEqual(['create-case.location']);
    expect(lastFailed({ ...wholeSuite, class: 'stated' }, write(full)).only).toEqual(['get-case.status']);
  });

  test('is an error when nothing failed', () => {
    write(reportWith({ 'create-case.location': 'pass', 'http.nosniff': 'warning' }));
    expect(complaintOf(() => lastFailed(wholeSuite, folder))).toBe(
      `--last-failed: no requirement failed, had an error or was inconclusive in ${folder}/report.json (class full); omit --last-failed to run the whole selection.`,
    );
    write(full);
    expect(complaintOf(() => lastFailed({ ...wholeSuite, only: ['tenancy'] }, folder))).toContain(
      'no requirement in the selection of --only failed',
    );
  });

  test('is an error without a report that can be read', () => {
    writeFileSync(join(folder, 'report.json'), '{');
    expect(complaintOf(() => lastFailed(wholeSuite, folder))).toContain('report.json: is not JSON');
    expect(lastReport(folder)).toBeUndefined();
    expect(lastReport(join(folder, 'none'))).toBeUndefined();
  });
});

describe('the verdicts of earlier runs that a run with --only keeps', () => {
  const part = reportWith({ 'create-case.location': 'pass' });
  const kept = {
    'create-case.responds-with-201': 'pass',
    'get-case.status': 'inconclusive',
    'http.nosniff': 'warning',
    'problems.form': 'error',
  };

  test('is the verdict of everything that it did not judge', () => {
    expect(earlierVerdicts(full, part)).toEqual(kept);
    expect(schemaErrors({ ...part, earlier: earlierVerdicts(full, part) })).toEqual([]);
  });

  test('include those that an earlier run with --only kept', () => {
    const next = reportWith({ 'get-case.status': 'fail' });
    expect(earlierVerdicts({ ...part, earlier: earlierVerdicts(full, part) }, next)).toEqual({
      ...kept,
      'create-case.location': 'pass',
      'get-case.status': undefined,
    });
  });

  test('is nothing for another candidate or another contract', () => {
    expect(earlierVerdicts({ ...full, candidate: { ...full.candidate, baseUrl: 'http://other' } }, part)).toEqual({});
    expect(earlierVerdicts({ ...full, contract: { version: '9', digest: 'x' } }, part)).toEqual({});
  });
});

test('only requirements that ran are compared', () => {
  const now = reportWith({ 'create-case.location': 'pass', 'get-case.status': 'fail', 'problems.form': 'error' });
  const text = changesSince(full, now);
  expect(text).toMatch(/^What changed since the run of 1970-01-01 00:00 UTC:\n\n/);
  expect(text).toContain('create-case.location  fail → pass\n');
  expect(text).toContain('get-case.status  inconclusive → fail: because\n');
  for (const other of ['responds-with-201', 'nosniff', 'problems.form', 'outcome']) expect(text).not.toContain(other);
});
