import { isKnownFailure, isFixedKnownFailure, verdicts, type Verdict } from '../engine/verdict.ts';
import { failureCodes } from '../failure-codes.ts';
import type { ReportedBody, ReportedExchange } from './exchange.ts';
import type { Report, ReportedResult } from './report.ts';

/** Counts and outcome in the words that every form of the report uses. */
export const words: Record<Verdict, string> = {
  pass: 'passed',
  fail: 'failed',
  warning: 'warnings',
  inconclusive: 'inconclusive',
  'not-applicable': 'not applicable',
  error: 'errors',
};

/** What a reader has to look at, the worst first. */
export const verdictsToFix: Verdict[] = ['error', 'fail', 'warning', 'inconclusive'];

export interface Row {
  name:
    | 'code'
    | 'row'
    | 'expected'
    | 'actual'
    | 'reason'
    | 'error'
    | 'exchange'
    | 'reference'
    | 'again'
    | 'rerun'
    | 'docs';
  text: string;
}

/** What is said of one requirement that is not well: the same in every form of the report. */
export function rowsOf(result: ReportedResult, docs: Report['docs']): Row[] {
  const { verdict, code, row, expected, exchanges, decisive, reference, links } = result;
  const exchange = decisive === undefined ? undefined : exchanges[decisive];
  const rows: Row[] = [
    { name: 'code', text: code ? `${code}: ${failureCodes[code]}` : '' },
    { name: 'row', text: row ?? '' },
    { name: 'expected', text: expected ?? '' },
    { name: 'actual', text: actualOf(result) },
    { name: 'reason', text: verdict === 'inconclusive' || verdict === 'not-applicable' ? result.reason : '' },
    { name: 'error', text: result.stack ?? '' },
    { name: 'exchange', text: exchange ? exchangeText(exchange) : '' },
    { name: 'reference', text: reference ? referenceText(reference) : '' },
    { name: 'again', text: result.curl ?? '' },
    { name: 'rerun', text: result.rerun ?? '' },
    {
      name: 'docs',
      text: docs === null ? `docs-site/${links.requirement}, which npm run docs builds` : docs + links.requirement,
    },
  ];
  return rows.filter(({ text }) => text !== '');
}

/** Whether the source document says it or this project decided it, and where. */
export function originOf({ source }: Pick<ReportedResult, 'source'>): string {
  return source.startsWith('§') ? `stated in ${source}` : `decided in ${source}`;
}

export const familiesOf = (results: ReportedResult[]): string[] => [...new Set(results.map(({ family }) => family))];

/** `3 passed, 1 failed`: the verdicts that occur, or all of them but errors. */
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

/** The inconclusive results by what they have in common. */
export function causesOf(results: ReportedResult[]): Map<string, ReportedResult[]> {
  const open = results.filter(({ verdict }) => verdict === 'inconclusive');
  // What blocks is told by its name when it is told above; when it went well elsewhere, only the reason says what happened.
  const told = new Set(results.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id));
  return Map.groupBy(open, ({ blockedBy, reason }) =>
    blockedBy && told.has(blockedBy) ? `blocked by ${blockedBy}` : reason,
  );
}

/** What the run was, in one line. */
export const runText = ({ run, contract }: Report) =>
  `${run.requests} requests in ${(run.milliseconds / 1000).toFixed(1)} s, contract ${contract.version}, seed ${run.seed}`;

export const leftBehindText = ({ run }: Report) => `left behind by run ${run.id}: ${thingsLeft(run)}`;

export const thingsLeft = ({ leftBehind: { cases, artifacts } }: Report['run']): string =>
  `${cases} ${cases === 1 ? 'case' : 'cases'}, ${artifacts} ${artifacts === 1 ? 'artifact' : 'artifacts'}`;

/** What stands on the list of known failures, with its reason. */
export function knownLists(results: ReportedResult[]): { title: string; lines: string[] }[] {
  const list = (title: string, chosen: ReportedResult[]) => ({
    title,
    lines: chosen.map(({ id, known }) => `${id}: ${known}`),
  });
  return [
    list('KNOWN', results.filter(isKnownFailure)),
    list('PASSES NOW, take it off the list of known failures', results.filter(isFixedKnownFailure)),
  ].filter(({ lines }) => lines.length > 0);
}

/** What is shown as a card by itself, the worst first; known failures are only listed. */
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

function referenceText({ request, response }: ReportedExchange): string {
  const { pathname, search } = new URL(request.url);
  const lines = [`> ${request.method} ${pathname}${search}`, ...answerLines(response).map((line) => `< ${line}`)];
  return `the reference implementation answers this step so:\n${lines.join('\n')}`;
}

/** Request and answer with their headers and bodies, each line marked by its direction. */
export function exchangeText({ request, response, failure, received }: ReportedExchange): string {
  const sent = [`${request.method} ${request.url}`, ...headerLines(request.headers), ...bodyLines(request.body)];
  const came = response ? answerLines(response) : [failure ?? 'no answer'];
  // `>` is what the suite sent.
  const [first, second] = received ? ['<', '>'] : ['>', '<'];
  return [...sent.map((line) => `${first} ${line}`), ...came.map((line) => `${second} ${line}`)].join('\n');
}

const answerLines = (response: ReportedExchange['response']) =>
  response ? [`${response.status}`, ...headerLines(response.headers), ...bodyLines(response.body)] : [];

const headerLines = (headers: [string, string][]) => headers.map(([name, value]) => `${name}: ${value}`);

function bodyLines(body: ReportedBody | undefined): string[] {
  if (!body) return [];
  const lines = body.text === undefined ? binaryLines(body) : body.text.split(/\r\n|\r|\n/);
  return ['', ...lines, ...(body.truncated ? [`… (${body.bytes} bytes)`] : [])];
}

/** The lines of a multipart body that can be read; what stands for a file is told by its size. */
function binaryLines({ base64 }: ReportedBody): string[] {
  const lines = Buffer.from(base64!, 'base64').toString('latin1').split('\r\n');
  return lines.map((line) => (/^[\x20-\x7e]*$/.test(line) ? line : `(${line.length} bytes that are no text)`));
}

/** The whole card as plain text. */
export function cardText(result: ReportedResult, docs: Report['docs']): string {
  const rows = rowsOf(result, docs).map(({ name, text }) => `${name}: ${text.includes('\n') ? `\n${text}` : text}`);
  return [`${result.id} (${result.level}, ${originOf(result)})`, result.text, '', ...rows].join('\n');
}
