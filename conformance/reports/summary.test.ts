import { expect, test } from 'vitest';
import { outcomeLine } from './facts.ts';
import { annotations, guarded } from './github.ts';
import { reportOf } from './report.ts';
import { summaryReport } from './summary.ts';
import { allFailed, context, everyVerdict, hostile, judgement } from './testing.ts';
import { resultOf } from '../testing.ts';

test('text that a candidate sent is inside fences that it cannot close', () => {
  const text = summaryReport(everyVerdict());
  let fence: string | undefined;
  const outside: string[] = [];
  for (const line of text.split('\n')) {
    const found = /^(`{3,})(text)?$/.exec(line)?.[1];
    if (fence === undefined && found) fence = found;
    else if (found === fence) fence = undefined;
    else if (fence === undefined) outside.push(line);
  }
  expect(fence).toBeUndefined();
  expect(outside.join('\n').replaceAll(/(`+) .*? \1(?!`)/g, '')).not.toContain('onerror');
});

test('the summary of a run in which everything fails fits, and says what was cut', () => {
  const report = allFailed(`${hostile} 🪪 `.repeat(400));
  const text = summaryReport(report);
  expect(Buffer.byteLength(text)).toBeLessThan(60_000);
  expect(text).toMatch(/\nCut to 60000 bytes: \d+ of \d+ cards are missing here; `report\.html` has all of them\.\n$/);
  expect(text.startsWith(`## ${outcomeLine(report)}\n`)).toBe(true);
});

test('a list of known failures without end fits', () => {
  const { results, ...rest } = allFailed('x');
  const known = [...results, ...results].map((result) => ({ ...result, known: 'y'.repeat(5000) }));
  const text = summaryReport({ ...rest, results: known });
  expect(Buffer.byteLength(text)).toBeLessThan(60_000);
  expect(text).toMatch(/\d+ of \d+ known failures are missing here/);
});

test('each annotation is one line, and contains no second command for GitHub', () => {
  const [notice, ...lines] = annotations(everyVerdict()).trimEnd().split('\n');
  expect(notice).toMatch(/^::error title=ERROR[^:]*::The service stopped: /);
  expect(lines.map((line) => /^::(error|warning) title=([^:,]+)::/.exec(line)?.slice(1))).toEqual([
    ['error', 'http.no-store'],
    ['error', 'get-case.unknown-404'],
    ['error', 'http.no-store'],
    ['error', 'problems.form'],
    ['error', 'create-case.location'],
    ['error', 'get-case.unknown-404'],
    ['warning', 'http.nosniff'],
  ]);
  expect(lines[1]).toMatch(/::not in the list of known failures: "an upload"$/);
  expect(lines[3]).toContain('%250A');
  expect(lines[4]).toMatch(/%0A1 failed, 1 blocked: create-case\.responds-with-case$/);
  expect(lines[4]).not.toMatch(/%(?!25|0A|0D)/);
});

test('a run that judged less than its list records has an annotation with the reason', () => {
  const { outcome, ...report } = reportOf(judgement([resultOf('http.nosniff', 'pass')]), context);
  expect(annotations({ ...report, outcome })).toBe('');
  const red = { ...outcome, exitCode: 3 as const, reason: 'add --claim webhooks again' };
  expect(annotations({ ...report, outcome: red })).toContain('::exit code 3: add --claim webhooks again\n');
});

test('the last annotation counts those that GitHub does not show', () => {
  const failed = Array.from({ length: 12 }, (_, at) => resultOf('get-case.unknown-404', 'error', { reason: `r${at}` }));
  const lines = annotations(reportOf(judgement(failed), context))
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(10);
  expect(lines[9]).toContain('3 more in the summary');
});

test('a text in the log of GitHub gives no command', () => {
  expect(guarded('::error::x\n', 'token')).toBe('::stop-commands::token\n::error::x\n::token::\n');
});
