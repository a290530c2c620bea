import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type ReportFile, reportNames } from '../reports/files.ts';
import { UsageError } from '../usage-error.ts';
import { writeWhole } from '../whole-files.ts';

/** The report of the last run while there is no later one: `--last-failed` reads it too. */
const setAside = 'last-report.json';

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Makes the folder of --report-dir before anything is sent. */
export function makeReportFolder(folder: string | undefined): void {
  if (folder === undefined) return;
  try {
    makeFolder(resolve(folder));
    withdrawReports(folder);
  } catch (error) {
    throw new UsageError(
      `--report-dir ${folder}: cannot be created (${codeOf(error)}); name a folder that can be written to.`,
    );
  }
}

/** One folder after the other: with `recursive`, Node would try for ever below a folder such as /proc. */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** Removes the reports of the last run: a run that ends without a verdict must not leave them in its folder. */
export function withdrawReports(folder: string): void {
  const last = join(folder, 'report.json' satisfies ReportFile);
  if (existsSync(last)) renameSync(last, join(folder, setAside));
  for (const name of reportNames) rmSync(join(folder, name), { force: true });
}

/** The last `report.json` of the folder, also after a run that wrote none. */
export function lastReportIn(folder: string): string | undefined {
  const places = ['report.json' satisfies ReportFile, setAside].map((name) => join(folder, name));
  return places.find((place) => existsSync(place));
}

/**
 * Writes the reports, all of them or none.
 *
 * @throws UsageError naming the folder
 */
export function writeReports(folder: string, files: Record<ReportFile, string>): void {
  try {
    writeWhole(folder, files);
    rmSync(join(folder, setAside), { force: true });
  } catch (error) {
    throw new UsageError(
      `--report-dir ${folder}: the reports cannot be written (${codeOf(error)}); free space there, or name another folder.`,
    );
  }
}

/** @throws UsageError naming the file */
export function appendSummary(file: string, text: string): void {
  try {
    appendFileSync(file, text);
  } catch (error) {
    throw new UsageError(`GITHUB_STEP_SUMMARY ${file}: the summary cannot be written (${codeOf(error)}).`);
  }
}
