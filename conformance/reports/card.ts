import { isKnownFailure, isFixedKnownFailure, verdicts, type Verdict } from '../engine/verdict.ts';
import { failureCodes } from '../failure-codes.ts';
import type { ReportedBody, ReportedExchange } from './exchange.ts';
import type { Report, ReportedResult } from './report.ts';

/** The verdicts in the words of every form of the report. */
export const words: Record<Verdict, string> = {
  pass: 'passed',
  fail: 'failed',
  warning: 'warnings',
  inconclusive: 'inconclusive',
  'not-applicable': 'not applicable',
  error: 'errors',
};

/** The verdicts that need attention, the worst first. */
export const verdictsToFix: Verdict[] = ['error', 'fail', 'warning', 'inconclusive'];

export interface Row {
  name:
    | 'code'
    | 'where'
    | 'expected'
    | 'actual'
    | 'reason'
    | 'error'
    | 'exchange'
    | 'reference'
    | 'curl'
    | 'rerun'
    | 'docs';
  text: string;
}

/** The rows of a card: the same in every form of the report. */
export function rowsOf(result: ReportedResult, docs: Report['docs']): Row[] {
  const { verdict, code, row, expected, exchanges, decisive, reference, links } = result;
  const exchange = decisive === undefined ? undefined : exchanges[decisive];
  const rows: Row[] = [
    { name: 'code', text: code ? `${code}: ${failureCodes[code]}` : '' },
    { name: 'where', text: row ?? '' },
    { name: 'expected', text: expected ?? '' },
    { name: 'actual', text: actualOf(result) },
    { name: 'reason', text: verdict === 'inconclusive' || verdict === 'not-applicable' ? result.reason : '' },
    { name: 'error', text: result.stack ?? '' },
    { name: 'exchange', text: exchange ? exchangeText(exchange) : '' },
    { name: 'reference', text: reference ? referenceText(reference) : '' },
    { name: 'curl', text: result.curl ?? '' },
    { name: 'rerun', text: result.rerun ?? '' },
    {
      name: 'docs',
      text: docs === null ? `docs-site/${links.requirement} (run npm run docs to build it)` : docs + links.requirement,
    },
  ];
  return rows.filter(({ text }) => text !== '');
}

/** Whether the source document says it or this project decided it, and where. */
export function originOf({ source }: Pick<ReportedResult, 'source'>): string {
  return source.startsWith('§') ? `stated in ${source}` : `decided in ${source}`;
}

export const familiesOf = (results: ReportedResult[]): string[] => [...new Set(results.map(({ family }) => family))];

/** `3 passed, 1 failed`: the verdicts that occur, or all of them except errors. */
export function countsText(counts: Record<Verdict, number>, all = true): string {
  return countedVerdicts(counts, all)
    .map((verdict) => counted(counts, verdict))
    .join(', ');
}

/** `1 warning`, `2 warnings`. */
export const counted = (counts: Record<Verdict, number>, verdict: Verdict): string =>
  `${counts[verdict]} ${counts[verdict] === 1 ? words[verdict].replace(/s$/, '') : words[verdict]}`;

export const countedVerdicts = (counts: Record<Verdict, number>, all: boolean) =>
  verdicts.filter((verdict) => counts[verdict] > 0 || (all && verdict !== 'error'));

/** The inconclusive results by their cause. */
export function causesOf(results: ReportedResult[]): Map<string, ReportedResult[]> {
  const inconclusive = results.filter(({ verdict }) => verdict === 'inconclusive');
  // A requirement that itself passed has no card, so that only the reason explains what happened.
  const shown = new Set(results.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id));
  return Map.groupBy(inconclusive, ({ blockedBy, reason }) =>
    blockedBy && shown.has(blockedBy) ? `blocked by ${blockedBy}` : reason,
  );
}

