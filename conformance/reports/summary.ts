import type { Report, ReportedResult } from '../../generated/report.ts';
import { count } from '../run/judge/outcome.ts';
import { repeatsText } from '../run/repeat.ts';
import { rowsText } from './card.ts';
import { type Cause, effectOf, type GroupedCauses, groupedCauses, singleText } from './causes.ts';
import {
  createdText,
  exitText,
  familiesOf,
  looks,
  occurring,
  originOf,
  outcomeLine,
  runText,
  shownCards,
  totalsText,
} from './facts.ts';
import { resultLines } from './finding-text.ts';
import { knownLists } from '../known-failures/text.ts';

// Bytes, so that there are never more characters: services cut a longer text at different lengths.
const most = 64_000;
// Bytes that are reserved for the sentence that says what was cut.
const reserve = 300;

/** A part of the summary, and the name of what is missing without it. */
interface Section {
  name: string;
  text: string;
}

/** The report as Markdown, as GitHub shows it beside a job. */
export function summaryReport(report: Report): string {
  const { results } = report;
  const sections: Section[] = [
    ...headSections(report),
    ...causeSections(groupedCauses(report)),
    { name: 'families', text: table(results) },
    ...knownLists(results).flatMap(({ title, lines }) => [
      { name: 'known failures', text: `**${title}**` },
      ...lines.map((line) => ({ name: 'known failures', text: `- ${code(line)}` })),
    ]),
    ...shownCards(results).map((result) => ({ name: 'cards', text: card(result, report) })),
  ];
  return fitted(sections.filter(({ text }) => text !== ''));
}

function headSections(report: Report): Section[] {
  const { suite, repeats, notices } = report;
  const texts = [
    `## ${outcomeLine(report)}`,
    ...notices.map(block),
    totalsText(report),
    exitText(report),
    [`${runText(report)}, idv-conformance ${suite.version}`, createdText(report)].filter(Boolean).join('; '),
    repeats && repeats.changed.length > 0 ? block(repeatsText(repeats).trimEnd()) : '',
  ];
  return texts.map((text) => ({ name: 'facts', text }));
}

/** The sections that fit, in their order, and a sentence about the others. */
function fitted(sections: Section[]): string {
  let left = most - reserve;
  const shown = sections.filter(({ text }) => {
    const bytes = Buffer.byteLength(text) + 2;
    const isFitting = bytes <= left;
    if (isFitting) left -= bytes;
    return isFitting;
  });
  const all = Map.groupBy(sections, ({ name }) => name);
  const missing = [...all].flatMap(([name, list]) => {
    const cut = list.filter((section) => !shown.includes(section)).length;
    return cut > 0 ? [`${cut} of ${list.length} ${name}`] : [];
  });
  const note = `Cut to ${most} bytes: ${missing.join(' and ')} are missing here; \`report.html\` has all of them.`;
  return `${[...shown.map(({ text }) => text), ...(missing.length > 0 ? [note] : [])].join('\n\n')}\n`;
}

/** The groups, then the failures that share no cause. */
function causeSections(causes: GroupedCauses): Section[] {
  const { groups, single } = causes;
  const title = single.length > 0 ? [`**${singleText(causes)}**`] : [];
  const texts = [...groups.map((cause, at) => causeSection(cause, at === 0)), ...title, ...single.map(failureLine)];
  return texts.map((text) => ({ name: 'causes', text }));
}

function failureLine(result: ReportedResult): string {
  const [first, ...findings] = resultLines(result, 5).map(code);
  return [`- ${code(result.id)}: ${first}`, ...findings.map((line) => `  - ${line}`)].join('\n');
}

function causeSection(cause: Cause, isFirst: boolean): string {
  const { name, common, failed, blocked } = cause;
  const ids = blocked.map(({ id }) => code(id)).join(', ');
  return [
    `**${isFirst ? 'Fix first: ' : ''}${code(name)}, ${effectOf(cause)}**${common && ` ${code(common)}`}\n`,
    ...failed.map(failureLine),
    ...(blocked.length > 0 ? [`- inconclusive: ${ids}`] : []),
  ].join('\n');
}

function table(results: ReportedResult[]): string {
  const columns = occurring(count(results));
  const rows = familiesOf(results).map(({ name, counts }) => [
    name,
    ...columns.map((verdict) => String(counts[verdict] || '')),
  ]);
  const heading = ['family', ...columns.map((verdict) => looks[verdict].word)];
  const line = ['---', ...columns.map(() => '---:')];
  return [heading, line, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function card(result: ReportedResult, report: Report): string {
  const { id, level, verdict, text } = result;
  const summary = `<b>${verdict.toUpperCase()}</b> <code>${id}</code> (${level}, ${originOf(result)})`;
  return `<details><summary>${summary}</summary>\n\n${text}\n\n${block(rowsText(result, report))}\n\n</details>`;
}

/** A block of text in a fence that does not occur in the text. */
const block = (text: string) => `${fence(text, 3)}text\n${text}\n${fence(text, 3)}`;

// Characters of a text within a sentence.
const longest = 300;

function code(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').slice(0, longest);
  // Without the space, a backtick at the end would be a part of the fence.
  const space = line.includes('`') ? ' ' : '';
  return fence(line, 1) + space + line + space + fence(line, 1);
}

function fence(text: string, least: number): string {
  const longestRun = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  return '`'.repeat(Math.max(least, longestRun + 1));
}
