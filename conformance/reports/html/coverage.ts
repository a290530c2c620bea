import { type Coverage, coverageText, type SeenResponse } from '../coverage.ts';
import { html, type Markup } from './markup.ts';

/** The responses that the run received, by operation and status code. */
export function coverageHtml({ documented, undocumented }: Coverage): Markup {
  const statuses = [...new Set(documented.map(({ status }) => status))].toSorted((one, other) => one - other);
  const operations = Map.groupBy(documented, ({ operation }) => operation);
  const rows = [...operations].map(
    ([operation, list]) =>
      html`<tr>
        <th scope="row"><code>${operation}</code></th>
        ${statuses.map((status) => cell(list.find((response) => response.status === status)))}
      </tr>`,
  );
  return html`<details class="coverage">
    <summary>Coverage: ${coverageText({ documented, undocumented })}</summary>
    <div class="wide" tabindex="0" role="region" aria-label="Documented responses">
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">operation</th>
            ${statuses.map((status) => html`<th scope="col">${status}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
    <p class="soft">
      Each cell shows how often the service sent this status code with the documented media type. An empty cell means
      that the contract does not document this status code.
    </p>
    ${undocumented.length > 0 && html`<p>Received, but not documented: ${undocumented.map(textOf).join('; ')}.</p>`}
  </details>`;
}

function cell(response: SeenResponse | undefined): Markup {
  if (!response) return html`<td></td>`;
  const { seen, mediaType } = response;
  return html`<td class="number ${seen > 0 ? 'pass' : 'inconclusive'}" title="${mediaType ?? 'no media type'}">
    ${seen}
  </td>`;
}

const textOf = ({ operation, status, mediaType, seen }: SeenResponse) =>
  `${operation} ${status} ${mediaType ?? 'without a media type'} (${seen})`;
