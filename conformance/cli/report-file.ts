import { readFileSync } from 'node:fs';
import { verdicts } from '../engine/verdict.ts';
import type { Report } from '../reports/report.ts';
import { UsageError } from './usage-error.ts';

/**
 * Reads a `report.json`.
 *
 * @throws UsageError when it is none
 */
export function readReport(file: string): Report {
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
