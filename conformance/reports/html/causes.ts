import type { ReportedResult } from '../../../generated/report.ts';
import { type Cause, effectOf, type GroupedCauses } from '../causes.ts';
import { html, type Markup, sentenceHtml } from './markup.ts';

/** A group of cards that fold together. */
export interface Group {
  id: string;
  title: Markup;
  results: ReportedResult[];
}

/** Each cause with its cards; the failures that share no cause are one group. */
export function causeGroups({ groups, single }: GroupedCauses): Group[] {
  const list = groups.map((cause, at) => ({
    id: `cause-${at + 1}`,
    title: html`${nameOf(cause)} <span class="effect">${effectOf(cause)}</span>${similarity(cause)}`,
    results: [...cause.failed, ...cause.blocked],
  }));
  if (single.length === 0) return list;
  const title = html`<b>Single failures</b> <span class="effect">${single.length} failed</span>`;
  return [...list, { id: 'cause-single', title, results: single }];
}

const nameOf = ({ first, common }: Cause) => (first ? html`<code class="id">${first}</code>` : html`<b>${common}</b>`);

const similarity = ({ first, common }: Cause) =>
  first !== undefined && common !== '' && html` <span class="soft">${common}</span>`;

// The most causes in the list.
const most = 8;

/** What to fix first, as a list with links to the groups. */
export function fixFirst({ groups, single, singleTitle }: GroupedCauses): Markup | undefined {
  if (groups.length === 0)
    return single.length === 0 ? undefined : section(html`<a href="#cause-single">${singleTitle}</a>`);
  const items = groups.slice(0, most).map(
    (cause, at) =>
      html`<li>
        <a href="#cause-${at + 1}">${nameOf(cause)}</a> <span class="effect">${effectOf(cause)}</span>
        ${cause.failed[0] && html`<span class="sentence">${sentenceHtml(cause.failed[0].text)}</span>`}
      </li>`,
  );
  const rest = groups.length - most;
  const alone =
    single.length === 1 ? '1 failure with another cause' : `${single.length} failures with different causes`;
  const more = [
    ...(rest > 0 ? [html`<a href="#cause-${most + 1}">${rest} more groups of failures</a>`] : []),
    ...(single.length > 0 ? [html`<a href="#cause-single">${alone}</a>`] : []),
  ];
  const order = 'grouped by rule and by response; the group with the most failed and blocked requirements comes first';
  return section(
    html`Fix first <span class="soft">${order}</span>`,
    html`<ol>
        ${items}
      </ol>
      ${more.length > 0 && html`<p>Then ${more.length === 2 ? [more[0]!, html` and `, more[1]!] : more}.</p>`}`,
  );
}

const section = (title: Markup, content = html``) =>
  html`<section class="fix-first" aria-labelledby="fix-first">
    <h2 id="fix-first">${title}</h2>
    ${content}
  </section>`;
