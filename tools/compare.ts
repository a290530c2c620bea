// `npm run compare -- ours=reports/report.json`: prints how many requirements of each family each implementation passed.
import { readReport } from '../conformance/cli/diff.ts';
import type { ComparableReport } from '../conformance/reports/report.ts';
import { UsageError } from '../conformance/usage-error.ts';
import { runProgram } from './program.ts';

const help = `npm run compare -- [<name>=]<report.json> …

Prints a Markdown table of families and implementations, one for each report that --report-dir wrote: how many of the
requirements that apply passed. Without a name, the column has the address of the service.

Exit codes: 0, or 2 if a file is not a report.
`;

/** The table; the first row has the outcomes. */
export function comparisonOf(reports: Record<string, ComparableReport>): string {
  const columns = Object.values(reports);
  const families = [...new Set(columns.flatMap(({ results }) => results.map(({ family }) => family)))];
  const rows = [
    ['', ...Object.keys(reports)],
    ['---', ...columns.map(() => '---')],
    ['outcome', ...columns.map(({ outcome }) => outcome.headline)],
    ...families.map((family) => [`\`${family}\``, ...columns.map((report) => passedIn(report, family))]),
  ];
  return rows.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** `14 of 15`, or nothing where no requirement applies. */
function passedIn({ results }: ComparableReport, family: string): string {
  const applicable = results.filter((each) => each.family === family && each.verdict !== 'not-applicable');
  const passed = applicable.filter(({ verdict }) => verdict === 'pass').length;
  return applicable.length === 0 ? '–' : `${passed} of ${applicable.length}`;
}

function namedReport(argument: string): [string, ComparableReport] {
  const [, name, file] = /^(?:([^=]+)=)?(.+)$/.exec(argument)!;
  const report = readReport(file!);
  return [name ?? report.candidate.baseUrl, report];
}

if (import.meta.main)
  await runProgram(help, {}, async (_, files) => {
    if (files.length === 0) throw new UsageError('compare needs at least one report.json that --report-dir wrote.');
    process.stdout.write(comparisonOf(Object.fromEntries(files.map(namedReport))));
    return 0;
  });
