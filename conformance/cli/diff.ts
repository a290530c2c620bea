import { readReport } from './report-file.ts';
import { print } from './print.ts';
import { differenceOf, differenceText } from '../reports/diff.ts';
import { UsageError } from './usage-error.ts';

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
