import type { RequirementRecord } from '../../contract.ts';
import { requirementPage, sourcePage } from '../../../conformance/docs.ts';
import { escape, inline, requirementAnchor } from '../text.ts';

/** A requirement in the reference: anchor, level, sentence, source and marks. One line, so that Markdown keeps it. */
export function requirementItem(requirement: RequirementRecord): string {
  const { id, level, text } = requirement;
  const sentence = `<div class="sentence">${badge(level.toLowerCase(), level)} ${inline(text)}</div>`;
  // The link's text is the whole id, because reports name it and readers search for it.
  const link = `<a class="permalink" href="#${requirementAnchor(id)}">${escape(id)}</a>`;
  const meta = `<div class="meta">${[link, ...marks(requirement)].join(' ')}</div>`;
  return `<li class="requirement" id="${requirementAnchor(id)}">${sentence}${meta}${reason(requirement)}</li>`;
}

/** A requirement on another page: its sentence with a link to the reference. */
export function requirementLink({ id, text }: RequirementRecord): string {
  return `<li>${inline(text)} <a class="permalink" href="${requirementPage(id)}">${escape(id)}</a></li>`;
}

function marks({ source, class: stated, capability, unless, answers }: RequirementRecord): string[] {
  const page = sourcePage(source);
  return [
    stated === 'stated' ? badge('stated', 'stated') : badge('decided', 'decided'),
    `<a class="source" href="${page}">${escape(source)}</a>`,
    ...answers.map(({ status, problem }) => badge('answer', [status, problem].filter(Boolean).join(' '))),
    ...capability.map((name) => badge('capability', `with ${name}`)),
    ...(unless ? [badge('capability', `without ${unless}`)] : []),
  ];
}

const badge = (kind: string, text: string) => `<span class="badge ${kind}">${escape(text)}</span>`;

const reason = ({ untestable }: RequirementRecord) =>
  untestable ? `<div class="untestable"><b>Not tested:</b> ${inline(untestable)}</div>` : '';
