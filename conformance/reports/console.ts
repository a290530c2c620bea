import { stripVTControlCharacters, styleText } from 'node:util';
import { count, type Counts, type Verdict } from '../engine/verdict.ts';
import {
  causesOf,
  counted,
  createdText,
  countedVerdicts,
  familiesOf,
  knownLists,
  originOf,
  type Row,
  rowsOf,
  runText,
  shownCards,
} from './card.ts';
import { repeatsText } from '../run/repeat.ts';
import type { Report, ReportedResult } from './report.ts';

const colours: Record<Verdict, Parameters<typeof styleText>[0]> = {
  pass: 'green',
  fail: 'red',
  warning: 'yellow',
  inconclusive: 'yellow',
  'not-applicable': 'dim',
  error: 'red',
};

/**
 * The report as a terminal shows it: families, cards, then the counts and the outcome.
 *
 * @param more names the place that has what is too long for a terminal
 */
export function consoleReport(report: Report, more = 'the files of --report-dir'): string {
  const { results, counts, outcome, docs } = report;
  const sections = [
    families(results),
    ...shownCards(results).map((result) => card(result, docs, more)),
    ...knownLists(results).map(({ title, lines }) =>
      [paint('warning', title), ...lines.map((line) => `  ${line}`)].join('\n'),
    ),
    inconclusive(results),
    notApplicable(results),
    [
      [countsOf(counts), `${report.untestable.length} untestable`].join(' · '),
      runText(report),
      createdText(report),
      '',
      styleText(
        [outcome.exitCode === 0 ? 'green' : outcome.exitCode === 3 ? 'yellow' : 'red', 'bold'],
        outcome.headline,
      ),
    ].join('\n'),
    report.repeats ? repeatsText(report.repeats).trimEnd() : '',
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
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

export function withoutColour(text: string): string {
  return stripVTControlCharacters(text);
}

const countsOf = (counts: Counts, all = true) =>
  countedVerdicts(counts, all)
    .map((verdict) => paint(verdict, counted(counts, verdict), counts[verdict] > 0))
    .join(', ');

const paint = (verdict: Verdict, text: string, on = true) => (on ? styleText(colours[verdict], text) : text);

function families(results: ReportedResult[]): string {
  const names = familiesOf(results);
  const width = Math.max(0, ...names.map((name) => name.length));
  return names
    .map((name) => {
      const counts = count(results.filter(({ family }) => family === name));
      return `  ${name.padEnd(width)}  ${countsOf(counts, false)}`;
    })
    .join('\n');
}

/** A verdict with everything that explains it: the sentence, both sides, the exchange, and how to repeat it. */
export function card(result: ReportedResult, docs: Report['docs'], more: string): string {
  const { id, level, text, verdict } = result;
  const lines = rowsOf(result, docs).map((row) => `  ${row.name.padEnd(9)} ${indented(short(row, more), 12)}`);
  return [
    `${paint(verdict, verdict.toUpperCase())} ${styleText('bold', id)} (${level}, ${originOf(result)})`,
    `  ${text}`,
    ...lines,
  ].join('\n');
}

const longestLine = 600;
const longestCommand = 500;

/** Shortens long bodies. A shortened command would do something else, so a long one is only mentioned. */
function short({ name, text }: Row, more: string): string {
  if (name === 'curl' && text.length > longestCommand)
    return `${text.length} characters, because of the upload: see ${more}`;
  if (name !== 'exchange' && name !== 'reference') return text;
  const cut = (line: string) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line);
  return text.split('\n').map(cut).join('\n');
}

const indented = (text: string, by: number) => text.replaceAll('\n', `\n${' '.repeat(by)}`);

/** The inconclusive results, with each cause once. */
function inconclusive(results: ReportedResult[]): string {
  return [...causesOf(results)]
    .map(
      ([cause, list]) =>
        `${paint('inconclusive', 'INCONCLUSIVE')} ${cause}\n${list.map(({ id }) => `  ${id}`).join('\n')}`,
    )
    .join('\n\n');
}

function notApplicable(results: ReportedResult[]): string {
  const causes = Map.groupBy(
    results.filter(({ verdict }) => verdict === 'not-applicable'),
    ({ reason }) => reason,
  );
  return [...causes]
    .map(([cause, list]) => styleText('dim', `not applicable because ${cause}: ${list.length}`))
    .join('\n');
}
