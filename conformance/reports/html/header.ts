import { countsText, createdThings, exitText, outcomeLine } from '../facts.ts';
import type { Report } from '../report.ts';
import { html, type Markup } from './markup.ts';
import { moodOf } from './signs.ts';

/** The outcome with its reason, and the claims of the candidate. */
export function header(report: Report): Markup {
  const { outcome, counts, untestable: without, candidate } = report;
  const [, name, scope] = /^([A-Z-]+:?) ?(.*)$/.exec(outcomeLine(report))!;
  const claims = candidate.claims.length > 0 ? `claims ${candidate.claims.join(', ')}` : 'no capability claimed';
  return html`<header class="outcome ${moodOf(outcome.headline)}">
    <h1>${name} <span class="scope">${scope}</span></h1>
    <p class="counts">${countsText(counts)} · ${without.length} untestable</p>
    <p>${exitText(report)}</p>
    <p class="soft">${claims}</p>
  </header>`;
}

/** What a reader needs to repeat the run, and to find the cases that it created. */
export function runFacts(report: Report): Markup {
  const facts = factsOf(report).map(
    ([term, fact]) =>
      html`<div>
        <dt>${term}</dt>
        <dd>${fact}</dd>
      </div>`,
  );
  return html`<section class="facts" aria-labelledby="run">
    <h2 id="run">Run</h2>
    <dl>${facts}</dl>
  </section>`;
}

function factsOf({ candidate, run, suite, contract }: Report): [term: string, fact: string | Markup][] {
  const startedAt = `${run.startedAt.slice(0, 19).replace('T', ' ')} UTC`;
  return [
    ['keys supplied', candidate.supplied.join(', ') || 'none'],
    ['started', `${startedAt}, ${run.requests} requests in ${(run.milliseconds / 1000).toFixed(1)} s, id ${run.id}`],
    ['seed', String(run.seed)],
    [
      'suite',
      html`idv-conformance ${suite.version}, contract ${contract.version}
        <code title="SHA-256 of openapi.yaml">${contract.digest.slice(0, 12)}…</code>`,
    ],
    ['created', createdThings(run)],
  ];
}
