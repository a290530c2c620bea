import { readFileSync } from 'node:fs';
import { verdicts } from './engine/verdict.ts';
import { print } from './reporting.ts';
import { differenceOf, differenceText } from './reports/diff.ts';
import type { Report } from './reports/report.ts';
import { UsageError } from './usage.ts';

/**
 * `idv-conformance diff before.json after.json`: says what changed between two runs.
 *
 * @returns 0 when nothing changed for the worse, 1 when something did
 * @throws UsageError when a file is no report
 */
export function diff(files: string[]): 0 | 1 {
  const [before, after, ...more] = files;
  if (before === undefined || after === undefined || more.length > 0 || before.startsWith('-'))
    throw new UsageError('diff takes two files: idv-conformance diff before/report.json after/report.json.');
  const difference = differenceOf(readReport(before), readReport(after));
  print(differenceText(difference));
  return difference.worse.length === 0 ? 0 : 1;
}

function readReport(file: string): Report {
  const value = jsonOf(file);
  if (!isReport(value))
    throw new UsageError(`${file}: is no report of idv-conformance; take a report.json that --report-dir wrote.`);
  return value;
}

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const why =
      error instanceof SyntaxError ? 'is no JSON' : `cannot be read (${(error as NodeJS.ErrnoException).code})`;
    throw new UsageError(`${file}: ${why}; take a report.json that --report-dir wrote.`);
  }
}

/** Whether it holds what is compared; `report.schema.json` describes the whole of it. */
function isReport(value: unknown): value is Report {
  const { contract, suite, candidate, scope, outcome, results } = (value ?? {}) as Partial<Report>;
  return (
    typeof contract?.digest === 'string' &&
    typeof suite?.version === 'string' &&
    typeof candidate?.baseUrl === 'string' &&
    Array.isArray(scope?.claimed) &&
    typeof outcome?.headline === 'string' &&
    Array.isArray(results) &&
    results.every((result) => typeof result?.id === 'string' && verdicts.includes(result.verdict))
  );
}
