import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { count, type Verdict, verdicts } from '../../engine/verdict.ts';
import { repeatsText } from '../../run/repeat.ts';
import { counted, countsText, familiesOf, thingsLeft, verdictsToFix, words } from '../card.ts';
import { cardHtml, sentenceHtml, sourceLink } from './card.ts';
import { decisionsHtml } from './decisions.ts';
import { html, Markup } from './markup.ts';
import type { Report, ReportedResult } from '../report.ts';

const asset = (name: string) => readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8');
const style = asset('report.css');
const script = asset('report.js');
// Byte for byte what their digests in the policy are of.
const styleElement = new Markup(`<style>${style}</style>`);
const scriptElement = new Markup(`<script>${script}</script>`);

/**
 * The report as one page that asks the network nothing. What passed stands there with its sentence only; its exchanges
 * are in `report.json`.
 */
export function htmlReport(report: Report): string {
  const { outcome, candidate, results } = report;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${outcome.headline} · ${candidate.baseUrl}</title>
        <link rel="icon" href="data:," />
        ${styleElement}
      </head>
      <body>
        <a class="skip" href="#results">Skip to the requirements</a>
        ${header(report)}
        <main>
          ${stability(report)} ${matrix(results)} ${controls(report)}
          <div id="results" tabindex="-1">${familiesOf(results).map((name) => family(name, report))}</div>
          ${untestable(report)} ${decisionsHtml([...results, ...report.untestable].map(({ source }) => source))}
        </main>
        ${footer(report)} ${scriptElement}
      </body>
    </html> `;
  return page.text;
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const moods: Record<string, string> = { CONFORMANT: 'good', PASSED: 'good', INCOMPLETE: 'open' };

/** How an outcome is coloured, by its first word. */
export const moodOf = (headline: string): string => moods[headline.split(' ')[0]!] ?? 'bad';

function header(report: Report): Markup {
  const { outcome, counts, candidate, run, suite, contract, untestable: left } = report;
  const [, name, scope] = /^([A-Z-]+) ?(.*)$/.exec(outcome.headline)!;
  const facts: [string, string | Markup][] = [
    [
      'candidate',
      candidate.bundled ? `the bundled reference implementation (${candidate.baseUrl})` : candidate.baseUrl,
    ],
    ['claims', candidate.claims.join(', ') || 'no capability'],
    ['keys supplied', candidate.supplied.join(', ') || 'none'],
    [
      'run',
      `${run.startedAt.slice(0, 19).replace('T', ' ')} UTC, ${run.requests} requests in ${(run.milliseconds / 1000).toFixed(1)} s, id ${run.id}`,
    ],
    [
      'suite',
      html`idv-conformance ${suite.version}, contract ${contract.version}
        <code title="SHA-256 of openapi.yaml">${contract.digest.slice(0, 12)}…</code>`,
    ],
    ['left behind', thingsLeft(run)],
  ];
  return html`<header class="outcome ${moodOf(outcome.headline)}">
    <h1>${name} <span class="scope">${scope}</span></h1>
    <p class="counts">${countsText(counts)} · ${left.length} untestable</p>
    <dl>
      ${facts.map(
        ([term, fact]) =>
          html`<div>
            <dt>${term}</dt>
            <dd>${fact}</dd>
          </div>`,
      )}
    </dl>
  </header>`;
}

/** What several runs found of each other. */
const stability = ({ repeats }: Report) =>
  repeats &&
  html`<section aria-labelledby="repeats">
    <h2 id="repeats">Repeats</h2>
    <pre>${repeatsText(repeats)}</pre>
  </section>`;

/** Each verdict as one sign. */
export const signs: Record<Verdict, string> = {
  pass: '✓',
  fail: '✕',
  warning: '!',
  inconclusive: '?',
  'not-applicable': '–',
  error: '⚠',
};

/** Families by verdict; each requirement is one square, a shortcut for the mouse to what the list below holds. */
function matrix(results: ReportedResult[]): Markup {
  const total = count(results);
  const columns = verdicts.filter((verdict) => total[verdict] > 0);
  const rows = familiesOf(results).map((name) => {
    const own = results.filter((result) => result.family === name);
    const counts = count(own);
    return html`<tr>
      <th scope="row"><a href="#family-${name}">${name}</a></th>
      ${columns.map((verdict) => html`<td class="number ${counts[verdict] > 0 && verdict}">${counts[verdict] || ''}</td>`)}
      <td class="squares" aria-hidden="true">${own.map(square)}</td>
    </tr>`;
  });
  return html`<section aria-labelledby="families">
    <h2 id="families">Families</h2>
    <div class="wide">
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">family</th>
            ${columns.map((verdict) => heading(verdict))}
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
    <span class="sign" aria-hidden="true">${signs[verdict]}</span> <span class="word">${words[verdict]}</span>
  </th>`;

const square = ({ id, verdict }: ReportedResult) =>
  html`<a class="square ${verdict}" href="#requirement-${id}" tabindex="-1" title="${id}: ${verdict}"
    >${signs[verdict]}</a
  >`;

/** Shown by the script, which makes them work; without it everything is shown. */
function controls({ counts }: Report): Markup {
  const occurring = verdicts.filter((verdict) => counts[verdict] > 0);
  const bad = occurring.some((verdict) => verdictsToFix.includes(verdict));
  const pressed = (verdict: Verdict) => !bad || verdictsToFix.includes(verdict);
  return html`<div class="controls" role="search" hidden>
    <div class="filters" role="group" aria-label="Verdicts to show">
      ${occurring.map(
        (verdict) =>
          html`<button
            type="button"
            class="filter ${verdict}"
            data-filter="${verdict}"
            aria-pressed="${String(pressed(verdict))}"
          >
            <span class="sign" aria-hidden="true">${signs[verdict]}</span>${counted(counts, verdict)}
          </button>`,
      )}
    </div>
    <label class="search"
      ><span>Search</span
      ><input
        type="search"
        id="search"
        autocomplete="off"
        spellcheck="false"
        placeholder="id, sentence, D27, §4.1, status 401"
    /></label>
    <button type="button" id="unfold">Unfold all</button>
    <p id="shown" role="status"></p>
  </div>`;
}

function family(name: string, { results, docs }: Report): Markup {
  const own = results.filter((result) => result.family === name);
  return html`<section class="family" id="family-${name}" aria-labelledby="heading-${name}">
    <h2 id="heading-${name}">${name} <span class="soft">${countsText(count(own), false)}</span></h2>
    ${own.map((result) => cardHtml(result, docs))}
  </section>`;
}

function untestable({ untestable: list, docs }: Report): Markup | undefined {
  if (list.length === 0) return undefined;
  const items = list.map(
    ({ id, level, class: name, source, text, reason }) =>
      html`<li>
        <code>${id}</code> <span class="soft">${level}, ${name}, ${sourceLink(source, docs)}</span
        ><br />${sentenceHtml(text)} <em>No check, because ${reason}.</em>
      </li>`,
  );
  return html`<section class="untestable" aria-labelledby="untestable">
    <h2 id="untestable">Untestable <span class="soft">${list.length}</span></h2>
    <ul>
      ${items}
    </ul>
  </section>`;
}

function footer({ docs, run }: Report): Markup {
  return html`<footer>
    <p>
      The same run as data, with every request and answer: <a href="report.json">report.json</a>. ${pagesText(docs)}
      Each reference that was sent begins with conformance-${run.id}-.
    </p>
  </footer>`;
}

function pagesText(docs: Report['docs']): string {
  if (docs === null) return 'The pages of the contract were not built when this was written; npm run docs builds them.';
  if (/^https?:/.test(docs)) return '';
  return `Links to the pages of the contract lead to ${docs}, seen from the folder in which this was written.`;
}
