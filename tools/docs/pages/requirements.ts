import type { RequirementRecord } from '../../contract.ts';
import { decisionPage, escape, inline, requirementAnchor, requirementPage, sectionPage } from '../text.ts';

/** A requirement in its own place: anchor, level, sentence, source and marks. One line, so that Markdown keeps it. */
export function requirementItem(requirement: RequirementRecord): string {
  const { id, level, text } = requirement;
  const sentence = `<div class="sentence">${badge(level.toLowerCase(), level)} ${inline(text)}</div>`;
  // The whole id is the link's text: it is what reports of the suite name and what a reader searches for.
  const link = `<a class="permalink" href="#${requirementAnchor(id)}">${escape(id)}</a>`;
  const meta = `<div class="meta">${[link, ...marks(requirement)].join(' ')}</div>`;
  return `<li class="requirement" id="${requirementAnchor(id)}">${sentence}${meta}${reason(requirement)}</li>`;
}

/** A requirement on another page than its own: its sentence with a link to its place. */
export function requirementLink({ id, text }: RequirementRecord): string {
  return `<li>${inline(text)} <a class="permalink" href="${requirementPage(id)}">${escape(id)}</a></li>`;
}

function marks({ source, class: stated, capability, unless }: RequirementRecord): string[] {
  const page = source.startsWith('§') ? sectionPage(source) : decisionPage(source);
  return [
    stated === 'stated' ? badge('stated', 'stated') : badge('decided', 'decided'),
    `<a class="source" href="${page}">${escape(source)}</a>`,
    ...capability.map((name) => badge('capability', `with ${name}`)),
    ...(unless ? [badge('capability', `without ${unless}`)] : []),
  ];
}

const badge = (kind: string, text: string) => `<span class="badge ${kind}">${escape(text)}</span>`;

const reason = ({ untestable }: RequirementRecord) =>
  untestable ? `<div class="untestable"><b>Not tested:</b> ${inline(untestable)}</div>` : '';
