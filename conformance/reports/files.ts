import type { Report } from '../../generated/report.ts';
import { htmlReport } from './html/page.ts';
import { junitReport } from './junit.ts';
import { summaryReport } from './summary.ts';

/** The files of a report by name: the same content for each kind of reader. */
export const reportFiles = (made: Report): Record<string, string> => ({
  'report.json': jsonOf(made),
  'junit.xml': junitReport(made),
  'report.html': htmlReport(made),
  'summary.md': summaryReport(made),
});

/** Each result and each exchange on a line of its own: indented lines would be a quarter longer. */
function jsonOf(made: Report): string {
  const entries = Object.entries(made).map(([name, value]) => `${JSON.stringify(name)}: ${listed(value)}`);
  return `{\n${entries.join(',\n')}\n}\n`;
}

const listed = (value: unknown): string =>
  Array.isArray(value) && value.length > 0
    ? `[\n${value.map((item) => JSON.stringify(item)).join(',\n')}\n]`
    : JSON.stringify(value);
