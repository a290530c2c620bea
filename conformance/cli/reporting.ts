import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Report } from '../../generated/report.ts';
import { shipped } from '../../shipped/files.ts';
import type { Manifest } from '../manifest.ts';
import { docsFrom } from '../docs.ts';
import { consoleHeader, consoleReport, type Detail } from '../reports/console/console.ts';
import { jsonOf, reportFiles } from '../reports/files.ts';
import { annotations, guarded } from '../reports/github.ts';
import { type ReportContext, reportOf } from '../reports/report.ts';
import { summaryReport } from '../reports/summary.ts';
import { loadText, othersText } from '../run/estimate.ts';
import type { Judgement } from '../run/judge/judgement.ts';
import { version } from '../version.ts';
import { changesSince, earlierVerdicts, judgesAll, lastReport } from './last-failed.ts';
import { appendSummary, writeReports } from './report-folder.ts';
import type { Options } from './settings/options.ts';
import { rerunFlags } from './settings/rerun.ts';
import { print, printData, printLine } from './terminal.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Reports a run: in files where a folder is given, on GitHub, and on the console.
 *
 * @throws UsageError when a file cannot be written; the console has shown the run by then
 */
export function report(
  judgement: Judgement,
  options: Options,
  run: Pick<ReportContext, 'bundled' | 'repeats' | 'client'>,
): void {
  const { detail, values } = options;
  const folder = values['report-dir'];
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  const subject = run.client === undefined ? [] : ['client'];
  const command = [shipped.command, ...subject, ...rerunFlags(values)].join(' ');
  const { only, 'service-version': serviceVersion } = values;
  const context = {
    ...run,
    suite: { version, digest: shipped.digest() },
    command,
    only,
    serviceVersion,
    docs: docsFrom(folder),
  };
  const now = reportOf(judgement, context);
  const made = folder === undefined ? now : withHistory(now, folder, values['last-failed']);
  const unwritten = complaintAbout(() => {
    if (folder !== undefined) writeReports(folder, reportFiles(made));
    if (summary) appendSummary(summary, summaryReport(made));
  });
  printReported(unwritten ? withoutVerdict(made) : made);
  if (unwritten) {
    printReport(withoutVerdict(made), detail, '');
    throw unwritten;
  }
  printReport(made, detail, folder && `HTML report: ${join(folder, 'report.html')}`);
  const { scope, outcome, facts, source } = judgement;
  if (source === 'run' && scope.partial && outcome.exitCode === 0)
    print(`${othersText(options.selection, facts.claims)}\n`);
}

/** Writes the report to standard output if a program reads it there. */
function printReported(made: Report): void {
  printData('json', () => jsonOf(made));
  const { results, exchanges, ...rest } = made;
  for (const [place, exchange] of exchanges.entries()) printLine({ type: 'exchange', place, exchange });
  for (const result of results) printLine({ type: 'result', result });
  printLine({ type: 'end', report: rest });
}

function complaintAbout(work: () => void): UsageError | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  return undefined;
}

/** The run as it ends when its reports cannot be written. */
function withoutVerdict({ repeats, ...made }: Report): Report {
  const end = { exitCode: 2, reason: 'the reports cannot be written' } as const;
  return { ...made, outcome: { ...made.outcome, ...end }, ...(repeats && { repeats: { ...repeats, ...end } }) };
}

/** A run with `--only` keeps the earlier verdicts on the other requirements. */
function withHistory(report: Report, folder: string, changes: boolean): Report {
  const last = changes || !judgesAll(report) ? lastReport(folder) : undefined;
  if (!last) return report;
  if (changes) print(`\n${changesSince(last, report)}`);
  const earlier = earlierVerdicts(last, report);
  return Object.keys(earlier).length > 0 ? { ...report, earlier } : report;
}

// Characters: a log does not say how wide it is.
const widthOfLogs = 160;

function printReport(made: Report, detail: Detail, written: string | undefined): void {
  const width = process.stdout.isTTY ? Math.max(80, process.stdout.columns) : widthOfLogs;
  const shown = consoleReport({ ...made, docs: docsFrom() }, { detail, written, width });
  const text = detail === 'verdict' ? shown : `\n${shown}`;
  const isOnGitHub = process.env['GITHUB_ACTIONS'] === 'true';
  print(isOnGitHub ? guarded(text, randomUUID()) + annotations(made) : text);
}

/** Prints what is about to be judged, and where the settings come from. */
export function announce(manifest: Manifest, { selection, file }: Pick<Options, 'selection' | 'file'>) {
  print(consoleHeader(manifest, selection.class, version));
  if (file !== undefined) print(`settings from ${file}\n`);
  print(`${loadText(selection, manifest.claims)}\n`);
}
