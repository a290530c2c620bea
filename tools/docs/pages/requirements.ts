import type { Contract } from '../../contract.ts';
import { section } from '../blocks.ts';
import { scenariosOf } from '../scenarios/listing.ts';
import { isEndpoint } from './endpoints.ts';
import { titleOf } from './family.ts';
import type { Page } from './page.ts';

/** `requirements.html`: the families, and how to read their pages. */
export function requirementsPage({ general, numbers, requirements, decisions }: Contract): Page {
  const families = [...Map.groupBy(requirements, ({ family }) => family)];
  const rows = (wanted: boolean) =>
    families
      .filter(([family]) => isEndpoint(family) === wanted)
      .map(([family, own]) => {
        const scenarios = own.reduce((sum, { id }) => sum + scenariosOf(id).length, 0);
        return `| [${titleOf(family)}](${family}.html) | ${own.length} | ${scenarios} |`;
      })
      .join('\n');
  const table = (wanted: boolean, first: string) =>
    `| ${first} | Requirements | Scenarios |\n| --- | --: | --: |\n${rows(wanted)}`;
  return {
    name: 'requirements',
    title: 'Requirements',
    lead: `A service conforms to the contract when it meets these ${requirements.length} requirements. Each has its reason, the
points where services may differ, and the requests that test it.`,
    blocks: [
      section(
        'endpoints',
        'One page for each endpoint',
        'The page of an endpoint has its own requirements, and a list of all others that bind it.',
        table(true, 'Endpoint'),
      ),
      section('families', 'What binds several endpoints', table(false, 'Family')),
      section('general', 'What holds for all of them', ...general.map(({ title, text }) => `**${title}.** ${text}`)),
      section(
        'numbers',
        'Numbers',
        `| Value | Meaning |\n| --- | --- |\n${numbers.map(({ value, meaning }) => `| ${value} | ${meaning} |`).join('\n')}`,
      ),
      section(
        'reading',
        'How to read these pages',
        `- A **MUST** that is not met is a failure, a **SHOULD** a warning.
- [What is stated and what is decided](sources.html) lists the ${decisions.length} decisions by section of the source document.
- A **response** such as \`404 not-found\` is the status code and the last segment of the problem type.
- **Where services may differ**: the contract allows each of the listed responses. \`2xx\` is the response to the same request
  without what the sentence is about, and \`4xx\` any rejection.
- **Scenarios** show what differs from the valid request of the operation. A name in bold is that of a scenario. \`given\` is a
  request that has to be accepted first, and \`then\` one that shows what became of the others. Indented lines are headers.
  \`{id}\` is the id of the case, and what is in braces has a new value in each run.`,
      ),
    ],
  };
}
