import type { Report, ReportedFinding, ReportedResult } from '../../generated/report.ts';
import { type Cause, causesIn, effectOf } from './causes.ts';
import { exitText, outcomeLine, totalsText } from './facts.ts';
import { findingText, labelsText, oneLine } from './finding-text.ts';

// Bytes of the whole text, and of a command in it.
const most = 4096;
const longestCommand = 500;

/** What failed, why, the shortest request that shows it and how to judge it again: for readers of little text. */
export function briefOf(report: Omit<Report, 'brief'>): string {
  const causes = causesIn(report);
  const head = [outcomeLine(report), exitText(report), totalsText(report), ...report.notices].join('\n');
  const texts = causes.map(causeText);
  // The line about the rest has its place in any case.
  let left = most - bytes(head) - bytes(restText(causes.length));
  const shown = texts.filter((text) => (left -= bytes(text)) >= 0);
  const rest = causes.length - shown.length;
  return [head, ...shown, ...(rest > 0 ? [restText(rest)] : [])].join('\n\n');
}

const bytes = (text: string) => Buffer.byteLength(text) + 2;

const restText = (rest: number) => `${rest} more causes are in \`causes\` of the report.`;

function causeText(cause: Cause, at: number): string {
  const { name, common, failed } = cause;
  const [first] = failed;
  const heading = `${at === 0 ? 'Fix first' : 'Then'}: ${name}, ${effectOf(cause)}${common && `: ${oneLine(common)}`}`;
  return first ? [heading, oneLine(first.text), ...linesOf(first)].join('\n  ') : heading;
}

function linesOf({ findings, reason, rerun }: ReportedResult): string[] {
  const shortest = findings.toSorted((one, other) => sizeOf(one) - sizeOf(other))[0];
  const request = shortest?.curl !== undefined && sizeOf(shortest) <= longestCommand ? [shortest.curl] : [];
  const label = shortest && labelsText(shortest, 1);
  const symptom = shortest ? `${findingText(shortest)}${label && ` (${label})`}` : oneLine(reason);
  return [symptom, ...request, ...(rerun === undefined ? [] : [`again: ${rerun}`])];
}

const sizeOf = ({ curl = '' }: ReportedFinding) => (curl === '' ? Infinity : Buffer.byteLength(curl));
