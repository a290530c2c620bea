import { styleText } from 'node:util';
import type { ReportedResult } from '../../../generated/report.ts';
import { type Cause, effectOf, type GroupedCauses, singleText } from '../causes.ts';
import { signs } from '../facts.ts';
import { findingText, resultLines, resultText } from '../finding-text.ts';
import { wrapped } from './wrap.ts';

// The lines that fit on one screen, together with the totals and the outcome below them.
const most = 44;

/** The causes with a line for each failure; if there are many, a line for the first of each cause and the ids of the others. */
export function causeLines(causes: GroupedCauses, width: number): string {
  const { groups, single } = causes;
  const write = new Writer(width);
  const above = write.groups(groups, single.length);
  const title = [...(groups.length > 0 ? [''] : []), `${singleText(causes)}:`];
  return [...above, ...(single.length > 0 ? title : [])]
    .concat(write.failures(single, Math.max(fewest, most - above.length)))
    .map(painted)
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
// The lines of a terminal that one failure, or a list of ids, may have.
const highest = { failure: 4, names: 2 };

/** Writes lines of a width, so that it is known how many a terminal needs. */
class Writer {
  readonly #width: number;

  constructor(width: number) {
    this.#width = width;
  }

  groups(causes: Cause[], singles: number): string[] {
    const room = most - Math.min(singles, fewest);
    const written = (limit: number) => causes.flatMap((cause, at) => this.#cause(cause, at === 0, limit));
    const fitting = limits.map(written).find((lines) => lines.length <= room);
    if (fitting) return fitting;
    const shown = causes.slice(0, Math.floor(room / 4));
    const rest = causes.slice(shown.length);
    const names = rest.map(({ first, common }) => first ?? common);
    return [
      ...shown.flatMap((cause, at) => this.#cause(cause, at === 0, 1)),
      ...this.#lines(`And ${rest.length} more causes: ${names.join(', ')}`, highest.names),
    ];
  }

  /** The failures with their findings if these fit, or those up to the limit, and the names of the others. */
  failures(results: ReportedResult[], limit: number): string[] {
    const whole = results.flatMap((result) =>
      resultLines(result).flatMap((line, at) => this.#lines(at === 0 ? failureText(result) : `      ${line}`)),
    );
    if (whole.length <= limit) return whole;
    const brief = results.map((result) => this.#lines(briefText(result)));
    const heights = brief.map((_, at) => brief.slice(0, at + 1).flat().length);
    const fitting = heights.filter((height) => height <= limit).length;
    const shown = fitting >= results.length - 1 ? results.length : Math.max(1, fitting);
    const rest = results.slice(shown);
    const names = `    and ${rest.length} more, ${namesOf(rest)}`;
    return [...brief.slice(0, shown).flat(), ...(rest.length > 0 ? this.#lines(names, highest.names) : [])];
  }

  #cause(cause: Cause, isFirst: boolean, limit: number): string[] {
    const { first, common, failed, blocked } = cause;
    const shared = first !== undefined && common !== '' ? `: ${common}` : '';
    return [
      ...this.#lines(`${isFirst ? 'Fix first' : 'Then'}: ${first ?? common}, ${effectOf(cause)}${shared}`),
      ...(isFirst && failed.length > 0 ? this.#lines(`  ${failed[0]!.text}`) : []),
      ...this.failures(failed, limit),
      ...(failed.length === 0 ? this.#lines(`    ${namesOf(blocked)}`, highest.names) : []),
    ];
  }

  #lines(text: string, mostLines = highest.failure): string[] {
    // The last line that is shown may end in an ellipsis.
    const lines = wrapped(text, this.#width - 2);
    return lines.length <= mostLines ? lines : [...lines.slice(0, mostLines - 1), `${lines[mostLines - 1]} …`];
  }
}

const failureText = (result: ReportedResult) => `  ${signs[result.verdict]} ${result.id}: ${resultText(result)}`;

/** The same with the first of several findings, which have no lines of their own. */
const briefText = (result: ReportedResult) =>
  failureText(result) + (result.findings.length > 1 ? `: ${findingText(result.findings[0]!)}` : '');

/** `tenancy: foreign-case-404, ids-unique; http: allow`: ids by family, which keeps a long list short. */
function namesOf(results: ReportedResult[]): string {
  const families = Map.groupBy(results, ({ family }) => family);
  return [...families]
    .map(([family, list]) => `${family}: ${list.map(({ id }) => id.slice(family.length + 1)).join(', ')}`)
    .join('; ');
}
