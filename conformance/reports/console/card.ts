import { failureCodes } from '../../failure-codes.ts';
import { differenceLines } from '../exchange/difference.ts';
import type { ReportedExchange } from '../exchange/exchange.ts';
import { originOf, rowCounts } from '../facts.ts';
import { judgedHeaders } from '../exchange/headers.ts';
import { bodyLines, type Line, noted } from '../exchange/lines.ts';
import { type Places, placesOf } from '../exchange/place.ts';
import type { Report, ReportedResult } from '../report.ts';

export interface Row {
  name:
    | 'code'
    | 'where'
    | 'expected'
    | 'actual'
    | 'reason'
    | 'error'
    | 'exchange'
    | 'compared'
    | 'reference'
    | 'curl'
    | 'rerun'
    | 'docs';
  text: string;
  /** the same text, with marks on what is wrong */
  lines?: Line[];
}

/** The rows of a card: the same in every form of the report. */
export function rowsOf(result: ReportedResult, docs: Report['docs']): Row[] {
  const { verdict, code, expected, exchanges, decisive, compared, reference, links } = result;
  const exchange = decisive === undefined ? undefined : exchanges[decisive];
  const rows: Row[] = [
    { name: 'code', text: code ? `${code}: ${failureCodes[code]}` : '' },
    { name: 'where', text: whereOf(result) },
    { name: 'expected', text: expected ?? '' },
    { name: 'actual', text: actualOf(result) },
    { name: 'reason', text: verdict === 'inconclusive' || verdict === 'not-applicable' ? result.reason : '' },
    { name: 'error', text: result.stack ?? '' },
    marked('exchange', exchange ? exchangeLines(exchange, result) : []),
    marked('compared', compared === undefined ? [] : comparedLines(exchanges[compared]!, result)),
    marked('reference', exchange && reference ? referenceLines(reference, exchange) : []),
    { name: 'curl', text: result.curl ?? '' },
    { name: 'rerun', text: result.rerun ?? '' },
    {
      name: 'docs',
      text:
        docs === null
          ? `docs-site/${links.requirement} (in a checkout, npm run docs builds it)`
          : docs + links.requirement,
    },
  ];
  return rows.filter(({ text }) => text !== '');
}

const marked = (name: Row['name'], lines: Line[]): Row => ({
  name,
  lines,
  text: lines.map(({ text }) => text).join('\n'),
});

// The most labels of rows that are shown, and the most characters of one.
const mostLabels = 5;
const longestLabel = 60;

/** Which row failed, and how many rows failed, passed or could not be judged. */
function whereOf({ row, rows = [] }: ReportedResult): string {
  const { passed, failed, unjudged } = rowCounts(rows);
  if (row === undefined)
    return rows.length === 0 ? '' : `${passed} of ${rows.length} rows passed, the other rows could not be judged`;
  if (rows.length < 2) return row;
  const others = failed.filter((label) => label !== row);
  const named = others.slice(0, mostLabels).map(quoted);
  const also = named.length > 0 ? `; also ${named.join(', ')}${others.length > mostLabels ? ', …' : ''}` : '';
  const open = unjudged > 0 ? `, ${unjudged} could not be judged` : '';
  return `${quoted(row)} (${failed.length} of ${rows.length} rows failed, ${passed} passed${open}${also})`;
}

const quoted = (label: string) => `"${label.length > longestLabel ? `${label.slice(0, longestLabel)}…` : label}"`;

function actualOf({ actual, mismatches }: ReportedResult): string {
  if (!mismatches) return actual ?? '';
  return mismatches
    .map(({ pointer, expected, actual: value }) => `${pointer || '(body)'} ${expected}: ${value}`)
    .join('\n');
}

const referenceTitle =
  'responses to the same request; lines with -: the reference implementation, lines with +: your service';

/** Empty if the response does not differ: then it explains nothing. */
function referenceLines(reference: ReportedExchange, candidate: ReportedExchange): Line[] {
  const lines = differenceLines(reference, candidate);
  return lines.length === 0 ? [] : [{ text: referenceTitle }, ...lines];
}

/** Request and response as text, each line marked by its direction. */
export const exchangeText = (exchange: ReportedExchange): string =>
  exchangeLines(exchange)
    .map(({ text }) => text)
    .join('\n');

/** The exchange from which the deciding one differs, with marks on the same places. */
function comparedLines(exchange: ReportedExchange, result: ReportedResult): Line[] {
  const body = new Map([...placesOf(result).body.keys()].map((pointer) => [pointer, 'another value']));
  return exchangeLines(exchange, result, { body });
}

/** Request and response with their headers and bodies, with marks on what the failure is about. */
function exchangeLines(
  { request, response, failure, received }: ReportedExchange,
  result?: ReportedResult,
  places: Places = result && !received ? placesOf(result) : { body: new Map() },
): Line[] {
  const about = result ?? {};
  const sent = [
    { text: `${request.method} ${request.url}` },
    ...headerLines(received ? judgedHeaders(request.headers, about) : request.headers),
    ...bodyLines(request.body),
  ];
  const arrived = response ? responseLines(response, about, places) : [{ text: failure ?? 'no response' }];
  // `>` marks what the suite sent.
  const [first, second] = received ? ['<', '>'] : ['>', '<'];
  const directed = (sign: string, lines: Line[]) => lines.map((line) => ({ ...line, text: `${sign} ${line.text}` }));
  return [...directed(first, sent), ...directed(second, arrived)];
}

function responseLines(
  { status, headers, body }: NonNullable<ReportedExchange['response']>,
  about: Partial<ReportedResult>,
  { status: statusNote, header, body: notes }: Places,
): Line[] {
  const isNoted = (name: string) => name.toLowerCase() === header?.name.toLowerCase();
  const shown = judgedHeaders(headers, about);
  const missing = header && !shown.some(([name]) => isNoted(name)) ? [noted(`(no ${header.name})`, header.note)] : [];
  return [
    noted(String(status), statusNote),
    ...shown.map(([name, value]) => noted(`${name}: ${value}`, isNoted(name) ? header!.note : undefined)),
    ...missing,
    ...bodyLines(body, notes),
  ];
}

const headerLines = (headers: [string, string][]): Line[] => headers.map(([name, value]) => noted(`${name}: ${value}`));

/** The whole card as plain text. */
export function cardText(result: ReportedResult, docs: Report['docs']): string {
  const rows = rowsOf(result, docs).map(({ name, text }) => `${name}: ${text.includes('\n') ? `\n${text}` : text}`);
  return [`${result.id} (${result.level}, ${originOf(result)})`, result.text, '', ...rows].join('\n');
}
