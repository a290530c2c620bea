import { styleText } from 'node:util';
import type { Report, ReportedResult } from '../../../generated/report.ts';
import type { Verdict } from '../../run/judge/verdict.ts';
import { repeatsText } from '../../run/repeat.ts';
import { cardText } from '../card.ts';
import { type Cause, groupedCauses } from '../causes.ts';
import { causeLines } from './causes.ts';
import {
  countsText,
  createdText,
  exitText,
  familiesOf,
  looks,
  outcomeLine,
  runText,
  shownCards,
  totalsText,
} from '../facts.ts';
import { knownLists } from '../../known-failures/text.ts';
import { wrapped } from './wrap.ts';

/** `causes`: a line for each failure, by cause; `cards`: everything about each; `verdict`: the outcome only. */
export type Detail = 'causes' | 'cards' | 'verdict';

interface ConsoleOptions {
  detail: Detail;
  /** where the reports are, or nothing if they cannot be written; undefined when none are wanted */
  written?: string | undefined;
  /** characters of a line, so that a terminal does not wrap it */
  width: number;
}

/** The report as a terminal shows it; it ends with the outcome, the reason for the exit code, and where to read more. */
export function consoleReport(report: Report, { detail, written, width }: ConsoleOptions): string {
  const notices = report.notices.map((notice) => styleText(['yellow', 'bold'], wrappedLines(notice, width)));
  const sections = detail === 'verdict' ? notices : [...notices, ...findings(report, detail, width), sums(report)];
  return `${[...sections, end(report, detail, written)].filter((section) => section !== '').join('\n\n')}\n`;
}

const wrappedLines = (text: string, width: number) =>
  text
    .split('\n')
    .flatMap((line) => wrapped(line, width))
    .join('\n');

function findings(report: Report, detail: Detail, width: number): string[] {
  const { results } = report;
  const causes = groupedCauses(report);
  const isGreen = causes.groups.length + causes.single.length === 0;
  const cards = () => [
    ...shownCards(results).map((result) => cardText(result, report, styleText)),
    ...causes.groups.flatMap(inconclusive),
  ];
  return [
    ...(isGreen || detail === 'cards' ? [families(results)] : [causeLines(causes, width)]),
    ...(detail === 'cards' ? cards() : []),
    ...knownLists(results).map(({ title, lines }) => knownList(title, lines, detail)),
    notApplicable(results),
  ];
}

// The known failures that are shown without --verbose.
const mostKnown = 8;

function knownList(title: string, lines: string[], detail: Detail): string {
  const shown = detail === 'cards' || lines.length <= mostKnown + 1 ? lines : lines.slice(0, mostKnown);
  const rest = lines.length - shown.length;
  const more = rest > 0 ? [`  and ${rest} more: see --verbose, or the HTML report`] : [];
  return [paint('warning', title), ...shown.map((line) => `  ${line}`), ...more].join('\n');
}

const sums = (report: Report) =>
  [totalsText(report, paint), runText(report), createdText(report)].filter(Boolean).join('\n');

function end(report: Report, detail: Detail, written: string | undefined): string {
  const { repeats } = report;
  const { exitCode } = report.outcome;
  const colour = exitCode === 0 ? 'green' : exitCode === 3 ? 'yellow' : 'red';
  return [
    ...(repeats ? [`${repeatsText(repeats).trimEnd()}\n`] : []),
    styleText([colour, 'bold'], outcomeLine(report)),
    exitText(report),
    written ?? moreText(report, detail),
  ]
    .join('\n')
    .trimEnd();
}

function moreText({ candidate, results }: Report, detail: Detail): string {
  const flags = `${candidate.bundled ? '--reference-implementation ' : ''}--report-dir reports`;
  const more = detail !== 'cards' && shownCards(results).length > 0 ? '; --verbose prints every card here' : '';
  return `${flags} writes the report as HTML, JSON, JUnit and Markdown${more}`;
}

/** The first line of a run. */
export function consoleHeader(
  { baseUrl, claims }: Pick<Report['candidate'], 'baseUrl' | 'claims'>,
  className: string,
  version: string,
): string {
  const claimed = claims.length > 0 ? `claims ${claims.join(', ')}` : 'no capability claimed';
  return `${styleText('bold', `idv-conformance ${version}`)} judges ${baseUrl} (${className}; ${claimed})\n`;
}

const paint = (verdict: Verdict, text: string) => styleText(looks[verdict].colour, text);

function families(results: ReportedResult[]): string {
  const list = familiesOf(results);
  const width = Math.max(0, ...list.map(({ name }) => name.length));
  return list.map(({ name, counts }) => `  ${name.padEnd(width)}  ${countsText(counts, false, paint)}`).join('\n');
}

/** The results that a cause keeps from being judged. */
function inconclusive({ first, name, blocked }: Cause): string[] {
  if (blocked.length === 0) return [];
  const ids = blocked.map(({ id }) => `  ${id}`);
  return [[`${paint('inconclusive', 'INCONCLUSIVE')} ${first ? 'blocked by ' : ''}${name}`, ...ids].join('\n')];
}

// More ids than this are those of a whole capability.
const mostNamed = 5;

/** `1 not applicable: only judged with --slow (webhook.no-response-retried)`: with the ids, if they are few. */
function notApplicableText(cause: string, list: ReportedResult[]): string {
  const names = list.length > mostNamed ? '' : ` (${list.map(({ id }) => id).join(', ')})`;
  return `${list.length} not applicable: ${cause}${names}`;
}

function notApplicable(results: ReportedResult[]): string {
  const causes = Map.groupBy(
    results.filter(({ verdict }) => verdict === 'not-applicable'),
    ({ reason }) => reason,
  );
  return [...causes].map(([cause, list]) => styleText('dim', notApplicableText(cause, list))).join('\n');
}
