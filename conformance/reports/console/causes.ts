import { styleText } from 'node:util';
import { type Cause, effectOf, isSingle, singleTitle } from '../causes.ts';
import { findingLines, findingText, resultText } from '../finding-text.ts';
import { signs } from '../html/signs.ts';
import type { ReportedResult } from '../report.ts';

// The lines that fit on one screen, together with the totals and the outcome below them.
const most = 44;

/** The causes with a line for each failure; if there are many, a line for the first of each cause and the ids of the others. */
export function causeLines(causes: Cause[], width: number): string {
  const cut = (text: string) => (text.length > width ? `${text.slice(0, width - 1)}…` : text);
  const several = causes.filter((cause) => !isSingle(cause));
  const single = causes.filter(isSingle).flatMap(({ failed }) => failed);
  const groups = severalLines(several, single.length);
  const title = [...(several.length > 0 ? [''] : []), `${singleTitle(single.length, several.length)}:`];
  return [...groups, ...(single.length > 0 ? title : [])]
    .concat(failureLines(single, Math.max(fewest, most - groups.length)))
    .map((line) => painted(cut(line)))
    .join('\n');
}

/** Headings are bold; the sign of a failure has its colour. */
function painted(line: string): string {
  if (!line.startsWith(' ')) return styleText('bold', line);
  return line.replace(/^ {2}([✕⚠!]) /, (_, sign: string) => `  ${styleText(sign === '!' ? 'yellow' : 'red', sign)} `);
}

// The lines that are always reserved for failures that share no cause.
const fewest = 12;
// How many lines the failures of each cause have: the largest number that fits.
const limits = [Infinity, 12, 8, 6, 4, 3, 2, 1];

function severalLines(causes: Cause[], singles: number): string[] {
  const room = most - Math.min(singles, fewest);
  const written = (limit: number) => causes.flatMap((cause, at) => causeBlock(cause, at === 0, limit));
  const fitting = limits.map(written).find((lines) => lines.length <= room);
  if (fitting) return fitting;
  const shown = causes.slice(0, Math.floor(room / 3));
  const rest = causes.slice(shown.length);
  const names = rest.map(({ first, common }) => first ?? common);
  return [
    ...shown.flatMap((cause, at) => causeBlock(cause, at === 0, 1)),
    `And ${rest.length} more causes: ${names.join(', ')}`,
  ];
}

function causeBlock(cause: Cause, isFirst: boolean, limit: number): string[] {
  const { first, common, failed, blocked } = cause;
  const shared = first !== undefined && common !== '' ? `: ${common}` : '';
  return [
    `${isFirst ? 'Fix first' : 'Then'}: ${first ?? common}, ${effectOf(cause)}${shared}`,
    ...(isFirst && failed.length > 0 ? [`  ${failed[0]!.text}`] : []),
    ...failureLines(failed, limit),
    ...(failed.length === 0 ? [`    ${namesOf(blocked)}`] : []),
  ];
}

/** The failures with their findings if these fit, or the line of each up to the limit, and the names of the others. */
function failureLines(results: ReportedResult[], limit: number): string[] {
  const whole = results.flatMap((result) => [
    failureLine(result),
    ...findingLines(result).map((line) => `      ${line}`),
  ]);
  if (whole.length <= limit) return whole;
  const shown = results.length <= limit + 1 ? results : results.slice(0, limit);
  const rest = results.slice(shown.length);
  return [...shown.map(briefLine), ...(rest.length > 0 ? [`    and ${rest.length} more, ${namesOf(rest)}`] : [])];
}

const failureLine = (result: ReportedResult) => `  ${signs[result.verdict]} ${result.id}: ${resultText(result)}`;

/** The same with the first of several findings, which have no lines of their own. */
const briefLine = (result: ReportedResult) =>
  failureLine(result) + (result.findings.length > 1 ? `: ${findingText(result.findings[0]!)}` : '');

/** `tenancy: foreign-case-404, ids-unique; http: allow`: ids by family, which keeps a long list short. */
function namesOf(results: ReportedResult[]): string {
  const families = Map.groupBy(results, ({ family }) => family);
  return [...families]
    .map(([family, list]) => `${family}: ${list.map(({ id }) => id.slice(family.length + 1)).join(', ')}`)
    .join('; ');
}
