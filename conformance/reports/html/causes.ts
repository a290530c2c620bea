import { type Cause, effectOf, isSingle, singleTitle } from '../causes.ts';
import { sentenceHtml } from './card.ts';
import { html, type Markup } from './markup.ts';

/** A group of cards that fold together. */
export interface Group {
  id: string;
  title: Markup;
  results: Cause['failed'];
}

/** Each cause with its cards; the failures that share no cause are one group. */
export function causeGroups(causes: Cause[]): Group[] {
  const single = causes.filter(isSingle);
  const several = causes
    .filter((cause) => !isSingle(cause))
    .map((cause, at) => ({
      id: `cause-${at + 1}`,
      title: titleOf(cause),
      results: [...cause.failed, ...cause.blocked],
    }));
  if (single.length === 0) return several;
  const title = html`<b>Single failures</b> <span class="effect">${single.length} failed</span>`;
  return [...several, { id: 'cause-single', title, results: single.flatMap(({ failed }) => failed) }];
}

const titleOf = (cause: Cause): Markup =>
  html`${nameOf(cause)} <span class="effect">${effectOf(cause)}</span>${similarity(cause)}`;

const nameOf = ({ first, common }: Cause) => (first ? html`<code class="id">${first}</code>` : html`<b>${common}</b>`);

const similarity = ({ first, common }: Cause) =>
  first !== undefined && common !== '' && html` <span class="soft">${common}</span>`;

// The most causes in the list.
const most = 8;

/** What to fix first, as a list with links to the groups. */
export function fixFirst(causes: Cause[]): Markup | undefined {
  if (causes.length === 0) return undefined;
  const several = causes.filter((cause) => !isSingle(cause));
  const single = causes.length - several.length;
  if (several.length === 0) return onlySingle(single);
  const rest = several.length - most;
  const items = several.slice(0, most).map(
    (cause, at) =>
      html`<li>
        <a href="#cause-${at + 1}">${nameOf(cause)}</a> <span class="effect">${effectOf(cause)}</span>
        ${cause.failed[0] && html`<span class="sentence">${sentenceHtml(cause.failed[0].text)}</span>`}
      </li>`,
  );
  const alone = single === 1 ? '1 failure with another cause' : `${single} failures with different causes`;
  const more = [
    ...(rest > 0 ? [html`<a href="#cause-${most + 1}">${rest} more groups of failures</a>`] : []),
    ...(single > 0 ? [html`<a href="#cause-single">${alone}</a>`] : []),
  ];
  return html`<section class="fix-first" aria-labelledby="fix-first">
    <h2 id="fix-first">
      Fix first
      <span class="soft"
        >grouped by rule and by response; the group with the most failed and blocked requirements comes first</span
      >
    </h2>
    <ol>
      ${items}
    </ol>
    ${more.length > 0 && html`<p>Then ${more.length === 2 ? [more[0]!, html` and `, more[1]!] : more}.</p>`}
  </section>`;
}

const onlySingle = (single: number) =>
  html`<section class="fix-first" aria-labelledby="fix-first">
    <h2 id="fix-first"><a href="#cause-single">${singleTitle(single, 0)}</a></h2>
  </section>`;
