import type { Cause } from '../causes.ts';
import { rowCountsText } from '../facts.ts';
import { placesOf } from '../exchange/place.ts';
import type { ReportedResult } from '../report.ts';

/** A failure in one line: `/type: expected …, got … · row "an unknown id", 2 of 6 rows failed`. */
export function oneLine(result: ReportedResult): string {
  const { expected, actual, mismatches, reason } = result;
  if (expected === undefined || actual === undefined) return flat(reason);
  const [first] = mismatches ?? [];
  const change = `expected ${short(first?.expected ?? expected)}, got ${short(first?.actual ?? actual)}`;
  const place = placeOf(result);
  return `${place === undefined ? '' : `${short(place)}: `}${change}${rowOf(result)}`;
}

function rowOf({ row, rows = [] }: ReportedResult): string {
  if (row === undefined) return '';
  const counts = rows.length > 1 ? `; ${rowCountsText(rows)}` : '';
  return ` · row "${short(row)}"${counts}`;
}

/** Where in the response it is, when the expectation does not say it. */
function placeOf(result: ReportedResult): string | undefined {
  const pointer = result.mismatches?.[0]?.pointer ?? [...placesOf(result).body.keys()][0];
  return pointer === '' ? '(body)' : pointer;
}

const flat = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

// Characters: the expected and the actual value must fit into a line.
const longest = 60;

function short(text: string): string {
  const line = flat(text);
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

/** `11 failed, 6 blocked`: what fixing the cause changes. */
export function effectOf({ failed, blocked }: Cause): string {
  if (failed.length === 0) return `${blocked.length} could not be judged`;
  if (failed[0]!.verdict === 'error') return `${failed.length} ended with an error of the suite`;
  return `${failed.length} failed${blocked.length > 0 ? `, ${blocked.length} blocked` : ''}`;
}
