import { expect, test } from 'vitest';
import { annotations, guarded } from './github.ts';
import { reportOf } from './report.ts';
import { summaryReport } from './summary.ts';
import { context, everyVerdict, exchange, judgement, requirement } from './testing.ts';

test('the outcome comes first, then the counts', () => {
  const report = everyVerdict();
  const lines = summaryReport(report).split('\n');
  expect(lines[0]).toBe(`## ${report.outcome.headline}`);
  expect(lines[2]).toMatch(/^2 passed, 3 failed, 1 warning, 1 inconclusive, 1 not applicable, 1 error · /);
});

test('what a candidate sent is inside fences that it cannot close', () => {
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

test('a long list of failures is cut to its ids', () => {
  const one = exchange({});
  const failed = Array.from({ length: 40 }, () => ({
    ...{ requirement: requirement('get-case.unknown-404'), verdict: 'fail' as const, reason: 'r', expected: 'e' },
    ...{ actual: 'a', exchanges: [one], decisive: one, milliseconds: 1 },
  }));
  const text = summaryReport(reportOf(judgement(failed), context));
  expect(text.match(/<details>/g)).toHaveLength(30);
  expect(text).toContain('And 10 more');
});

test('annotations are one line each, with nothing in them that GitHub would take for more', () => {
  const lines = annotations(everyVerdict()).trimEnd().split('\n');
  expect(lines.map((line) => /^::(error|warning) title=([^:,]+)::/.exec(line)?.slice(1))).toEqual([
    ['error', 'http.no-store'],
    ['error', 'problems.members'],
    ['error', 'create-case.location'],
    ['error', 'get-case.unknown-404'],
    ['error', 'inconclusive%3A 1'],
    ['error', 'http.no-store'],
    ['warning', 'http.nosniff'],
  ]);
  expect(lines[2]).toContain('%250A');
  expect(lines[2]).not.toMatch(/%(?!25|0A|0D)/);
});

test('the last annotation counts those that GitHub does not show', () => {
  const failed = Array.from({ length: 12 }, () => ({
    ...{ requirement: requirement('get-case.unknown-404'), verdict: 'fail' as const, reason: 'r' },
    ...{ exchanges: [], milliseconds: 1 },
  }));
  const lines = annotations(reportOf(judgement(failed), context))
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(10);
  expect(lines[9]).toContain('3 more in the summary');
});

test('a text in the log of GitHub gives no command', () => {
  expect(guarded('::error::x\n', 'token')).toBe('::stop-commands::token\n::error::x\n::token::\n');
});
