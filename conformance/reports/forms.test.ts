// What readers see of a run with every verdict is in samples/; `vitest -u` writes it anew after an intended change.
import { stripVTControlCharacters } from 'node:util';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../generated/report.ts';
import { resultOf } from '../testing.ts';
import { consoleReport, type Detail } from './console/console.ts';
import { outcomeLine } from './facts.ts';
import { annotations, guarded } from './github.ts';
import { junitReport } from './junit.ts';
import { reportOf } from './report.ts';
import { summaryReport } from './summary.ts';
import { allFailed, context, everyVerdict, hostile, judgement } from './testing.ts';

const report = everyVerdict();
const shown = (of: Report, detail: Detail) =>
  stripVTControlCharacters(consoleReport(of, { detail, width: 110 })).split('\n');

test.each([
  ['console.txt', shown(report, 'causes').join('\n')],
  ['console-verbose.txt', shown(report, 'cards').join('\n')],
  ['junit.xml', junitReport(report)],
  ['summary.txt', summaryReport(report)],
  ['annotations.txt', annotations(report)],
])('%s is as in the samples', async (name, text) => {
  await expect(text).toMatchFileSnapshot(`samples/${name}`);
});

test('the brief of any run has at most 4 kB, and what is needed to fix the first cause', () => {
  const many = allFailed((at) => `status ${at}, ${'é'.repeat(300)}`);
  for (const { brief } of [report, many, allFailed('status 200'), reportOf(judgement([]), context)])
    expect(Buffer.byteLength(brief)).toBeLessThanOrEqual(4096);
  const { text, id, rerun, findings } = many.results[0]!;
  for (const part of [`Fix first: ${id}, 1 failed\n  ${text}`, 'got status 0, é', findings[0]!.curl, `again: ${rerun}`])
    expect(many.brief).toContain(part);
  expect(many.brief).toMatch(/\n\d+ more in `causes` of the report: authentication\.\S+, .* and \d+ more$/);
});

describe('text that a candidate sent', () => {
  test('has no control characters on a console', () => {
    const coloured = consoleReport(report, { detail: 'cards', width: 110 }).replaceAll(/\u001b\[\d+m/g, '');
    expect(coloured).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });

  test('has no characters that XML does not allow', () => {
    const xml = junitReport(report);
    expect(XMLValidator.validate(xml)).toBe(true);
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])/);
    const texts = JSON.stringify(new XMLParser({ ignoreAttributes: false }).parse(xml));
    expect(texts).toContain(JSON.stringify(hostile.slice(0, hostile.indexOf('\u001b'))).slice(1, -1));
  });

  test('gives no command to GitHub', () => {
    expect(guarded('::error::x\n', 'token')).toBe('::stop-commands::token\n::error::x\n::token::\n');
  });
});

describe('when everything fails', () => {
  test.each([
    ['in one way', allFailed('status 200')],
    ['each in its own way', allFailed((at) => `status ${at}`)],
  ])('%s, the console needs no more lines than a screen', (_, all) => {
    const lines = shown(all, 'causes');
    expect(lines.length).toBeLessThanOrEqual(62);
    expect(lines.filter((line) => line.length > 110)).toEqual([]);
    expect(shown(all, 'cards').length).toBeGreaterThan(1000);
  });

  test('in one family, each failure has a line', () => {
    const few = allFailed((at) => `status ${at}`, 'get-case');
    const lines = shown(few, 'causes');
    for (const { id } of few.results) expect(lines.filter((line) => line.includes(`✕ ${id}: `))).toHaveLength(1);
  });

  test('the summary fits, and says what was cut', () => {
    const all = allFailed(`${hostile} 🪪 `.repeat(400));
    const text = summaryReport(all);
    expect(Buffer.byteLength(text)).toBeLessThan(64_000);
    expect(text).toMatch(
      /\nCut to 64000 bytes: \d+ of \d+ cards are missing here; `report\.html` has all of them\.\n$/,
    );
    expect(text.startsWith(`## ${outcomeLine(all)}\n`)).toBe(true);
  });

  test('the last annotation counts those that GitHub does not show', () => {
    const many = Array.from({ length: 12 }, (_, at) => resultOf('get-case.unknown-404', 'error', { reason: `r${at}` }));
    const lines = annotations(reportOf(judgement(many), context))
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(10);
    expect(lines[9]).toContain('3 more in the summary');
  });

  test('of many known failures the console lists the first, and the summary those that fit', () => {
    const all = allFailed('x');
    const results = all.results.map((result) => ({ ...result, known: `JIRA-7${'y'.repeat(5000)}` }));
    const known = (detail: Detail) => shown({ ...all, results }, detail).filter((line) => line.includes('JIRA-7'));
    expect(known('causes')).toHaveLength(8);
    expect(known('cards')).toHaveLength(results.length);
    expect(summaryReport({ ...all, results: [...results, ...results] })).toMatch(
      /\d+ of \d+ known failures are missing here/,
    );
  });
});

test('the verdict alone has the outcome, the reason for the exit code, and the place of the report', () => {
  const all = allFailed('status 200');
  const repeats = { runs: [], changed: [], exitCode: 1 as const, reason: 'the verdict of 1 requirement differs' };
  const text = consoleReport(
    { ...all, repeats },
    { detail: 'verdict', width: 100, written: 'HTML report: reports/report.html' },
  );
  expect(stripVTControlCharacters(text).split('\n').slice(2)).toEqual([
    outcomeLine(all),
    'exit code 1: the verdict of 1 requirement differs',
    'HTML report: reports/report.html',
    '',
  ]);
});

test('a run that judged nothing, or less than its list records, is not green', () => {
  const reason = 'only applicable if the capability sandbox is not claimed';
  const nothing = resultOf('sandbox.rejected-without-capability', 'not-applicable', { reason });
  for (const results of [[], [nothing]])
    expect(junitReport(reportOf(judgement(results), context))).toMatch(/<error type="outcome" message="INCOMPLETE/);
  const { outcome, ...less } = reportOf(judgement([resultOf('http.nosniff', 'pass')]), context);
  expect(annotations({ ...less, outcome })).toBe('');
  const red = { ...outcome, exitCode: 3 as const, reason: 'add --claim webhooks again' };
  expect(annotations({ ...less, outcome: red })).toContain('::exit code 3: add --claim webhooks again\n');
});
