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
          <span class="decision">${sentenceHtml(linesOf(decision))}</span>
          <span class="soft">Because: ${sentenceHtml(because)}</span>
        </dd>
      </div> `,
  );
  return html`<details class="appendix decisions">
    <summary><b>Decisions</b> <span class="soft">where the source document leaves a question open</span></summary>
    <dl>${items}</dl>
  </details>`;
}

// Line breaks within a paragraph are removed; list items keep theirs.
const linesOf = (decision: string) => decision.replaceAll(/\n(?!- )\s*/g, ' ');
