import type { Contract } from '../contract.ts';
import type { Page } from './pages/page.ts';

/** `llms.txt` (https://llmstxt.org): what there is to read, for programs. */
export function llmsText(
  { document }: Contract,
  { general, reference, families }: { general: Page[]; reference: Page; families: Page[] },
): string {
  const list = (pages: Page[]) =>
    pages.map(({ name, title, lead }) => `- [${title}](${name}.md)${note(lead)}`).join('\n');
  return `# ${document.info.title}

> ${document.info.summary} This is the contract of the service, version ${document.info.version}, with the requirements that a conformance suite tests.

## Interface

- [Reference](${reference.name}.md): operations, the event, schemas and examples
- [openapi.json](openapi.json): the interface as OpenAPI ${document.openapi}
- [openapi.yaml](openapi.yaml): the whole contract, with requirements, freedoms and decisions
- [arazzo.yaml](arazzo.yaml): workflows of a client

## Guides

${list(general)}

## Requirements, with reasons and the requests that test them

${list(families)}
`;
}

const note = (lead?: string) => (lead === undefined ? '' : `: ${lead.replaceAll('\n', ' ')}`);
