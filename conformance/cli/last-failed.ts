// `--last-failed`: judges the requirements again that failed, had an error or were inconclusive (also in some scenarios), and prints what
// changed.
import type { Report } from '../../generated/report.ts';
import { requirements } from '../../generated/requirements.ts';
import { type Verdict } from '../run/judge/verdict.ts';
import { isPassedInPart } from '../run/judge/outcome.ts';
import { differenceOf, differenceText } from '../reports/diff.ts';
import type { ComparableReport } from '../reports/report.ts';
import { type Selection, selected } from '../run/selection.ts';
import { readReport } from './diff.ts';
import { lastReportIn } from './report-folder.ts';
import { UsageError } from '../usage-error.ts';

/**
 * The part of a selection that failed, had an error or was inconclusive in the last report of the folder.
 *
 * @throws UsageError when the folder has no report, or when nothing failed
 */
export function lastFailed(selection: Selection, folder: string): Selection {
  const file = lastReportIn(folder);
  if (file === undefined)
    throw new UsageError(
      `--last-failed: ${folder} has no report.json; run once with --report-dir ${folder} and without --last-failed.`,
    );
  const verdicts = lastVerdicts(readReport(file));
  const toRun: (Verdict | undefined)[] = ['fail', 'inconclusive', 'error'];
  const only = selected(selection).flatMap(({ id }) => (toRun.includes(verdicts[id]) ? [id] : []));
  if (only.length > 0) return { ...selection, only };
  const place = selection.only.length > 0 ? ' in the selection of --only' : '';
  throw new UsageError(
    `--last-failed: no requirement${place} failed, had an error or was inconclusive in ${file} (class ${selection.class}); omit --last-failed to run the whole selection.`,
  );
}

/** The verdict of a result; a pass of a part counts as inconclusive. */
const verdictOf = (result: ComparableReport['results'][number]): Verdict =>
  isPassedInPart(result) ? 'inconclusive' : result.verdict;

/** The last verdict of each requirement, also if the last run did not judge it. */
const lastVerdicts = ({ earlier, results }: ComparableReport): Record<string, Verdict> => ({
  ...earlier,
  ...Object.fromEntries(results.map((result) => [result.id, verdictOf(result)])),
});

/** The last report of the folder; undefined if there is none or its format is unknown. */
export function lastReport(folder: string): ComparableReport | undefined {
  const file = lastReportIn(folder);
  try {
    return file === undefined ? undefined : readReport(file);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** The verdicts of earlier runs on requirements that this run did not judge; `--last-failed` needs them. */
export function earlierVerdicts(
  last: ComparableReport,
  { contract, candidate, results }: Report,
): Record<string, Verdict> {
  const isSame =
    last.contract.digest === contract.digest &&
    (last.candidate.baseUrl === candidate.baseUrl || (last.candidate.bundled && candidate.bundled));
  if (!isSame) return {};
  const judged = new Set<string>(results.map(({ id }) => id));
  return Object.fromEntries(Object.entries(lastVerdicts(last)).filter(([id]) => !judged.has(id)));
}

/** What changed since the last run, as text. */
export function changesSince(last: ComparableReport, report: Report): string {
  const verdicts = lastVerdicts(last);
  const results = report.results.map((result) => ({ ...result, verdict: verdictOf(result) }));
  const before = results.map((result) => ({ ...result, verdict: verdicts[result.id] ?? result.verdict }));
  // The outcomes of different selections cannot be compared.
  const difference = differenceOf({ ...last, results: before, outcome: report.outcome }, { ...report, results });
  const when = last.run.startedAt.replace('T', ' ').replace(/:\d\d\.\d+Z$/, ' UTC');
  return `What changed since the run of ${when}:\n\n${differenceText(difference)}`;
}

export const judgesAll = ({ results }: Report): boolean =>
  results.length === requirements.filter(({ untestable }) => untestable === null).length;