/** Size, duration, contract and seed of the run in one line. */
export const runText = ({ run, contract }: Report) =>
  `${run.requests} requests in ${(run.milliseconds / 1000).toFixed(1)} s, contract ${contract.version}, seed ${run.seed}`;

export const createdText = ({ run }: Report) => `run ${run.id} created ${createdThings(run)}`;

/** What the run created: the contract has no operation that deletes it. */
export const createdThings = ({ leftBehind: { cases, artifacts } }: Report['run']): string =>
  `${cases} ${cases === 1 ? 'case' : 'cases'} and ${artifacts} ${artifacts === 1 ? 'artifact' : 'artifacts'}, which remain at the candidate`;

/** What is on the list of known failures, with its reason. */
export function knownLists(results: ReportedResult[]): { title: string; lines: string[] }[] {
  const list = (title: string, chosen: ReportedResult[]) => ({
    title,
    lines: chosen.map(({ id, known }) => `${id}: ${known}`),
  });
  return [
    list('KNOWN FAILURES', results.filter(isKnownFailure)),
    list('PASSES NOW: remove from the list of known failures', results.filter(isFixedKnownFailure)),
  ].filter(({ lines }) => lines.length > 0);
}

/** The results that have a card, the worst first; known failures are only listed. */
export const shownCards = (results: ReportedResult[]): ReportedResult[] =>
  (['error', 'fail', 'warning'] as const).flatMap((verdict) =>
    results.filter((result) => result.verdict === verdict && !isKnownFailure(result)),
  );

function actualOf({ actual, mismatches }: ReportedResult): string {
  if (!mismatches) return actual ?? '';
  return mismatches
    .map(({ pointer, expected, actual: value }) => `${pointer || '(body)'} ${expected}: ${value}`)
    .join('\n');
}

export const referenceTitle = "the reference implementation's response to this step";

function referenceText({ request, response }: ReportedExchange): string {
  const { pathname, search } = new URL(request.url);
  const lines = [`> ${request.method} ${pathname}${search}`, ...responseLines(response).map((line) => `< ${line}`)];
  return `${referenceTitle}:\n${lines.join('\n')}`;
}

/** Request and response with their headers and bodies, each line marked by its direction. */
export function exchangeText({ request, response, failure, received }: ReportedExchange): string {
  const sent = [`${request.method} ${request.url}`, ...headerLines(request.headers), ...bodyLines(request.body)];
  const arrived = response ? responseLines(response) : [failure ?? 'no response'];
  // `>` is what the suite sent.
  const [first, second] = received ? ['<', '>'] : ['>', '<'];
  return [...sent.map((line) => `${first} ${line}`), ...arrived.map((line) => `${second} ${line}`)].join('\n');
}

const responseLines = (response: ReportedExchange['response']) =>
  response ? [`${response.status}`, ...headerLines(response.headers), ...bodyLines(response.body)] : [];

const headerLines = (headers: [string, string][]) => headers.map(([name, value]) => `${name}: ${value}`);

function bodyLines(body: ReportedBody | undefined): string[] {
  if (!body) return [];
  const lines = body.text === undefined ? binaryLines(body) : body.text.split(/\r\n|\r|\n/);
  return ['', ...lines, ...(body.truncated ? [`… (${body.bytes} bytes)`] : [])];
}

/** The lines of a multipart body that are text; of the others, the size. */
function binaryLines({ base64 }: ReportedBody): string[] {
  const lines = Buffer.from(base64!, 'base64').toString('latin1').split('\r\n');
  return lines.map((line) => (/^[\x20-\x7e]*$/.test(line) ? line : `(${line.length} bytes, binary)`));
}

/** The whole card as plain text. */
export function cardText(result: ReportedResult, docs: Report['docs']): string {
  const rows = rowsOf(result, docs).map(({ name, text }) => `${name}: ${text.includes('\n') ? `\n${text}` : text}`);
  return [`${result.id} (${result.level}, ${originOf(result)})`, result.text, '', ...rows].join('\n');
}
