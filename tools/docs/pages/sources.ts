import { frozen } from '../../../proof/frozen.ts';
import type { Contract, DecisionRecord, RequirementRecord } from '../../contract.ts';
import { article } from './page.ts';
import { requirementLink } from './requirements.ts';
import { section, sections } from './sections.ts';
import { sourcePage } from '../../../conformance/docs.ts';
import { block, escape, inline, sectionAnchor } from '../text.ts';

const title = 'What the source document states and what we decided';

/** `sources.html`: by section of the source document, what it states and what this project decided. */
export function sourcesPage({ decisions, requirements }: Contract): string {
  const stated = Map.groupBy(requirements, ({ source }) => source);
  const decided = Map.groupBy(decisions, ({ section: name }) => name);
  // A section without a text here is an error of the build, not a gap in the page.
  for (const name of [...decided.keys(), ...[...stated.keys()].filter((source) => source.startsWith('§'))])
    section(name);

  const shown = Object.keys(sections).filter((name) => stated.has(name) || decided.has(name) || !name.includes('.'));
  const count = requirements.filter(({ class: kind }) => kind === 'stated').length;
  const content = shown.map((name) => part(name, stated.get(name) ?? [], decided.get(name) ?? []));
  return article(
    'sources.html',
    title,
    `<p class="lead">Of ${requirements.length} requirements, ${count} come from the source document (the class <em>stated</em>). The
other ${requirements.length - count} come from ${decisions.length} <a href="decisions.html">decisions</a> of this project, because the
source document does not say it.</p>
<nav class="sections" aria-label="Sections"><ul>${shown.map(entry).join('')}</ul></nav>
${content.join('\n')}
${tested(requirements)}`,
  );
}

/** By family: how many requirements it has, and how many faults make one of them fail. */
function tested(requirements: RequirementRecord[]): string {
  const broken = Object.values(frozen.faults).map(({ caught }) => Object.keys(caught).map((id) => id.split('.')[0]));
  const families = [...Map.groupBy(requirements, ({ family }) => family)];
  const rows = families.map(([family, own]) => {
    const untestable = own.filter((requirement) => requirement.untestable !== null).length;
    const faults = broken.filter((each) => each.includes(family)).length;
    return `| \`${family}\` | ${own.length} | ${untestable} | ${faults} |`;
  });
  return `<section class="part" id="tested"><h2>How the requirements are tested</h2>
${block(`A scenario is useful only if it can fail. Each fault is the reference implementation with one deliberate defect; a fault can
make requirements of several families fail.

| Family | Requirements | Untestable | Faults |
| --- | --: | --: | --: |
${rows.join('\n')}`)}</section>`;
}

const entry = (name: string) =>
  `<li><a href="#${sectionAnchor(name)}"><b>${escape(name)}</b> ${escape(section(name).title)}</a></li>`;

function part(name: string, stated: RequirementRecord[], decided: DecisionRecord[]): string {
  const { title, states, leaves } = section(name);
  return `<section class="part" id="${sectionAnchor(name)}">
<h2><a class="number" href="#${sectionAnchor(name)}">${escape(name)}</a> ${escape(title)}</h2>
<h3><span class="badge stated">stated</span> ${escape(states)}</h3>
${list(stated.map(requirementLink), 'resting', 'No requirement follows from this section alone.')}
<h3><span class="badge decided">decided</span> Left open: ${escape(lower(leaves))}</h3>
${list(decided.map(question), 'questions', 'Nothing was decided under this section.')}
</section>`;
}

const question = ({ id, question }: DecisionRecord) =>
  `<li><a href="${sourcePage(id)}"><b>${id}</b> ${inline(question)}</a></li>`;

const list = (items: string[], kind: string, none: string) =>
  items.length > 0 ? `<ul class="${kind}">${items.join('')}</ul>` : `<p class="meta">${none}</p>`;

const lower = (sentence: string) => sentence[0]!.toLowerCase() + sentence.slice(1);
