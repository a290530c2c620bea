import { count, type Verdict, verdicts } from '../../engine/verdict.ts';
import { repeatsText } from '../../run/repeat.ts';
import { counted, countsText, createdThings, familiesOf, verdictsToFix, words } from '../card.ts';
import { cardHtml, sentenceHtml, sourceLink } from './card.ts';
import { decisionsHtml } from './decisions.ts';
import { htmlDocument } from './document.ts';
import { html, type Markup } from './markup.ts';
import { moodOf, signs } from './signs.ts';
import type { Report, ReportedResult } from '../report.ts';

/** The report as one page. A requirement that passed has its sentence only; `report.json` has its exchanges. */
export function htmlReport(report: Report): string {
  const { outcome, candidate, results } = report;
  const sources = [...results, ...report.untestable].map(({ source }) => source);
  const body = html`<a class="skip" href="#results">Skip to the requirements</a>
    ${header(report)}
    <main>
      ${stability(report)} ${matrix(results)} ${controls(report)}
      <div id="results" tabindex="-1">${familiesOf(results).map((name) => family(name, report))}</div>
      ${untestable(report)} ${decisionsHtml(sources)}
    </main>
    ${footer(report)}`;
  const title = `${outcome.headline} · ${candidate.baseUrl}`;
  return htmlDocument({ title, styles: ['report.css'], script: 'report.js', body });
}

function header(report: Report): Markup {
  const { outcome, counts, untestable: without } = report;
  const [, name, scope] = /^([A-Z-]+) ?(.*)$/.exec(outcome.headline)!;
  const facts = factsOf(report).map(
    ([term, fact]) =>
      html`<div>
        <dt>${term}</dt>
        <dd>${fact}</dd>
      </div>`,
  );
  return html`<header class="outcome ${moodOf(outcome.headline)}">
    <h1>${name} <span class="scope">${scope}</span></h1>
    <p class="counts">${countsText(counts)} · ${without.length} untestable</p>
    <dl>${facts}</dl>
  </header>`;
}

function factsOf({ candidate, run, suite, contract }: Report): [term: string, fact: string | Markup][] {
  const { bundled, baseUrl, claims, supplied } = candidate;
  const startedAt = `${run.startedAt.slice(0, 19).replace('T', ' ')} UTC`;
  return [
    ['candidate', bundled ? `the bundled reference implementation (${baseUrl})` : baseUrl],
    ['claims', claims.join(', ') || 'no capability'],
    ['keys supplied', supplied.join(', ') || 'none'],
    ['run', `${startedAt}, ${run.requests} requests in ${(run.milliseconds / 1000).toFixed(1)} s, id ${run.id}`],
    ['seed', String(run.seed)],
    [
      'suite',
      html`idv-conformance ${suite.version}, contract ${contract.version}
        <code title="SHA-256 of openapi.yaml">${contract.digest.slice(0, 12)}…</code>`,
    ],
    ['created', createdThings(run)],
  ];
}

/** How several runs compare. */
const stability = ({ repeats }: Report) =>
  repeats &&
  html`<section aria-labelledby="repeats">
    <h2 id="repeats">Repeats</h2>
    <pre>${repeatsText(repeats)}</pre>
  </section>`;

/** Counts by family and verdict; each requirement is a square that links to its card. */
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

/** Hidden unless the script runs; without it, every card is visible. */
function controls({ counts }: Report): Markup {
  const occurring = verdicts.filter((verdict) => counts[verdict] > 0);
  const hasProblems = occurring.some((verdict) => verdictsToFix.includes(verdict));
  const pressed = (verdict: Verdict) => !hasProblems || verdictsToFix.includes(verdict);
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
      The same run as data, with every request and response: <a href="report.json">report.json</a>. ${pagesText(docs)}
      The references of its cases begin with conformance-${run.id}-.
    </p>
  </footer>`;
}

function pagesText(docs: Report['docs']): string {
  if (docs === null)
    return 'The pages of the contract were not built when this report was written: run npm run docs to build them.';
  if (/^https?:/.test(docs)) return '';
  return `Links to the pages of the contract are relative to this report: ${docs}`;
}
