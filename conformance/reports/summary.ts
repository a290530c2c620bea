import { count, verdicts } from '../engine/verdict.ts';
import { repeatsText } from '../run/repeat.ts';
import {
  cardText,
  causesOf,
  countsText,
  createdText,
  familiesOf,
  knownLists,
  originOf,
  runText,
  shownCards,
  words,
} from './card.ts';
import type { Report, ReportedResult } from './report.ts';

// GitHub accepts a summary of up to one mebibyte; a card has at most some ten kilobytes.
const mostCards = 30;

/** The report as Markdown, as GitHub shows it beside a job. */
export function summaryReport(report: Report): string {
  const { results, outcome, counts, untestable, candidate, suite, repeats } = report;
  const cards = shownCards(results);
  const sections = [
    `## ${outcome.headline}`,
    `${countsText(counts)} · ${untestable.length} untestable`,
    `${code(candidate.baseUrl)}, ${runText(report)}, idv-conformance ${suite.version}; ${createdText(report)}`,
    repeats && repeats.changed.length > 0 ? block(repeatsText(repeats).trimEnd()) : '',
    table(results),
    ...cards.slice(0, mostCards).map((result) => card(result, report.docs)),
    rest(cards.slice(mostCards)),
    ...knownLists(results).map(
      ({ title, lines }) => `**${title}**\n\n${lines.map((line) => `- ${code(line)}`).join('\n')}`,
    ),
    ...[...causesOf(results)].map(([cause, list]) => `**Inconclusive**: ${code(cause)}\n\n${listOf(list)}`),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function table(results: ReportedResult[]): string {
  const total = count(results);
  const columns = verdicts.filter((verdict) => total[verdict] > 0);
  const rows = familiesOf(results).map((name) => {
    const counts = count(results.filter(({ family }) => family === name));
    return [name, ...columns.map((verdict) => String(counts[verdict] || ''))];
  });
  const heading = ['family', ...columns.map((verdict) => words[verdict])];
  const line = ['---', ...columns.map(() => '---:')];
  return [heading, line, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function card(result: ReportedResult, docs: Report['docs']): string {
  const { id, level, verdict, text } = result;
  const summary = `<b>${verdict.toUpperCase()}</b> <code>${id}</code> (${level}, ${originOf(result)})`;
  return `<details><summary>${summary}</summary>\n\n${text}\n\n${block(cardText(result, docs))}\n\n</details>`;
}

const rest = (results: ReportedResult[]) =>
  results.length === 0 ? '' : `And ${results.length} more; \`report.html\` has their cards:\n\n${listOf(results)}`;

const listOf = (results: ReportedResult[]) => results.map(({ id }) => `- \`${id}\``).join('\n');

/** A block of text in a fence that does not occur in the text. */
const block = (text: string) => `${fence(text, 3)}text\n${text}\n${fence(text, 3)}`;

const code = (text: string) => `${fence(text, 1)} ${text.replaceAll('\n', ' ')} ${fence(text, 1)}`;

function fence(text: string, least: number): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  return '`'.repeat(Math.max(least, longest + 1));
}
