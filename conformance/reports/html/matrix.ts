import { type Verdict, verdicts } from '../../run/verdict.ts';
import { count } from '../../run/outcome.ts';
import { familiesOf, words } from '../facts.ts';
import type { ReportedResult } from '../report.ts';
import { html, type Markup } from './markup.ts';
import { signs } from './signs.ts';

/** Counts by family and verdict; each requirement is a square that links to its card. */
export function matrix(results: ReportedResult[]): Markup {
  const total = count(results);
  const columns = verdicts.filter((verdict) => total[verdict] > 0);
  const rows = familiesOf(results).map((name) => {
    const own = results.filter((result) => result.family === name);
    const counts = count(own);
    return html`<tr>
      <th scope="row">${name}</th>
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
    <span class="sign" aria-hidden="true">${signs[verdict]}</span> <span class="word">${words[verdict]}</span>
  </th>`;

const square = ({ id, verdict }: ReportedResult) =>
  html`<a class="square ${verdict}" href="#requirement-${id}" tabindex="-1" title="${id}: ${verdict}"
    >${signs[verdict]}</a
  >`;
