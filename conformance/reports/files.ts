import type { Report } from '../../generated/report.ts';
import { htmlReport } from './html/page.ts';
import { junitReport } from './junit.ts';
import { summaryReport } from './summary.ts';

const forms = {
  'report.json': jsonOf,
  'junit.xml': junitReport,
  'report.html': htmlReport,
  'summary.md': summaryReport,
};

export type ReportFile = keyof typeof forms;
export const reportNames = Object.keys(forms) as ReportFile[];

/** The files of a report by name: the same content for each kind of reader. */
export const reportFiles = (made: Report): Record<ReportFile, string> =>
  Object.fromEntries(reportNames.map((name) => [name, forms[name](made)])) as Record<ReportFile, string>;

/** `report.json`: each result and each exchange on a line of its own: indented lines would be a quarter longer. */
export function jsonOf(made: Report): string {
  const entries = Object.entries(made).map(([name, value]) => `${JSON.stringify(name)}: ${listed(value)}`);
  return `{\n${entries.join(',\n')}\n}\n`;
}

const listed = (value: unknown): string =>
  Array.isArray(value) && value.length > 0
    ? `[\n${value.map((item) => JSON.stringify(item)).join(',\n')}\n]`
    : JSON.stringify(value);
