import { stripVTControlCharacters, styleText } from 'node:util';
import { isKnownFailure, isOvercome, verdicts, type Verdict } from '../engine/verdict.ts';
import type { Report, ReportedBody, ReportedExchange, ReportedResult } from './report.ts';

const words: Record<Verdict, string> = {
  pass: 'passed',
  fail: 'failed',
  warning: 'warnings',
  inconclusive: 'inconclusive',
  'not-applicable': 'not applicable',
  error: 'errors',
};

const colours: Record<Verdict, Parameters<typeof styleText>[0]> = {
  pass: 'green',
  fail: 'red',
  warning: 'yellow',
  inconclusive: 'yellow',
  'not-applicable': 'dim',
  error: 'red',
};

/**
 * The report as a terminal shows it: families, then what is not well, then the counts and the outcome.
 *
 * @param command how a reader starts this suite, for the line that reruns one check
 */
export function consoleReport(report: Report, command: string): string {
  const { results, counts, run, outcome } = report;
  const sections = [
    families(results),
    ...results.filter(({ verdict }) => verdict === 'error').map((result) => card(result, report, command)),
    ...results
      .filter((result) => result.verdict === 'fail' && !isKnownFailure(result))
      .map((result) => card(result, report, command)),
    ...results.filter(({ verdict }) => verdict === 'warning').map((result) => card(result, report, command)),
    listed('KNOWN', results.filter(isKnownFailure)),
    listed('PASSES NOW, take it off the list of known failures', results.filter(isOvercome)),
    inconclusive(results),
    notApplicable(results),
    [
      [countsOf(counts), `${report.untestable.length} untestable`].join(' · '),
      `${run.requests} requests in ${(run.milliseconds / 1000).toFixed(1)} s, contract ${report.contract.version}${run.seed === null ? '' : `, seed ${run.seed}`}`,
      `left behind by run ${run.id}: ${run.leftBehind.cases} cases, ${run.leftBehind.artifacts} artifacts`,
      '',
      styleText(
        [outcome.exitCode === 0 ? 'green' : outcome.exitCode === 3 ? 'yellow' : 'red', 'bold'],
        outcome.headline,
      ),
    ].join('\n'),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** The line under which a run begins. */
export function consoleHeader({ baseUrl, claims }: Report['candidate'], className: string, version: string): string {
  const claimed = claims.length > 0 ? `claims ${claims.join(', ')}` : 'no capability claimed';
  return `${styleText('bold', `idv-conformance ${version}`)} judges ${baseUrl} (${className}; ${claimed})\n`;
}

export function withoutColour(text: string): string {
  return stripVTControlCharacters(text);
}

function countsOf(counts: Record<Verdict, number>, all = true): string {
  const shown = verdicts.filter((verdict) => counts[verdict] > 0 || (all && verdict !== 'error'));
  return shown.map((verdict) => paint(verdict, `${counts[verdict]} ${words[verdict]}`, counts[verdict] > 0)).join(', ');
}

const paint = (verdict: Verdict, text: string, on = true) => (on ? styleText(colours[verdict], text) : text);

function families(results: ReportedResult[]): string {
  const names = [...new Set(results.map(({ family }) => family))];
  const width = Math.max(0, ...names.map((name) => name.length));
  return names
    .map((name) => {
      const own = results.filter(({ family }) => family === name);
      const counts = Object.fromEntries(
        verdicts.map((verdict) => [verdict, own.filter((result) => result.verdict === verdict).length]),
      );
      return `  ${name.padEnd(width)}  ${countsOf(counts as Record<Verdict, number>, false)}`;
    })
    .join('\n');
}

/** What a reader needs to see of one verdict that is not well: the sentence, both sides, the exchange, the way to repeat it. */
export function card(result: ReportedResult, { candidate }: Report, command: string): string {
  const { id, level, source, text, verdict, exchanges, decisive, curl } = result;
  const origin = source.startsWith('§') ? `stated in ${source}` : `decided in ${source}`;
  const exchange = decisive === undefined ? undefined : exchanges[decisive];
  const rows: [string, string][] = [
    ['expected', result.expected ?? ''],
    ['actual', result.actual ?? ''],
    ['error', result.stack ?? ''],
    ['exchange', exchange ? exchangeLines(exchange) : ''],
    ['again', curl ?? ''],
    ['rerun', `${command} --base-url ${candidate.baseUrl} ${claimsOf(candidate.claims)}--only ${id}`],
  ];
  const lines = rows
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `  ${name.padEnd(9)} ${indented(value, 12)}`);
  return [
    `${paint(verdict, verdict.toUpperCase())} ${styleText('bold', id)} (${level}, ${origin})`,
    `  ${text}`,
    ...lines,
  ].join('\n');
}

const claimsOf = (claims: string[]) =>
  claims
    .filter((claim) => claim !== 'live-key')
    .map((claim) => `--claim ${claim} `)
    .join('');
const indented = (text: string, by: number) => text.replaceAll('\n', `\n${' '.repeat(by)}`);

function exchangeLines({ request, answer, failure }: ReportedExchange): string {
  const sent = [
    `${request.method} ${request.url}`,
    ...request.headers.map(([name, value]) => `${name}: ${value}`),
    ...bodyLines(request.body),
  ];
  const came = answer
    ? [`${answer.status}`, ...answer.headers.map(([name, value]) => `${name}: ${value}`), ...bodyLines(answer.body)]
    : [failure ?? 'no answer'];
  return [...sent.map((line) => `> ${line}`), ...came.map((line) => `< ${line}`)].join('\n');
}

function bodyLines(body: ReportedBody | undefined): string[] {
  if (!body) return [];
  if (body.text === undefined) return ['', `(${body.bytes} bytes)`];
  const shown = body.text.length > 600 ? `${body.text.slice(0, 600)}… (${body.bytes} bytes)` : body.text;
  return ['', ...shown.split(/\r?\n/)];
}

/** What stands on the list of known failures, with its reason. */
function listed(title: string, results: ReportedResult[]): string {
  if (results.length === 0) return '';
  return [paint('warning', title), ...results.map(({ id, known }) => `  ${id}: ${known}`)].join('\n');
}

/** What could not be observed, told once for each cause. */
function inconclusive(results: ReportedResult[]): string {
  const open = results.filter(({ verdict }) => verdict === 'inconclusive');
  // What blocks is told by its name when it is told above; when it went well elsewhere, only the reason says what happened.
  const told = new Set(results.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id));
  const causes = Map.groupBy(open, ({ blockedBy, reason }) =>
    blockedBy && told.has(blockedBy) ? `blocked by ${blockedBy}` : reason,
  );
  return [...causes]
    .map(
      ([cause, list]) =>
        `${paint('inconclusive', 'INCONCLUSIVE')} ${cause}\n${list.map(({ id }) => `  ${id}`).join('\n')}`,
    )
    .join('\n\n');
}

function notApplicable(results: ReportedResult[]): string {
  const causes = Map.groupBy(
    results.filter(({ verdict }) => verdict === 'not-applicable'),
    ({ reason }) => reason,
  );
  return [...causes]
    .map(([cause, list]) => styleText('dim', `not applicable because ${cause}: ${list.length}`))
    .join('\n');
}
