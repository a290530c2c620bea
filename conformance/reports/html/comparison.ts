import { countsText, originOf } from '../facts.ts';
import {
  type ComparedResult,
  contractText,
  differs,
  familiesOf,
  foundIn,
  type Implementation,
  type Row,
  rowsOf,
  verdictText,
} from '../comparison.ts';
import { sentenceHtml } from './card.ts';
import { htmlDocument } from './document.ts';
import { html, type Markup } from './markup.ts';
import { moodOf, signs } from './signs.ts';

/** Several implementations side by side, as one page. */
export function comparisonHtml(implementations: Implementation[]): string {
  const title = 'Implementations of the identity-verification case service';
  const rows = rowsOf(implementations);
  const body = html`<main>
    <h1>${title}</h1>
    <div class="outcomes">${implementations.map(outcome)}</div>
    ${familyTable(implementations, rows)}
    <h2 id="requirements">
      By requirement <span class="soft">${rows.filter(differs).length} of ${rows.length} differ</span>
    </h2>
    ${familiesOf(rows).map((family) => requirementTable(implementations, family))}
  </main>`;
  return htmlDocument({ title, styles: ['report.css', 'comparison.css'], body });
}

function outcome({ name, about, report }: Implementation): Markup {
  const { headline } = report.outcome;
  const claims = report.candidate.claims.join(', ') || 'no capability';
  return html`<section class="outcome ${moodOf(headline)}">
    <h2>${name}</h2>
    <p class="headline">${headline}</p>
    <p class="counts">${countsText(report.counts, false)}</p>
    <p>${sentenceHtml(about)}</p>
    <p class="soft">claims ${claims}; ${contractText(report)}</p>
  </section>`;
}

function familyTable(implementations: Implementation[], rows: Row[]): Markup {
  const body = familiesOf(rows).map(
    ([family, own]) =>
      html`<tr>
        <th scope="row"><a href="#family-${family}">${family}</a></th>
        ${implementations.map((_, at) => html`<td>${foundIn(own, at)}</td>`)}
      </tr>`,
  );
  return html`<h2 id="families">By family</h2>
    <div class="wide" tabindex="0" role="region" aria-labelledby="families">
      <table class="matrix compared short">
        ${heading('family', implementations)}
        <tbody>
          ${body}
        </tbody>
      </table>
    </div>`;
}

const heading = (first: string, implementations: Implementation[]) =>
  html`<thead>
    <tr>
      <th scope="col">${first}</th>
      ${implementations.map(({ name }) => html`<th scope="col">${name}</th>`)}
    </tr>
  </thead>`;

function requirementTable(implementations: Implementation[], [family, rows]: [string, Row[]]): Markup {
  return html`<details class="family" id="family-${family}" open>
    <summary><b>${family}</b> <span class="soft">${rows.length} requirements</span></summary>
    <div class="wide" tabindex="0" role="region" aria-label="${family}">
      <table class="matrix compared">
        ${heading('requirement', implementations)}
        <tbody>
          ${rows.map(requirementRow)}
        </tbody>
      </table>
    </div>
  </details>`;
}

const requirementRow = (row: Row) =>
  html`<tr id="requirement-${row.id}">
    <th scope="row">
      <code class="id">${row.id}</code> <span class="soft">${row.level}, ${originOf(row)}</span>
      <span class="sentence">${sentenceHtml(row.text)}</span>
    </th>
    ${row.results.map(cell)}
  </tr>`;

const cell = (result: ComparedResult | undefined) =>
  html`<td>
    <span class="badge ${result?.verdict ?? 'not-applicable'}" title="${result?.reason || false}"
      >${result && html`<span aria-hidden="true">${signs[result.verdict]}</span> `}${verdictText(result)}</span
    >
  </td>`;
