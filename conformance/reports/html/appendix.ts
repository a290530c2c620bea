// The end of the page: what no scenario can test, and the decisions that the requirements cite.
import type { Report } from '../../../generated/report.ts';
import { decisions } from '../../../generated/requirements.ts';
import { sectionPage } from '../../docs.ts';
import { html, type Markup, sentenceHtml } from './markup.ts';

/** A link: decisions are on the same page, sections of the source document are in the pages of the contract. */
export function sourceLink(source: string, docs: Report['docs']): Markup {
  if (!source.startsWith('§')) return html`<a href="#${source}">${source}</a>`;
  return docs === null ? html`${source}` : html`<a href="${docs}${sectionPage(source)}">${source}</a>`;
}

export function untestable({ untestable: list, docs }: Report): Markup | undefined {
  if (list.length === 0) return undefined;
  const items = list.map(
    ({ id, level, source, text, reason }) =>
      html`<li>
        <code>${id}</code>
        <span class="soft"
          >${level}, ${source.startsWith('§') ? 'stated' : 'decided'} in ${sourceLink(source, docs)}</span
        ><br />${sentenceHtml(text)} <em>There is no scenario, because ${sentenceHtml(reason)}.</em>
      </li>`,
  );
  return html`<details class="appendix untestable">
    <summary>
      <b>Untestable</b> <span class="soft">${list.length} requirements that no scenario can test completely</span>
    </summary>
    <ul>
      ${items}
    </ul>
  </details>`;
}

/** The decisions with these ids, so that a reader finds them on the same page. */
export function decisionsHtml(sources: string[]): Markup | undefined {
  const list = decisions.filter(({ id }) => sources.includes(id));
  if (list.length === 0) return undefined;
  const items = list.map(
    ({ id, question, section, decision, because }) =>
      html`<div id="${id}">
        <dt>
          <b>${id}</b> ${sentenceHtml(question)}
          <span class="soft">not answered in ${section} of the source document</span>
        </dt>
        <dd>
          ${sentenceHtml(decision)}<br />
          <span class="soft">Because: ${sentenceHtml(because)}</span>
        </dd>
      </div> `,
  );
  return html`<details class="appendix decisions">
    <summary>
      <b>Decisions</b>
      <span class="soft"
        >${list.length} of ${decisions.length}: those that this report cites; each answers a question that the source
        document leaves open</span
      >
    </summary>
    <dl>${items}</dl>
  </details>`;
}
