import type { Report, ReportedExchange, ReportedFinding, ReportedResult } from '../../generated/report.ts';
import { exchangeLines, type Line } from './exchange/lines.ts';
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

/** The whole card as plain text. */
export function cardText(result: ReportedResult, context: CardContext): string {
  const rows = rowsOf(result, context).map(({ name, text }) => `${name}: ${text.includes('\n') ? `\n${text}` : text}`);
  return [`${result.id} (${result.level}, ${originOf(result)})`, result.text, '', ...rows].join('\n');
}
