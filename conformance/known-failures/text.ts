import type { ReportedResult } from '../../generated/report.ts';
import { firstOf } from '../reports/finding-text.ts';

/** What the list of known failures can say of results: a title for all of them, a note on one, and the text about it. */
const kinds: { title: string; note: string; textsOf: (result: ReportedResult) => string[] }[] = [
  {
    title: 'KNOWN FAILURES',
    note: 'known failure',
    textsOf: ({ verdict, known }) => (verdict === 'pass' || known === undefined ? [] : [known]),
  },
  {
    title: 'NEW: the list of known failures names other scenarios',
    note: 'not in the list of known failures',
    textsOf: ({ unlisted }) => (unlisted ? [wholeLabels(unlisted)] : []),
  },
  {
    title: 'PASSES NOW: remove from the list of known failures',
    note: 'passes now, remove it from the list of known failures',
    textsOf: ({ known, fixed }) => (fixed ? [[known, wholeLabels(fixed)].filter(Boolean).join(': ')] : []),
  },
];

export const knownLists = (results: ReportedResult[]): { title: string; lines: string[] }[] =>
  kinds
    .map(({ title, textsOf }) => ({
      title,
      lines: results.flatMap((result) => textsOf(result).map((text) => `${result.id}: ${text}`)),
    }))
    .filter(({ lines }) => lines.length > 0);

/** What the list of known failures says of one result; empty if nothing. */
export const knownText = (result: ReportedResult): string =>
  kinds.flatMap(({ note, textsOf }) => textsOf(result).map((text) => (text ? `${note}: ${text}` : note))).join('; ');

// The scenarios of a result that are named.
const most = 5;

/** Whole labels, because a user searches the list for them. */
const wholeLabels = (labels: string[]): string =>
  firstOf(
    labels.map((label) => `"${label}"`),
    most,
  );
