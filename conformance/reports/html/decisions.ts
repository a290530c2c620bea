import { decisions } from '../../../generated/requirements.ts';
import { sentenceHtml } from './card.ts';
import { html, type Markup } from './markup.ts';

/** The decisions that the requirements cite, so that a reader finds them on the same page. */
export function decisionsHtml(sources: string[]): Markup | undefined {
  const cited = new Set(sources);
  const list = decisions.filter(({ id }) => cited.has(id));
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
