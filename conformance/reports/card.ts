import type {
  Report,
  ReportedBody,
  ReportedExchange,
  ReportedFinding,
  ReportedResult,
} from '../../generated/report.ts';
import { exchangeLines, type Line } from './exchange/lines.ts';
import { type Colour, looks, originOf } from './facts.ts';
import { frameworksPage } from './frameworks.ts';
import { findingText, labelsText, scenariosText, short } from './finding-text.ts';

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
  logs: 'Find it in your logs',
  reason: 'Reason',
  error: 'Error in the suite',
  rerun: 'Run only this requirement',
  framework: 'Frameworks that do this by default',
  docs: 'In the contract',
};

export interface Row {
  name: keyof typeof titles;
  lines: Line[];
}

/** What a card needs of its report. */
export type CardContext = Pick<Report, 'docs' | 'exchanges' | 'notices'>;

// The findings that are shown completely; of the others, a line.
const mostWhole = 4;

/** The rows of a card: the same in every form of the report. */
export function rowsOf(result: ReportedResult, context: CardContext): Row[] {
  const { docs, exchanges } = context;
  const { verdict, findings, exchange, links } = result;
  const page = links.requirement;
  const whole = findings.slice(0, mostWhole);
  const others = findings.slice(mostWhole).map((each) => `${findingText(each)}: ${labelsText(each, 2)}`);
  const rows: Row[] = [
    textRow('scenarios', scenariosText(result).replace(' scenarios', '')),
    ...whole.flatMap((finding, at) => [
      textRow('problem', problemText(finding, at, findings.length)),
      ...findingRows(finding, result, exchanges),
    ]),
    textRow('problem', others.join('\n')),
    textRow('reason', verdict === 'inconclusive' || verdict === 'not-applicable' ? result.reason : ''),
    textRow('error', result.stack ?? ''),
    { name: 'exchange', lines: exchange === undefined ? [] : exchangeLines(exchanges[exchange]!) },
    textRow('rerun', result.rerun ?? ''),
    textRow('framework', frameworksPage(result, context) ?? ''),
    textRow('docs', docs === null ? `docs-site/${page} (in a checkout, npm run docs builds it)` : docs + page),
  ];
  return rows.filter(({ lines }) => lines.length > 0);
}

const textRow = (name: Row['name'], text: string): Row => ({
  name,
  lines: text === '' ? [] : text.split('\n').map((line) => ({ text: line })),
});

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
    textRow('expected', expected),
    textRow('actual', finding.actual),
    textRow('allowed', allowed.join(', or ')),
    textRow('finding', rule === id ? kind : `${kind}, ${rule}`),
    textRow('setting', setting.map((place) => settingLine(exchanges[place]!)).join('\n')),
    { name: 'exchange', lines: shown ? exchangeLines(shown, finding) : [] },
    textRow('curl', curl),
    textRow('logs', shown ? logText([...setting.map((place) => exchanges[place]!), shown]) : ''),
  ];
}

const stringAt = (name: string) => new RegExp(`"${name}":\\s*"((?:[^"\\\\]|\\\\.){1,200})"`);

/** What the candidate may have logged: the time, the reference of the case, the instance of the problem, and the connection. */
function logText(exchanges: ReportedExchange[]): string {
  const shown = exchanges.at(-1)!;
  const textOf = (body: ReportedBody | undefined) => body?.text ?? '';
  const references = exchanges.flatMap(({ request }) => stringAt('reference').exec(textOf(request.body))?.[1] ?? []);
  const instance = stringAt('instance').exec(textOf(shown.response?.body))?.[1];
  const { connection } = shown;
  return [
    shown.at,
    references.at(-1) && `reference ${references.at(-1)}`,
    instance && `instance ${instance}`,
    connection && `request ${connection.request} on the connection from port ${connection.port}`,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** `POST /cases {"type":"PF"} → 201`: a request that came before. */
export function settingLine({ request, response, failure }: ReportedExchange): string {
  const { pathname, search } = new URL(request.url);
  const text = short(request.body?.text ?? '', 101);
  const body = text === '' ? '' : ` ${text}`;
  return `${request.method} ${pathname}${search}${body} → ${response?.status ?? failure ?? 'no response'}`;
}

/** The rows as text. A style may colour what is marked. */
export const rowsText = (result: ReportedResult, context: CardContext, style: Style = unstyled): string =>
  rowsOf(result, context)
    .map(({ name, lines }) => {
      const text = lines.map((line) => (line.mark ? style('red', line.text) : line.text)).join('\n');
      return `  ${name.padEnd(9)} ${text.replaceAll('\n', under)}`;
    })
    .join('\n');

const under = `\n${' '.repeat(12)}`;

type Style = (format: 'red' | 'bold' | Colour, text: string) => string;
const unstyled: Style = (_, text) => text;

/** The whole card as text: the sentence, expected and actual value, the exchange, and how to repeat it. */
export function cardText(result: ReportedResult, context: CardContext, style: Style = unstyled): string {
  const { id, level, text, verdict } = result;
  const heading = `${style(looks[verdict].colour, verdict.toUpperCase())} ${style('bold', id)} (${level}, ${originOf(result)})`;
  return [heading, `  ${text}`, rowsText(result, context, style)].join('\n');
}
