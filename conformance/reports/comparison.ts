import { count, type Verdict, verdicts } from '../engine/verdict.ts';
import { countsText, words } from './facts.ts';
import type { ComparableReport } from './report.ts';

export type ComparedResult = ComparableReport['results'][number];

/** One of several implementations, with the report of its run. */
export interface Implementation {
  name: string;
  /** what it is, in a sentence */
  about: string;
  report: ComparableReport;
}

/** A requirement that at least one run judged, with its result in every run. */
export interface Row extends Pick<ComparedResult, 'id' | 'family' | 'level' | 'text' | 'source'> {
  /** in the order of the implementations; undefined where a run did not judge it */
  results: (ComparedResult | undefined)[];
}

/** The results of all runs by requirement, in the order in which the reports list them. */
export function rowsOf(implementations: Implementation[]): Row[] {
  const found = implementations.map(({ report }) => new Map(report.results.map((result) => [result.id, result])));
  const all = new Map(implementations.flatMap(({ report }) => report.results.map((result) => [result.id, result])));
  return [...all.values()].map(({ id, family, level, text, source }) => ({
    ...{ id, family, level, text, source },
    results: found.map((results) => results.get(id)),
  }));
}

/** The rows of each family. */
export const familiesOf = (rows: Row[]): [string, Row[]][] => [...Map.groupBy(rows, ({ family }) => family)];

/** `14 passed, 1 failed`: the results of one run in some rows. */
export function foundIn(rows: Row[], at: number): string {
  const results = rows.flatMap(({ results: each }) => each[at] ?? []);
  return results.length === 0 ? 'not judged' : countsText(count(results), false);
}

/** Whether the verdict is not the same in all runs. */
export const differs = ({ results }: Row): boolean => new Set(results.map((result) => result?.verdict)).size > 1;

export const contractText = ({ contract, suite, run }: ComparableReport): string =>
  `contract ${contract.version} (SHA-256 ${contract.digest.slice(0, 12)}…), suite ${suite.version}, ${run.startedAt.slice(0, 10)}`;

const occurring = (implementations: Implementation[]): Verdict[] =>
  verdicts.filter((verdict) => implementations.some(({ report }) => report.counts[verdict] > 0));

/** The comparison as Markdown: outcomes, families, then the requirements whose verdicts differ. */
export function comparisonMarkdown(implementations: Implementation[]): string {
  const columns = occurring(implementations);
  const names = implementations.map(({ name }) => name);
  const rows = rowsOf(implementations);
  const outcomes = table(
    ['Implementation', 'Outcome', ...columns.map((verdict) => words[verdict])],
    implementations.map(({ name, report }) => [
      name,
      report.outcome.headline,
      ...columns.map((verdict) => String(report.counts[verdict])),
    ]),
    2,
  );
  const families = table(
    ['Family', ...names],
    familiesOf(rows).map(([family, own]) => [`\`${family}\``, ...names.map((_, at) => foundIn(own, at))]),
  );
  const differing = rows.filter(differs).map(({ id, results }) => [`\`${id}\``, ...results.map(verdictText)]);
  return [
    ...implementations.map(({ name, about, report }) => `- **${name}**: ${about} Judged: ${contractText(report)}.`),
    `\n${outcomes}`,
    `\n## By family\n\n${families}`,
    differing.length === 0
      ? ''
      : `\n## Requirements with different verdicts\n\n${table(['Requirement', ...names], differing)}`,
  ]
    .join('\n')
    .trimEnd();
}

export const verdictText = (result: ComparedResult | undefined): string =>
  (result?.verdict ?? 'not judged').replace('-', ' ');

/** Pads the cells of each column to one width; numbers are aligned to the right. */
function table(heading: string[], rows: string[][], numbersFrom = heading.length): string {
  const safe = [heading, ...rows].map((cells) => cells.map((cell) => cell.replaceAll('|', String.raw`\|`)));
  const widths = heading.map((_, at) => Math.max(3, ...safe.map((cells) => cells[at]!.length)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, at) => (at < numbersFrom ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join(' | ')} |`;
  const under = widths.map((width, at) => (at < numbersFrom ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(safe[0]!), line(under), ...safe.slice(1).map(line)].join('\n');
}
