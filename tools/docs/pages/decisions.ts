import type { Contract, DecisionRecord, GeneralRecord, RequirementRecord } from '../../contract.ts';
import type { NumberRecord } from '../../contract/numbers.ts';
import type { FreedomRecord } from '../../contract/freedoms.ts';
import { article } from './page.ts';
import { freedomLink, freedomsList } from './freedoms.ts';
import { requirementLink } from './requirements.ts';
import { section } from './sections.ts';
import { sourcePage } from '../../../conformance/docs.ts';
import { block, escape, inline } from '../text.ts';

/** `decisions.html`: every decision with its reason, its requirements and freedoms; and the list of all freedoms. */
export function decisionsPage({ general, numbers, decisions, requirements, freedoms }: Contract): string {
  const resting = Map.groupBy(requirements, ({ source }) => source);
  const content = decisions.map((decision) =>
    decisionArticle(
      decision,
      resting.get(decision.id) ?? [],
      freedoms.filter(({ source }) => source === decision.id),
    ),
  );
  return article(
    'decisions.html',
    'Decisions',
    `<p class="lead">The source document leaves many questions open. This project decided ${decisions.length} of them. Each decision
has its reason, and the requirements that follow from it. <a href="#freedoms">Freedoms</a> are the points where implementations
may differ.</p>
${general.map(generalArticle).join('\n')}
${numbersTable(numbers)}
<details class="toc"><summary>All questions</summary><ol>${decisions.map(entry).join('')}</ol></details>
${content.join('\n')}
${freedomsList(freedoms)}`,
  );
}

const generalArticle = ({ title, text }: GeneralRecord) =>
  `<section class="part"><h2>${inline(title)}</h2>${block(text)}</section>`;

const numbersTable = (numbers: NumberRecord[]) =>
  `<section class="part" id="numbers"><h2>Numbers</h2>
${block(['| Value | Meaning |', '| --: | --- |', ...numbers.map(({ value, meaning }) => `| ${value} | ${meaning} |`)].join('\n'))}</section>`;

const entry = ({ id, question }: DecisionRecord) => `<li><a href="#${id}"><b>${id}</b> ${inline(question)}</a></li>`;

function decisionArticle(
  decision: DecisionRecord,
  requirements: RequirementRecord[],
  freedoms: FreedomRecord[],
): string {
  const { id, question, section: name } = decision;
  return `<article class="decision" id="${id}">
<h2><a class="number" href="#${id}">${id}</a> ${inline(question)}</h2>
<p class="meta">Open in <a href="${sourcePage(name)}">${escape(name)} ${escape(section(name).title)}</a></p>
${block(decision.decision)}
<div class="because"><b>Because</b> ${block(decision.because)}</div>
${restingOn(requirements)}
${allowing(freedoms)}
</article>`;
}

function restingOn(requirements: RequirementRecord[]): string {
  if (requirements.length === 0) return '<p class="meta">No requirement follows from this decision alone.</p>';
  const count = requirements.length === 1 ? '1 requirement' : `${requirements.length} requirements`;
  return `<h3>${count}</h3><ul class="resting">${requirements.map(requirementLink).join('')}</ul>`;
}

function allowing(freedoms: FreedomRecord[]): string {
  if (freedoms.length === 0) return '';
  const count = freedoms.length === 1 ? '1 freedom' : `${freedoms.length} freedoms`;
  return `<h3>${count}</h3><ul class="resting">${freedoms.map(({ id }) => `<li>${freedomLink(id)}</li>`).join('')}</ul>`;
}
