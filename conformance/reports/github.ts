import { isFixedKnownFailure } from '../engine/verdict.ts';
import { causesOf, shownCards } from './card.ts';
import type { Report } from './report.ts';

// GitHub shows this many annotations of a step and drops the others.
const most = 10;

/** What is red as annotations of a GitHub job: one for each failure, and one for each cause that left something open. */
export function annotations(report: Report): string {
  const { results, outcome, repeats } = report;
  const cards = shownCards(results);
  const all = [
    ...(repeats?.changed ?? []).map(({ id, verdicts }) =>
      annotation('error', id, `its verdict changes from run to run: ${verdicts.join(', ')}`),
    ),
    ...cards
      .filter(({ verdict }) => verdict !== 'warning')
      .map(({ id, reason, text }) => annotation('error', id, `${text}\n${reason}`)),
    ...[...causesOf(results)].map(([cause, list]) =>
      annotation('error', `inconclusive: ${list.length}`, `${cause}\n${list.map(({ id }) => id).join(' ')}`),
    ),
    ...results
      .filter(isFixedKnownFailure)
      .map(({ id }) => annotation('error', id, 'It passes now: take it off the list of known failures.')),
    ...cards
      .filter(({ verdict }) => verdict === 'warning')
      .map(({ id, reason, text }) => annotation('warning', id, `${text}\n${reason}`)),
  ];
  if (all.length <= most) return all.join('');
  const more = `${all.length - most + 1} more in the summary and in the report.`;
  return [...all.slice(0, most - 1), annotation('error', outcome.headline, more)].join('');
}

/** The text as GitHub's log shows it: no line of it is taken for a command, whatever a candidate answered. */
export const guarded = (text: string, token: string): string => `::stop-commands::${token}\n${text}::${token}::\n`;

// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands, escaped as its toolkit does.
function annotation(kind: 'error' | 'warning', title: string, message: string): string {
  const data = message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const escaped = title.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return `::${kind} title=${escaped.replaceAll(':', '%3A').replaceAll(',', '%2C')}::${data}\n`;
}
