import { expect, test } from 'vitest';
import { consoleReport, withoutColour } from './console.ts';
import { outcomeLine } from '../facts.ts';
import { allFailed } from '../testing.ts';

const shown = (report: Parameters<typeof consoleReport>[0], detail: 'causes' | 'cards' | 'verdict') =>
  withoutColour(consoleReport(report, { detail, width: 110 })).split('\n');

test.each([
  ['fail in one way', allFailed('status 200')],
  ['fail each in its own way', allFailed((at) => `status ${at}`)],
])('when all requirements %s, the console needs no more lines than a screen', (_, report) => {
  const lines = shown(report, 'causes');
  expect(lines.length).toBeLessThanOrEqual(62);
  expect(lines.filter((line) => line.length > 110)).toEqual([]);
  expect(shown(report, 'cards').length).toBeGreaterThan(1000);
});

test('few failures have a line each', () => {
  const report = allFailed((at) => `status ${at}`, 'get-case');
  const lines = shown(report, 'causes');
  for (const { id } of report.results) expect(lines.filter((line) => line.includes(`✕ ${id}: `))).toHaveLength(1);
});

test('the verdict alone has the outcome, the reason for the exit code, and the place of the report', () => {
  const report = allFailed('status 200');
  expect(shown(report, 'verdict')).toEqual([
    outcomeLine(report),
    `exit code 1: ${report.results.length} requirements failed`,
    '--report-dir reports writes the report as HTML, JSON, JUnit and Markdown; --verbose prints every card here',
    '',
  ]);
  const page = withoutColour(consoleReport(report, { detail: 'verdict', width: 100, page: 'reports/report.html' }));
  expect(page.split('\n')[2]).toBe('HTML report: reports/report.html');
});

test('of many known failures the first are listed', () => {
  const report = allFailed('x');
  const results = report.results.map((result) => ({ ...result, known: 'JIRA-7' }));
  expect(shown({ ...report, results }, 'causes').filter((line) => line.includes('JIRA-7'))).toHaveLength(8);
  expect(shown({ ...report, results }, 'causes')).toContain(
    `  and ${results.length - 8} more: see --verbose, or the HTML report`,
  );
  expect(shown({ ...report, results }, 'cards').filter((line) => line.includes('JIRA-7'))).toHaveLength(results.length);
});

test('of several runs the exit code of all and its reason are shown', () => {
  const report = allFailed('x', 'none');
  const repeats = { runs: [], changed: [], exitCode: 1 as const, reason: 'the verdict of 1 requirement differs' };
  expect(shown({ ...report, repeats }, 'verdict')).toContain('exit code 1: the verdict of 1 requirement differs');
});
