import type { ReportedResult } from '../../../generated/report.ts';
import { type Cause, effectOf, type GroupedCauses, singleText } from '../causes.ts';
import { resultText } from '../finding-text.ts';
import { html, type Markup, sentenceHtml } from './markup.ts';

/** A group of cards that fold together. */
export interface Group {
  id: string;
  title: Markup;
  results: ReportedResult[];
}

/** Each cause with its cards; the failures that share no cause are one group. */
export function causeGroups(causes: GroupedCauses): Group[] {
  const { groups, single } = causes;
  const list = groups.map((cause, at) => ({
    id: `cause-${at + 1}`,
    title: html`${nameOf(cause)} <span class="effect">${effectOf(cause)}</span>
      <span class="soft">${cause.common}</span>`,
    results: [...cause.failed, ...cause.blocked],
  }));
  if (single.length === 0) return list;
  return [...list, { id: 'cause-single', title: html`<b>${singleText(causes)}</b>`, results: single }];
}

const nameOf = ({ first, name }: Cause) => (first ? html`<code class="id">${name}</code>` : html`<b>${name}</b>`);

/** What the contract says, and what the service did. */
const symptom = (result: ReportedResult) =>
  html`<span class="sentence">${sentenceHtml(result.text)}</span> <span class="reason">${resultText(result)}</span>`;

// The most causes in the list.
const most = 8;

/** What to fix first, as a list with links to the groups. */
export function fixFirst(causes: GroupedCauses): Markup | undefined {
  const { groups, single } = causes;
  if (groups.length + single.length === 0) return undefined;
  const items = groups.slice(0, most).map(
    (cause, at) =>
      html`<li>
        <a href="#cause-${at + 1}">${nameOf(cause)}</a> <span class="effect">${effectOf(cause)}</span>
        ${cause.failed[0] && symptom(cause.failed[0])}
      </li>`,
  );
  const rest = groups.length - most;
  const order = 'grouped by rule and by response; the group with the most failed and blocked requirements comes first';
  return html`<section class="fix-first" aria-labelledby="fix-first">
    <h2 id="fix-first">Fix first <span class="soft">${groups.length > 0 && order}</span></h2>
    <ol>
      ${items}
    </ol>
    ${rest > 0 && html`<p><a href="#cause-${most + 1}">${rest} more groups of failures</a></p>`}
    ${single.length > 0 && html`<p><a href="#cause-single">${singleText(causes)}</a></p>`}
  </section>`;
}
