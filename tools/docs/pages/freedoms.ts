import type { FreedomAnswer, FreedomRecord } from '../../contract/freedoms.ts';
import { requirementPage, sourcePage } from '../../../conformance/docs.ts';
import { escape, inline } from '../text.ts';

const anchor = (id: string) => `freedom-${id}`;
export const freedomLink = (id: string): string => `<a href="#${anchor(id)}"><code>${escape(id)}</code></a>`;

/** The points where implementations may differ, and the responses that each allows. */
export function freedomsList(freedoms: FreedomRecord[]): string {
  return `<section class="part" id="freedoms"><h2>Freedoms</h2>
<p>The contract allows several responses to these ${freedoms.length} kinds of requests. <code>2xx</code> is the response to the
same request without what the sentence is about, <code>4xx</code> any rejection, and <code>closed</code> a connection that is
closed without a response.</p>
<ul>
${freedoms.map(item).join('\n')}
</ul></section>`;
}

const item = ({ id, sentence, why, answers, limits, source }: FreedomRecord) =>
  `<li id="${anchor(id)}">${freedomLink(id)} (<a href="${sourcePage(source)}">${source}</a>)<br>${inline([sentence, why ?? []].flat().join(' '))}<br>
<span class="meta">Allowed: ${answers.map(answerText).join(', ')}. Exception from ${limits.map(limitLink).join(', ')}.</span></li>`;

const limitLink = (id: string) => `<a href="${requirementPage(id)}"><code>${escape(id)}</code></a>`;

const answerText = ({ status, problem }: FreedomAnswer) =>
  problem === null ? String(status) : `${status} ${escape(problem)}`;
