import type { Report, ReportedExchange, ReportedFinding, ReportedResult } from '../../generated/report.ts';
import { bodyLines, type Line, noted } from './exchange/lines.ts';
import { judgedHeaders, type Places, placesOf } from './exchange/place.ts';
import { originOf } from './facts.ts';
import { findingText, labelsText, scenariosText } from './finding-text.ts';

/** The rows of a card, in their order, with their titles on a page. */
export const titles = {
  scenarios: 'Scenarios',
  problem: 'Problem',
  expected: 'Expected',
  actual: 'Actual',
  allowed: 'Allowed responses',
  finding: 'Finding',
  setting: 'Requests before it',
  exchange: 'Exchange',
  curl: 'Repeat the request',
  reason: 'Reason',
  error: 'Error in the suite',
  rerun: 'Run only this requirement',
  docs: 'In the contract',
};

export interface Row {
  name: keyof typeof titles;
  text: string;
  /** the same text, with marks on what is wrong */
  lines?: Line[];
}

/** What a card needs of its report. */
export type CardContext = Pick<Report, 'docs' | 'exchanges'>;

// The findings that are shown completely; of the others, a line.
const mostWhole = 4;

/** The rows of a card: the same in every form of the report. */
export function rowsOf(result: ReportedResult, { docs, exchanges }: CardContext): Row[] {
  const { verdict, findings, exchange, links } = result;
  const page = links.requirement;
  const whole = findings.slice(0, mostWhole);
  const others = findings.slice(mostWhole).map((each) => `${findingText(each)}: ${labelsText(each, 2)}`);
  const rows: Row[] = [
    { name: 'scenarios', text: scenariosText(result).replace(' scenarios', '') },
    ...whole.flatMap((finding, at) => [
      { name: 'problem' as const, text: problemText(finding, at, findings.length) },
      ...findingRows(finding, result, exchanges),
    ]),
    { name: 'problem', text: others.join('\n') },
    { name: 'reason', text: verdict === 'inconclusive' || verdict === 'not-applicable' ? result.reason : '' },
    { name: 'error', text: result.stack ?? '' },
    exchangeRow(exchange === undefined ? [] : exchangeLines(exchanges[exchange]!)),
    { name: 'rerun', text: result.rerun ?? '' },
    { name: 'docs', text: docs === null ? `docs-site/${page} (in a checkout, npm run docs builds it)` : docs + page },
  ];
  return rows.filter(({ text }) => text !== '');
}

// The most labels of scenarios that are shown.
const mostLabels = 5;

/** `1 of 3 in "empty", "a tab" and 2 more`: which scenarios have the finding. */
function problemText(finding: ReportedFinding, at: number, of: number): string {
  const labels = labelsText(finding, mostLabels);
  const many = finding.scenarios.length === 0 && finding.count > 1 ? `in ${finding.count} exchanges` : '';
  return [of > 1 ? `${at + 1} of ${of}` : '', labels === '' ? many : `in ${labels}`].filter(Boolean).join(' ');
}

function findingRows(finding: ReportedFinding, { id }: ReportedResult, exchanges: ReportedExchange[]): Row[] {
  const { kind, rule, expected, allowed = [], setting, exchange, curl = '' } = finding;
  const shown = exchange === undefined ? undefined : exchanges[exchange]!;
  return [
    { name: 'expected', text: expected },
    { name: 'actual', text: finding.actual },
    { name: 'allowed', text: allowed.join(', or ') },
    { name: 'finding', text: rule === id ? kind : `${kind}, ${rule}` },
    { name: 'setting', text: setting.map((place) => settingLine(exchanges[place]!)).join('\n') },
    exchangeRow(shown ? exchangeLines(shown, finding) : []),
    { name: 'curl', text: curl },
  ];
}

const exchangeRow = (lines: Line[]): Row => ({
  name: 'exchange',
  lines,
  text: lines.map(({ text }) => text).join('\n'),
});

/** `POST /cases {"type":"PF"} → 201`: a request that came before. */
function settingLine({ request, response, failure }: ReportedExchange): string {
  const { pathname, search } = new URL(request.url);
  const text = request.body?.text?.replaceAll(/\s+/g, ' ').slice(0, 100) ?? '';
  const body = text === '' ? '' : ` ${text}${request.body!.text!.length > 100 ? '…' : ''}`;
  return `${request.method} ${pathname}${search}${body} → ${response?.status ?? failure ?? 'no response'}`;
}

/** Request and response with their headers and bodies, with marks on what the finding is about. */
function exchangeLines(exchange: ReportedExchange, finding?: ReportedFinding): Line[] {
  const places: Places = finding && !exchange.received ? placesOf(finding, exchange) : {};
  const { request, response, failure, received } = exchange;
  const headers = received ? judgedHeaders(request.headers, finding ?? {}) : request.headers;
  const pieces = request.pieces === undefined ? [] : [{ text: '' }, { text: `(${request.pieces})` }];
  const sent = [
    { text: `${request.method} ${request.url}` },
    ...headers.map(headerLine),
    ...bodyLines(request.body),
    ...pieces,
  ];
  const arrived = response ? responseLines(response, finding ?? {}, places) : [{ text: failure ?? 'no response' }];
  // `>` marks what the suite sent.
  const [first, second] = received ? ['<', '>'] : ['>', '<'];
  const directed = (sign: string, lines: Line[]) => lines.map((line) => ({ ...line, text: `${sign} ${line.text}` }));
  return [...directed(first, sent), ...directed(second, arrived)];
}

function responseLines(
  { status, headers, body }: NonNullable<ReportedExchange['response']>,
  about: Partial<ReportedFinding>,
  { status: statusNote, header, body: wrong }: Places,
): Line[] {
  const isNoted = (name: string) => name.toLowerCase() === header?.name.toLowerCase();
  const shown = judgedHeaders(headers, about);
  const missing = header && !shown.some(([name]) => isNoted(name)) ? [noted(`(no ${header.name})`, header.note)] : [];
  return [
    noted(String(status), statusNote),
    ...shown.map(([name, value]) => noted(`${name}: ${value}`, isNoted(name) ? header!.note : undefined)),
    ...missing,
    ...bodyLines(body, wrong),
  ];
}

const headerLine = ([name, value]: [string, string]): Line => ({ text: `${name}: ${value}` });

/** The whole card as plain text. */
export function cardText(result: ReportedResult, context: CardContext): string {
  const rows = rowsOf(result, context).map(({ name, text }) => `${name}: ${text.includes('\n') ? `\n${text}` : text}`);
  return [`${result.id} (${result.level}, ${originOf(result)})`, result.text, '', ...rows].join('\n');
}
