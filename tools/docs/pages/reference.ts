import type { Contract, RequirementRecord } from '../../contract.ts';
import { interfaceOf } from '../../contract/interface.ts';
import { operationsOf } from '../../contract/entries.ts';
import { requirementItem } from './requirements.ts';
import { type Sample, samplesOf } from './samples.ts';

const familyTitles: Record<string, string> = {
  authentication: 'Authentication',
  tenancy: 'Tenants',
  problems: 'Problems',
  http: 'HTTP',
  idempotency: 'Idempotency',
  'case-lifecycle': 'Lifecycle of a case',
  sandbox: 'Sandbox',
  limits: 'Limits',
  webhook: 'Webhook',
};

/** The contract as Redoc shows it: requirements in the descriptions, and code samples. */
export function referenceDocument(contract: Contract): object {
  const document = interfaceOf(structuredClone(contract.document));

  for (const { operation, webhook } of operationsOf(document)) {
    const own = contract.requirements.filter((requirement) => requirement.operation === operation.operationId);
    operation.description += folded(own);
    const samples = samplesOf(operation.operationId);
    // Redoc shows the payload of a webhook, whatever language is chosen.
    if (webhook) operation.description += samples.map(unfolding).join('');
    else operation['x-codeSamples'] = samples;
  }

  const families = rootFamilies(contract);
  document['x-tagGroups'] = [
    { name: 'Operations', tags: document.tags.map(({ name }: { name: string }) => name) },
    { name: 'Requirements of several operations', tags: [...families.keys()] },
  ];
  for (const [family, list] of families)
    document.tags.push({ name: family, 'x-displayName': familyTitles[family] ?? family, description: listed(list) });
  // Redoc shows these as plain text.
  for (const server of document.servers) server.description = server.description.replaceAll('`', '');
  return document;
}

/** Where Redoc shows each requirement: the fragment of the page that lists it. */
export function routes({ document, requirements }: Contract): Record<string, string> {
  const pages = new Map(
    operationsOf(document).map(({ operation }) => [
      operation.operationId,
      `/${slug(operation.tags[0])}/${slug(operation.operationId)}`,
    ]),
  );
  return Object.fromEntries(
    requirements.map(({ id, family, operation }) => [id, operation ? pages.get(operation)! : `/${slug(family)}`]),
  );
}

const slug = (name: string) => name.toLowerCase();

const rootFamilies = ({ requirements }: Contract) =>
  Map.groupBy(
    requirements.filter(({ operation }) => operation === null),
    ({ family }) => family,
  );

// A heading would be larger than that of the operation; a summary names the list and keeps the page short.
function folded(list: RequirementRecord[]): string {
  if (list.length === 0) return '';
  return `\n\n<details class="requirements"><summary>${list.length} requirements</summary>${items(list)}</details>\n`;
}

const unfolding = ({ label, source }: Sample) =>
  `\n\n<details class="requirements"><summary>${label === 'curl' ? 'Send one with curl' : `Receive it in ${label}`}</summary>\n\n\`\`\`${label.toLowerCase()}\n${source}\n\`\`\`\n\n</details>\n`;

const listed = (list: RequirementRecord[]) => `<div class="requirements">${items(list)}</div>\n`;
const items = (list: RequirementRecord[]) => `<ul>${list.map(requirementItem).join('')}</ul>`;
