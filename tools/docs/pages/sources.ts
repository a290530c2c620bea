import { frozen } from '../../../proof/frozen.ts';
import type { Contract, DecisionRecord, RequirementRecord } from '../../contract/contract.ts';
import { type Section, section, type Page } from '../blocks.ts';
import { contentPage } from '../content.ts';
import { type Places, sections } from '../places.ts';
import { linkTo } from './family.ts';

/** `sources.html`: by section of the source document, what it states and what this project decided. */
export function sourcesPage({ decisions, requirements }: Contract, places: Places): Page {
  const stated = Map.groupBy(requirements, ({ source }) => source);
  const decided = Map.groupBy(decisions, (decision) => decision.section);
  const shown = Object.keys(sections).filter((name) => stated.has(name) || decided.has(name) || !name.includes('.'));
  const count = requirements.filter(({ class: kind }) => kind === 'stated').length;
  const page = contentPage('sources', {
    'number of requirements': String(requirements.length),
    'number of stated': String(count),
    'number of decided': String(requirements.length - count),
    'number of decisions': String(decisions.length),
    faults: faultsTable(requirements),
  });
  return {
    ...page,
    blocks: [
      shown.map((name) => `- [${name} ${sections[name]!.title}](#${anchorOf(name)})`).join('\n'),
      ...shown.map((name) => part(name, stated.get(name) ?? [], decided.get(name) ?? [], places)),
      ...page.blocks,
    ],
  };
}

const anchorOf = (name: string) => name.replace('§', 'section-');

function part(name: string, stated: RequirementRecord[], decided: DecisionRecord[], places: Places): Section {
  const { title, states, leaves } = sections[name]!;
  return section(
    anchorOf(name),
    `${name} ${title}`,
    `**Stated:** ${states}`,
    stated.map(linkTo).join('\n') || '*No requirement follows from this section alone.*',
    `**Left open, so decided:** ${leaves}`,
    decided.map(({ id, question }) => `- [${id}](${places.pageOf(id)}.html#${id}) ${question}`).join('\n') ||
      '*Nothing was decided under this section.*',
  );
}

/** By family: how many requirements it has, and how many faults violate one of them. */
function faultsTable(requirements: RequirementRecord[]): string {
  const broken = Object.values(frozen.faults).map(({ caught }) => caught.map((id) => id.split('.')[0]));
  const families = [...Map.groupBy(requirements, ({ family }) => family)];
  const rows = families.map(([family, own]) => {
    const untestable = own.filter((requirement) => requirement.untestable !== null).length;
    const faults = broken.filter((each) => each.includes(family)).length;
    return `| \`${family}\` | ${own.length} | ${untestable} | ${faults} |`;
  });
  return `| Family | Requirements | Untestable | Faults |\n| --- | --: | --: | --: |\n${rows.join('\n')}`;
}
