import { isFixedKnownFailure, isKnownBlocked } from '../engine/verdict.ts';
import { causesOf, shownCards } from './card.ts';
import type { Report, ReportedResult } from './report.ts';

// GitHub shows this many annotations of a step and drops the others.
const most = 10;

/** Annotations of a GitHub job: one for each failure, and one for each cause of inconclusive verdicts. */
export function annotations(report: Report): string {
  const { results, outcome, repeats } = report;
  const cards = shownCards(results);
  const all = [
    ...(repeats?.changed ?? []).map(({ id, verdicts }) =>
      annotation('error', id, `The verdict differs between runs: ${verdicts.join(', ')}`),
    ),
    ...cards
      .filter(({ verdict }) => verdict !== 'warning')
      .map((result) => annotation('error', result.id, sentences(result))),
    ...[...causesOf(results.filter((result) => !isKnownBlocked(result)))].map(([cause, list]) =>
      annotation('error', `inconclusive: ${list.length}`, `${cause}\n${list.map(({ id }) => id).join(' ')}`),
    ),
    ...results
      .filter(isFixedKnownFailure)
      .map(({ id }) => annotation('error', id, 'It passes now: remove it from the list of known failures.')),
    ...cards
      .filter(({ verdict }) => verdict === 'warning')
      .map((result) => annotation('warning', result.id, sentences(result))),
  ];
  if (all.length <= most) return all.join('');
  const more = `${all.length - most + 1} more in the summary and in the report.`;
  return [...all.slice(0, most - 1), annotation('error', outcome.headline, more)].join('');
}

/** The text for GitHub's log, which then runs no line of it as a command, whatever a candidate sent. */
export const guarded = (text: string, token: string): string => `::stop-commands::${token}\n${text}::${token}::\n`;

/** The requirement, then why it failed. */
const sentences = ({ text, code, reason }: ReportedResult) => `${text}\n${code ? `${code}: ` : ''}${reason}`;

// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands, escaped as its toolkit does.
function annotation(kind: 'error' | 'warning', title: string, message: string): string {
  const data = message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const escaped = title.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return `::${kind} title=${escaped.replaceAll(':', '%3A').replaceAll(',', '%2C')}::${data}\n`;
}
