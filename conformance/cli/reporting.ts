import { randomUUID } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../generated/report.ts';
import { shipped } from '../../shipped/files.ts';
import type { Manifest } from '../manifest.ts';
import { docsFrom } from '../docs.ts';
import { consoleHeader, consoleReport, type Detail } from '../reports/console/console.ts';
import { reportFiles } from '../reports/files.ts';
import { annotations, guarded } from '../reports/github.ts';
import { type ReportContext, reportOf } from '../reports/report.ts';
import { summaryReport } from '../reports/summary.ts';
import { loadText } from '../run/estimate.ts';
import type { Judgement } from '../run/judge.ts';
import { version } from '../version.ts';
import { changesSince, earlierVerdicts, judgesAll, lastReport } from './known-failures/last-failed.ts';
import type { Options } from './settings/options.ts';
import { rerunFlags } from './settings/rerun.ts';
import { print } from './terminal.ts';

/** Reports a run: on the console, on GitHub, and in files where a folder is given. */
export function report(judgement: Judgement, options: Options, run: Pick<ReportContext, 'bundled' | 'repeats'>): void {
  const { detail, values } = options;
  const folder = values['report-dir'];
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  const command = [shipped.command, ...rerunFlags(values)].join(' ');
  const now = reportOf(judgement, { ...run, suiteVersion: version, command, docs: docsFrom(folder) });
  const made = folder === undefined ? now : withHistory(now, folder, values['last-failed']);
  printReport(made, detail, folder);
  if (folder !== undefined) writeFiles(made, folder);
  if (summary) appendFileSync(summary, summaryReport(made));
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

function printReport(made: Report, detail: Detail, folder: string | undefined): void {
  const page = folder && join(folder, 'report.html');
  const width = process.stdout.isTTY ? Math.max(80, process.stdout.columns) : widthOfLogs;
  const shown = consoleReport({ ...made, docs: docsFrom() }, { detail, page, width });
  const text = detail === 'verdict' ? shown : `\n${shown}`;
  const isOnGitHub = process.env['GITHUB_ACTIONS'] === 'true';
  print(isOnGitHub ? guarded(text, randomUUID()) + annotations(made) : text);
}

function writeFiles(made: Report, folder: string): void {
  for (const [name, content] of Object.entries(reportFiles(made))) writeFileSync(join(folder, name), content);
}

/** Prints what is about to be judged, and where the settings come from. */
export function announce(
  manifest: Manifest,
  { selection, file, unread }: Pick<Options, 'selection' | 'file' | 'unread'>,
) {
  print(consoleHeader(manifest, selection.class, version));
  for (const line of unread) print(`${line}\n`);
  if (file !== undefined) print(`settings from ${file}\n`);
  print(`${loadText(selection, manifest.claims)}\n`);
}
