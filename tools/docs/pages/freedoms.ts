import type { FreedomAnswer, FreedomRecord } from '../../contract/freedoms.ts';
import { decisionPage, escape, inline, requirementPage } from '../text.ts';

const anchor = (id: string) => `freedom-${id}`;
export const freedomLink = (id: string): string => `<a href="#${anchor(id)}"><code>${escape(id)}</code></a>`;

/** The points where implementations may differ, and the responses that each allows. */
export function freedomsTable(freedoms: FreedomRecord[]): string {
  return `<section class="part" id="freedoms"><h2>Freedoms</h2>
<p>The contract allows several responses to these ${freedoms.length} kinds of requests. <code>2xx</code> is the response to the
same request without what the sentence is about, <code>4xx</code> any rejection, and <code>closed</code> a connection that is
closed without a response.</p>
<table><thead><tr><th>Freedom</th><th>Allowed responses</th><th>Exception from</th></tr></thead><tbody>
${freedoms.map(row).join('\n')}
</tbody></table></section>`;
}

const row = ({ id, sentence, answers, limits, source }: FreedomRecord) =>
  `<tr id="${anchor(id)}"><td>${freedomLink(id)} (<a href="${decisionPage(source)}">${source}</a>)<br>${inline(sentence)}</td>
<td>${answers.map(answerText).join(', ')}</td>
<td>${limits.map((each) => `<a href="${requirementPage(each)}"><code>${escape(each)}</code></a>`).join(', ')}</td></tr>`;

const answerText = ({ status, problem }: FreedomAnswer) =>
  problem === null ? String(status) : `${status} ${escape(problem)}`;
