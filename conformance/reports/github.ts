import type { Report } from '../../generated/report.ts';
import { type Cause, causesIn, effectOf } from './causes.ts';
import { exitText, outcomeLine } from './facts.ts';
import { resultLines } from './finding-text.ts';
import { knownText } from '../known-failures/text.ts';

// GitHub shows this many annotations of a step and drops the others.
const most = 10;

/** Annotations of a GitHub job: one for each cause, the one to fix first before the others. */
export function annotations(report: Report): string {
  const { results, repeats, notices } = report;
  const all = [
    ...notices.map((notice) => annotation('error', outcomeLine(report), notice)),
    ...(repeats?.changed ?? []).map(({ id, verdicts }) =>
      annotation('error', id, `The verdict differs between runs: ${verdicts.join(', ')}`),
    ),
    ...results
      .filter(({ unlisted, fixed }) => unlisted ?? fixed)
      .map((result) => annotation('error', result.id, knownText(result))),
    ...causesIn(report).map(causeAnnotation),
  ];
  if (all.length === 0 && report.outcome.exitCode !== 0)
    return annotation('error', outcomeLine(report), exitText(report));
  if (all.length <= most) return all.join('');
  const more = `${all.length - most + 1} more in the summary and in the report.`;
  return [...all.slice(0, most - 1), annotation('error', outcomeLine(report), more)].join('');
}

function causeAnnotation(cause: Cause): string {
  const { name, failed, blocked } = cause;
  const [result] = failed;
  const others = [...failed.slice(1), ...blocked].map(({ id }) => id);
  const message = [
    ...(result ? [result.text, ...resultLines(result, 5)] : []),
    ...(others.length > 0 ? [`${effectOf(cause)}: ${others.join(' ')}`] : []),
  ];
  const isWarning = failed.length > 0 && failed.every(({ verdict }) => verdict === 'warning');
  return annotation(isWarning ? 'warning' : 'error', name, message.join('\n'));
}

/** The text for GitHub's log, so that GitHub runs no line of it as a command, whatever a candidate sent. */
export const guarded = (text: string, token: string): string => `::stop-commands::${token}\n${text}::${token}::\n`;

// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands, escaped as its toolkit does.
function annotation(kind: 'error' | 'warning', title: string, message: string): string {
  const data = message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const escaped = title.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return `::${kind} title=${escaped.replaceAll(':', '%3A').replaceAll(',', '%2C')}::${data}\n`;
}
