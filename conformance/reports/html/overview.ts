// The beginning of the page: the outcome, the families with a square for each requirement, and facts about the run.
import type { Report, ReportedResult } from '../../../generated/report.ts';
import type { Verdict } from '../../run/judge/verdict.ts';
import { count } from '../../run/judge/outcome.ts';
import { createdThings, exitText, familiesOf, looks, occurring, outcomeLine, totalsText } from '../facts.ts';
import { html, type Markup } from './markup.ts';

const moods: Record<string, string> = { CONFORMANT: 'good', PASSED: 'good', INCOMPLETE: 'open' };

/** The outcome with its reason, and the claims of the candidate. */
export function header(report: Report): Markup {
  const { outcome, candidate } = report;
  const [, name, scope] = /^([A-Z-]+:?) ?(.*)$/.exec(outcomeLine(report))!;
  const claims = candidate.claims.length > 0 ? `claims ${candidate.claims.join(', ')}` : 'no capability claimed';
  return html`<header class="outcome ${moods[outcome.headline.split(/:? /)[0]!] ?? 'bad'}">
    <h1>${name} <span class="scope">${unbroken(scope!)}</span></h1>
    <p class="counts">${totalsText(report)}</p>
    <p>${exitText(report)}</p>
    ${candidate.party === 'service' && html`<p class="soft">${claims}</p>`}
  </header>`;
}

/** Text in which no line ends within a flag, such as `--slow`. */
const unbroken = (text: string): Markup[] =>
  text
    .split(/((?<!\S)--[\w-]+)/)
    .map((part, at) => (at % 2 === 1 ? html`<span class="flag">${part}</span>` : html`${part}`));

/** Counts by family and verdict; each requirement is a square that links to its card. */
export function matrix(results: ReportedResult[]): Markup {
  const columns = occurring(count(results));
  const rows = familiesOf(results).map(
    ({ name, results: own, counts }) =>
      html`<tr>
        <th scope="row">${name}</th>
        ${columns.map((verdict) => html`<td class="number ${counts[verdict] > 0 && verdict}">${counts[verdict] || ''}</td>`)}
        <td class="squares" aria-hidden="true">${own.map(square)}</td>
      </tr>`,
  );
  return html`<section aria-labelledby="families">
    <h2 id="families">Families</h2>
    <div class="wide">
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">family</th>
            ${columns.map(heading)}
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </section>`;
}

const heading = (verdict: Verdict) =>
  html`<th scope="col" class="${verdict}">
    <span class="sign" aria-hidden="true">${looks[verdict].sign}</span> <span class="word">${looks[verdict].word}</span>
  </th>`;

const square = ({ id, verdict }: ReportedResult) =>
  html`<a class="square ${verdict}" href="#${id}" tabindex="-1" title="${id}: ${verdict}">${looks[verdict].sign}</a>`;

/** What a reader needs to repeat the run, and to find the cases that it created. */
export function runFacts({ candidate, run, suite, contract }: Report): Markup {
  const startedAt = `${run.startedAt.slice(0, 19).replace('T', ' ')} UTC`;
  const digest = html`<code title="SHA-256 of openapi.yaml">${contract.digest.slice(0, 12)}…</code>`;
  const facts: [term: string, fact: string | Markup][] = [
    ...(candidate.party === 'client'
      ? []
      : [['keys supplied', candidate.supplied.join(', ') || 'none'] as [string, string]]),
    [
      'started',
      `${startedAt}, ${run.requests} requests in ${(run.milliseconds / 1000).toFixed(1)} s${run.id === undefined ? '' : `, id ${run.id}`}`,
    ],
    ...(run.seed === undefined ? [] : [['seed', String(run.seed)] satisfies [string, string]]),
    ['suite', html`idv-conformance ${suite.version}, contract ${contract.version} ${digest}`],
    ...(candidate.party === 'client' ? [] : [['created', createdThings(run)] as [string, string]]),
  ];
  const items = facts.map(
    ([term, fact]) =>
      html`<div>
        <dt>${term}</dt>
        <dd>${fact}</dd>
      </div>`,
  );
  return html`<section class="facts" aria-labelledby="run">
    <h2 id="run">Run</h2>
    <dl>${items}</dl>
  </section>`;
}
