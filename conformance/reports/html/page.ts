import type { Report, ReportedResult } from '../../../generated/report.ts';
import type { Verdict } from '../../run/judge/verdict.ts';
import { repeatsText } from '../../run/repeat.ts';
import { groupedCauses } from '../causes.ts';
import { counted, countsText, familiesOf, occurring, looks, outcomeLine, verdictsToFix } from '../facts.ts';
import { decisionsHtml, untestable } from './appendix.ts';
import { cardHtml } from './card.ts';
import { causeGroups, fixFirst, type Group } from './causes.ts';
import { html, htmlDocument, type Markup } from './markup.ts';
import { header, matrix, runFacts } from './overview.ts';

/** The report as one page. A requirement that passed has its sentence only. */
export function htmlReport(report: Report): string {
  const { results } = report;
  const sources = [...results, ...report.untestable].map(({ source }) => source);
  const causes = groupedCauses(report);
  const groups = causeGroups(causes);
  const body = html`<a class="skip" href="#results">Skip to the requirements</a>
    ${header(report)}
    <main>
      ${report.notices.map((notice) => html`<pre class="notice">${notice}</pre>`)} ${stability(report)}
      ${fixFirst(causes)} ${matrix(results)} ${runFacts(report)} ${controls(report)}
      <div id="results" tabindex="-1">
        ${[...groups, ...familyGroups(results, groups)].map((group) => section(group, report))}
      </div>
      ${untestable(report)} ${decisionsHtml(sources)}
    </main>
    ${footer(report)}`;
  return htmlDocument(outcomeLine(report), body);
}

/** How several runs compare. */
const stability = ({ repeats }: Report) =>
  repeats &&
  html`<section aria-labelledby="repeats">
    <h2 id="repeats">Repeats</h2>
    <pre>${repeatsText(repeats)}</pre>
  </section>`;

/** Hidden unless the script runs; without it, every card is visible. */
function controls({ counts }: Report): Markup {
  const shown = occurring(counts);
  const hasProblems = shown.some((verdict) => verdictsToFix.includes(verdict));
  const pressed = (verdict: Verdict) => !hasProblems || verdictsToFix.includes(verdict);
  return html`<div class="controls" role="search" hidden>
    <div class="filters" role="group" aria-label="Verdicts to show">
      ${shown.map(
        (verdict) =>
          html`<button
            type="button"
            class="filter ${verdict}"
            data-filter="${verdict}"
            aria-pressed="${String(pressed(verdict))}"
          >
            <span class="sign" aria-hidden="true">${looks[verdict].sign}</span>${counted(counts, verdict)}
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
    <button type="button" id="unfold">Open all cards</button>
    <p id="shown" role="status"></p>
    <button type="button" id="all-verdicts" hidden>Show all verdicts</button>
  </div>`;
}

/** The other results, by family: those that passed, do not apply or are known to fail. */
function familyGroups(results: ReportedResult[], groups: Group[]): Group[] {
  const shown = new Set(groups.flatMap((group) => group.results));
  const rest = results.filter((result) => !shown.has(result));
  return familiesOf(rest).map(({ name, results: own, counts }) => ({
    id: `family-${name}`,
    title: html`<b>${name}</b> <span class="soft">${countsText(counts, false)}</span>`,
    results: own,
  }));
}

/** Open, so that everything is visible without the script; the script folds the groups. */
const section = ({ id, title, results }: Group, report: Report): Markup =>
  html`<details class="group" id="${id}" open>
    <summary>${title}</summary>
    ${results.map((result) => cardHtml(result, report))}
  </details> `;

function footer({ docs, run }: Report): Markup {
  return html`<footer>
    <p>
      The same run as data: <a href="report.json">report.json</a>. ${pagesText(docs)}
      ${run.id === undefined ? '' : `Most cases of this run have a reference that contains conformance-${run.id}-.`}
    </p>
  </footer>`;
}

function pagesText(docs: Report['docs']): string {
  if (docs === null)
    return 'The pages of the contract were not built when this report was written; in a checkout, npm run docs builds them.';
  if (/^https?:/.test(docs)) return '';
  return `Links to the pages of the contract are relative to this report: ${docs}.`;
}
