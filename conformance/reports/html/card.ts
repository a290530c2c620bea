import { type Row, rowsOf } from '../console/card.ts';
import { originOf } from '../facts.ts';
import type { ReportedExchange } from '../exchange/exchange.ts';
import { oneLine } from '../console/one-line.ts';
import { html, type Markup } from './markup.ts';
import { sourcePage, type Report, type ReportedResult } from '../report.ts';

const titles: Record<Row['name'], string> = {
  code: 'Failure code',
  where: 'Where',
  expected: 'Expected',
  actual: 'Actual',
  reason: 'Reason',
  error: 'Error in the suite',
  exchange: 'Exchange',
  compared: 'Exchange from which it differs',
  reference: 'Compared with the reference implementation',
  curl: 'Repeat the request',
  rerun: 'Run only this check',
  docs: 'In the contract',
};

/** One requirement: its sentence and verdict are always visible, the explanation is folded below. */
export function cardHtml(result: ReportedResult, docs: Report['docs']): Markup {
  const { id, level, verdict, text } = result;
  return html`<details class="card ${verdict}" id="requirement-${id}" data-verdict="${verdict}">
    <summary>
      <span class="badge ${verdict}">${verdict}</span> <code class="id">${id}</code>
      <span class="soft">${level}, ${originOf(result)}</span>
      <span class="sentence">${sentenceHtml(text)}</span>${reasonLine(result)}${knownNote(result)}
    </summary>
    <div class="body">
      ${verdict === 'pass' || verdict === 'not-applicable' ? requestCount(result) : evidence(result, docs)}
      ${links(result, docs)}
    </div>
  </details> `;
}

/** What happened, in one line. */
function reasonLine(result: ReportedResult): Markup | false {
  const text = result.code ? oneLine(result) : result.reason;
  return text !== '' && html`<span class="reason">${text}</span>`;
}

const knownNote = ({ known, verdict }: ReportedResult) =>
  known !== undefined &&
  html`<span class="soft note">
    ${verdict === 'pass' ? 'Passes now: remove it from the list of known failures' : 'Known failure'}: ${known}
  </span>`;

/** A sentence of the contract, with code between backticks. */
export const sentenceHtml = (text: string): Markup[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

/** A link: decisions are on the same page, sections of the source document are in the pages of the contract. */
export function sourceLink(source: string, docs: Report['docs']): Markup {
  if (!source.startsWith('§')) return html`<a href="#${source}">${source}</a>`;
  return docs === null ? html`${source}` : html`<a href="${docs}${sourcePage(source)}">${source}</a>`;
}

function requestCount({ exchanges, milliseconds }: ReportedResult): Markup {
  if (exchanges.length === 0) return html`<p>Nothing was sent.</p>`;
  return html`<p>
    ${requestsText(exchanges.length)} in ${milliseconds} ms; other checks may use the same requests. See report.json.
  </p>`;
}

const requestsText = (requests: number) => (requests === 1 ? '1 request' : `${requests} requests`);

function evidence(result: ReportedResult, docs: Report['docs']): Markup[] {
  const rows = rowsOf(result, docs).filter(({ name }) => name !== 'docs');
  return [
    ...rows.filter(({ name }) => name !== 'actual' || !result.mismatches).map((row) => block(row, result)),
    steps(result),
  ];
}

function block(row: Row, result: ReportedResult): Markup {
  const { name, text } = row;
  if (name === 'expected' && result.mismatches) return html`${plain(name, text)}${mismatchTable(result.mismatches)}`;
  if (['where', 'expected', 'actual'].includes(name)) return plain(name, text);
  if (name === 'code') return codeRow(text);
  if (name === 'reason') return html`${plain(name, text)}${blocker(result)}`;
  const isCommand = name === 'curl' || name === 'rerun';
  return html`<div class="row ${name}">
    <h3>${titles[name]}</h3>
    <pre class="${isCommand ? 'command' : 'exchange'}" tabindex="0">${linesHtml(row)}</pre>
  </div>`;
}

/** The lines with their marks: wrong, removed from the reference, or added to it. */
function linesHtml({ text, lines }: Row): Markup[] {
  if (!lines) return [html`${text}`];
  return lines.map(({ text: line, mark }, at) => {
    const end = at < lines.length - 1 ? '\n' : '';
    if (mark === 'wrong') return html`<mark>${line}</mark>${end}`;
    if (mark === 'removed') return html`<del>${line}</del>${end}`;
    return mark === 'added' ? html`<ins>${line}</ins>${end}` : html`${line}${end}`;
  });
}

/** The code in code font, then its sentence. */
function codeRow(text: string): Markup {
  const [, code, sentence] = /^(\S+?)(: .*)$/s.exec(text)!;
  return html`<div class="row side code">
    <h3>${titles.code}</h3>
    <p><code>${code}</code>${sentenceHtml(sentence!)}</p>
  </div>`;
}

const plain = (name: Row['name'], text: string) =>
  html`<div class="row side ${name}">
    <h3>${titles[name]}</h3>
    <p>${text}</p>
  </div>`;

const blocker = ({ blockedBy }: ReportedResult) =>
  blockedBy !== undefined &&
  html`<p class="blocker">Fix first: <a href="#requirement-${blockedBy}">${blockedBy}</a></p>`;

const mismatchTable = (mismatches: NonNullable<ReportedResult['mismatches']>) =>
  html`<div class="row">
    <h3>Actual</h3>
    <div class="wide">
      <table class="mismatches">
        <thead>
          <tr>
            <th scope="col">at</th>
            <th scope="col">expected</th>
            <th scope="col">actual</th>
          </tr>
        </thead>
        <tbody>
          ${mismatches.map(
            ({ pointer, expected, actual }) =>
              html`<tr>
                <td><code>${pointer || '(body)'}</code></td>
                <td>${expected}</td>
                <td><code>${actual}</code></td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </div>`;

const mostSteps = 40;

/** All exchanges of the check, one line each. */
function steps({ exchanges, decisive }: ReportedResult): Markup {
  if (exchanges.length < 2) return html``;
  const items = exchanges
    .slice(0, mostSteps)
    .map((exchange, at) => html`<li${at === decisive && html` class="decisive"`}>${stepLine(exchange)}</li>`);
  const more =
    exchanges.length > mostSteps && html`<p>The other ${exchanges.length - mostSteps} are in report.json.</p>`;
  return html`<details class="steps">
    <summary>
      ${
        exchanges.length > mostSteps
          ? `The first ${mostSteps} of ${exchanges.length} requests of this check (once for each row that uses it)`
          : `All ${exchanges.length} requests of this check (once for each row that uses it)`
      }
    </summary>
    <ol>
      ${items}
    </ol>
    ${more}
  </details>`;
}

const stepLine = ({ request, response, failure, milliseconds }: ReportedExchange) =>
  html`<code>${request.method} ${request.url}</code> → ${response ? response.status : (failure ?? 'no response')}
    <span class="soft">${milliseconds} ms</span>`;

const links = ({ id, source, links: { requirement } }: ReportedResult, docs: Report['docs']) =>
  html`<p class="links">
    <a href="#requirement-${id}">Link to this card</a>
    ${docs !== null && html`<a href="${docs}${requirement}">The requirement in the contract</a>`}
    ${sourceLink(source, docs)}
  </p>`;
