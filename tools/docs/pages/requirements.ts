import type { Contract } from '../../contract/contract.ts';
import type { Page } from '../blocks.ts';
import { contentPage } from '../content.ts';
import { families } from '../families.ts';
import { scenariosOf } from '../scenarios/listing.ts';

/** `requirements.html`: the families, and how to read their pages. */
export function requirementsPage({ general, numbers, requirements, decisions }: Contract): Page {
  const row = ([family, own]: [string, typeof requirements]) => {
    const scenarios = own.reduce((sum, { id }) => sum + scenariosOf(id).length, 0);
    return `| [${families[family]!.title}](${family}.html) | ${own.length} | ${scenarios} |`;
  };
  const all = [...Map.groupBy(requirements, ({ family }) => family)];
  const table = (first: string, isOfEndpoints: boolean) => {
    const shown = all.filter(([family]) => (families[family]!.operation !== undefined) === isOfEndpoints);
    return `| ${first} | Requirements | Scenarios |\n| --- | --: | --: |\n${shown.map(row).join('\n')}`;
  };
  return contentPage('requirements', {
    'number of requirements': String(requirements.length),
    'number of decisions': String(decisions.length),
    endpoints: table('Endpoint', true),
    families: table('Family', false),
    general: general.map(({ title, text }) => `**${title}.** ${text}`).join('\n\n'),
    numbers: `| Value | Meaning |\n| --- | --- |\n${numbers.map(({ value, meaning }) => `| ${value} | ${meaning} |`).join('\n')}`,
  });
}
