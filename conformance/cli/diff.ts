// `idv-conformance diff before.json after.json`: prints what changed between two runs.
import { readFileSync } from 'node:fs';
import { differenceOf, differenceText } from '../reports/diff.ts';
import { type ComparableReport, schemaVersion } from '../reports/report.ts';
import type { Subcommand } from './subcommand.ts';
import { print } from './terminal.ts';
import { UsageError } from '../usage-error.ts';

const help = `Usage: idv-conformance diff <before/report.json> <after/report.json>

Compares two runs, requirement by requirement: two files that --report-dir wrote. It prints what differs between the
runs themselves (contract, class, claims, outcome), what became worse and what became better.

Exit codes: 0 no verdict became worse, 1 at least one did, 2 usage error
`;

export const subcommand: Subcommand = {
  help,
  words: ['<before/report.json>', '<after/report.json>'],
  run: ([before, after]) => {
    const difference = differenceOf(readReport(before!), readReport(after!));
    print(differenceText(difference));
    return difference.changes.some(({ kind }) => kind === 'worse') ? 1 : 0;
  },
};

/**
 * Reads a `report.json` of this format.
 *
 * @throws UsageError when it is none, or has another format
 */
export function readReport(file: string): ComparableReport {
  const value = jsonOf(file);
  if (!isReport(value))
    throw new UsageError(`${file}: is not a report of idv-conformance; name a report.json that --report-dir wrote.`);
  const { schemaVersion: written = 1 } = value as { schemaVersion?: number };
  if (written !== schemaVersion)
    throw new UsageError(
      `${file}: has schemaVersion ${written}, but this suite reads schemaVersion ${schemaVersion}; use the release of idv-case-contract that wrote it, or run the suite again.`,
    );
  return value;
}

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const why =
      error instanceof SyntaxError ? 'is not JSON' : `cannot be read (${(error as NodeJS.ErrnoException).code})`;
    throw new UsageError(`${file}: ${why}; name a report.json that --report-dir wrote.`);
  }
}

/** Whether it has the properties that only a report has; `report.schema.json` describes the rest. */
function isReport(value: unknown): value is ComparableReport {
  const { contract, outcome, results } = (value ?? {}) as Partial<ComparableReport>;
  return typeof contract?.digest === 'string' && typeof outcome?.headline === 'string' && Array.isArray(results);
}
