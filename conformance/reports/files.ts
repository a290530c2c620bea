import { htmlReport } from './html/page.ts';
import { junitReport } from './junit.ts';
import type { Report } from './report.ts';
import { summaryReport } from './summary.ts';

/** The files of a report by name: the same content for each kind of reader. */
export const reportFiles = (made: Report): Record<string, string> => ({
  'report.json': `${JSON.stringify(made, null, 1)}\n`,
  'junit.xml': junitReport(made),
  'report.html': htmlReport(made),
  'summary.md': summaryReport(made),
});
