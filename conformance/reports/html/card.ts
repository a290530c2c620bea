import type { ReportedResult } from '../../../generated/report.ts';
import { type CardContext, type Row, rowsOf, titles } from '../card.ts';
import { quantity } from '../../run/judge/outcome.ts';
import { originOf } from '../facts.ts';
import { frameworksPage } from '../frameworks.ts';
import { resultLines } from '../finding-text.ts';
import { knownText } from '../../known-failures/text.ts';
import { sourceLink } from './appendix.ts';
import { html, type Markup, sentenceHtml } from './markup.ts';

/** One requirement: its sentence and verdict are always visible, the explanation is folded below. */
export function cardHtml(result: ReportedResult, context: CardContext): Markup {
  const { id, level, verdict, text } = result;
  const isFine = verdict === 'pass' || verdict === 'not-applicable';
  const reasons = resultLines(result, 3).filter((line) => line !== '');
  const known = knownText(result);
  return html`<details class="card ${verdict}" id="${id}" data-verdict="${verdict}">
    <summary>
      <span class="badge ${verdict}">${verdict}</span> <code class="id">${id}</code>
      <span class="soft">${level}, ${originOf(result)}</span>
      <span class="sentence">${sentenceHtml(text)}</span>
      ${reasons.map((line) => html`<span class="reason">${line}</span>`)}
      ${known && html`<span class="soft note">${known}</span>`}
    </summary>
    <div class="body">
      ${isFine ? requestCount(result) : rowsOf(result, context).map((row) => block(row, result))}
      ${links(result, context)}
    </div>
  </details> `;
}

function requestCount({ requests, milliseconds }: ReportedResult): Markup {
  if (requests === 0) return html`<p>Nothing was sent.</p>`;
  return html`<p>${quantity(requests, 'request')} in ${milliseconds} ms.</p>`;
}

const inText = new Set<Row['name']>(['scenarios', 'finding', 'expected', 'actual', 'allowed', 'logs']);

function block(row: Row, result: ReportedResult): Markup {
  const { name, lines } = row;
  const text = lines.map((line) => line.text).join('\n');
  if (name === 'docs' || name === 'framework') return html``;
  if (name === 'problem') return html`<h3 class="problem">${titles.problem} ${text}</h3>`;
  if (inText.has(name)) return plain(name, text);
  if (name === 'reason') return html`${plain(name, text)}${blocker(result)}`;
  const isCommand = name === 'curl' || name === 'rerun';
  return html`<div class="row ${name}">
    <h3>${titles[name]}</h3>
    <pre class="${isCommand ? 'command' : 'exchange'}" tabindex="0">${linesHtml(lines)}</pre>
  </div>`;
}

/** The lines; what is wrong has a mark. */
const linesHtml = (lines: Row['lines']): Markup[] =>
  lines.map(({ text, mark }, at) => {
    const end = at < lines.length - 1 ? '\n' : '';
    return mark ? html`<mark>${text}</mark>${end}` : html`${text}${end}`;
  });

const plain = (name: Row['name'], text: string) =>
  html`<div class="row side ${name}">
    <h3>${titles[name]}</h3>
    <p>${text}</p>
  </div>`;

const blocker = ({ blockedBy }: ReportedResult) =>
  blockedBy !== undefined && html`<p class="blocker">Fix first: <a href="#${blockedBy}">${blockedBy}</a></p>`;

function links(result: ReportedResult, context: CardContext): Markup {
  const { docs } = context;
  const {
    id,
    source,
    links: { requirement },
  } = result;
  const frameworks = docs !== null && frameworksPage(result, context);
  return html`<p class="links">
    <a href="#${id}">Link to this card</a>
    ${docs !== null && html`<a href="${docs}${requirement}">The requirement in the contract</a>`}
    ${frameworks && html`<a href="${frameworks}">Frameworks that do this by default</a>`} ${sourceLink(source, docs)}
  </p>`;
}
