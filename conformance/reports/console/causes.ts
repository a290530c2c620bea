import { styleText } from 'node:util';
import type { ReportedResult } from '../../../generated/report.ts';
import { quantity } from '../../run/judge/outcome.ts';
import { type Cause, effectOf, type GroupedCauses, singleText } from '../causes.ts';
import { looks } from '../facts.ts';
import { findingText, resultLines } from '../finding-text.ts';
import { wrapped } from './wrap.ts';

// The lines that fit on one screen, together with the totals and the outcome below them.
const screen = 50;
// How much is shown: so many causes, failures of all these causes together, and failures that share no cause.
const everything = { causes: Infinity, failures: Infinity, single: Infinity };
const levels = [everything, { causes: 8, failures: 12, single: 10 }, { causes: 4, failures: 4, single: 5 }];
type Level = (typeof levels)[number];
// The lines of a terminal that one text may have.
const highest = 4;

/** The causes with all failures and findings; if they do not fit on a screen, with the first ones and the ids of the others. */
export function causeLines(causes: GroupedCauses, width: number): string {
  const written = levels.map((level) => textsAt(level, causes).flatMap((text) => folded(text, width)));
  return (written.find((lines) => lines.length <= screen) ?? written.at(-1)!).map(painted).join('\n');
}

function textsAt(level: Level, causes: GroupedCauses): string[] {
  const { groups, single } = causes;
  const shown = groups.slice(0, level.causes);
  const rest = groups.slice(shown.length).map(({ name }) => name);
  const each = Math.floor(level.failures / shown.length);
  return [
    ...shown.flatMap((cause, at) => textsOf(cause, at === 0, each)),
    ...(rest.length > 0 ? [`And ${quantity(rest.length, 'more cause')}: ${rest.join(', ')}`] : []),
    ...(groups.length > 0 && single.length > 0 ? [''] : []),
    ...(single.length > 0 ? [`${singleText(causes)}:`] : []),
    ...failures(single, level.single),
  ];
}

function textsOf(cause: Cause, isFirst: boolean, limit: number): string[] {
  const { name, common, failed, blocked } = cause;
  return [
    `${isFirst ? 'Fix first' : 'Then'}: ${name}, ${effectOf(cause)}${common && `: ${common}`}`,
    ...(isFirst && failed.length > 0 ? [`  ${failed[0]!.text}`] : []),
    ...failures(failed, limit),
    ...(failed.length === 0 ? [`    ${namesOf(blocked)}`] : []),
  ];
}

/** The failures with all findings; or those up to a limit, each with the first finding, and the names of the others. */
function failures(results: ReportedResult[], limit: number): string[] {
  const rest = results.slice(limit);
  return [
    ...results.slice(0, limit).flatMap((each) => textsOfFailure(each, limit === Infinity)),
    ...(rest.length > 0 ? [`    and ${rest.length} more, ${namesOf(rest)}`] : []),
  ];
}

function textsOfFailure(result: ReportedResult, isWhole: boolean): string[] {
  const [line, ...findings] = resultLines(result);
  const text = `  ${looks[result.verdict].sign} ${result.id}: ${line}`;
  if (isWhole) return [text, ...findings.map((finding) => `      ${finding}`)];
  return [findings.length > 0 ? `${text}: ${findingText(result.findings[0]!)}` : text];
}

/** `tenancy: foreign-case-404, ids-unique; http: allow`: ids by family, which keeps a long list short. */
function namesOf(results: ReportedResult[]): string {
  const families = Map.groupBy(results, ({ family }) => family);
  return [...families]
    .map(([family, list]) => `${family}: ${list.map(({ id }) => id.slice(family.length + 1)).join(', ')}`)
    .join('; ');
}

/** The last line that is shown may end in an ellipsis. */
function folded(text: string, width: number): string[] {
  const lines = wrapped(text, width - 2);
  return lines.length <= highest ? lines : [...lines.slice(0, highest - 1), `${lines[highest - 1]} …`];
}

/** Headings are bold; the sign of a failure has its colour. */
function painted(line: string): string {
  if (!line.startsWith(' ')) return styleText('bold', line);
  return line.replace(/^ {2}([✕⚠!]) /, (_, sign: string) => `  ${styleText(sign === '!' ? 'yellow' : 'red', sign)} `);
}
