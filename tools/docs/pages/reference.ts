import type { Contract } from '../../contract/contract.ts';
import { interfaceOf, operationsOf } from '../../contract/interface.ts';
import { requirementsLink } from '../families.ts';
import { type Sample, samplesOf } from '../samples.ts';

/** The interface as Redoc shows it, with code samples and links to the requirements. */
export function referenceDocument(contract: Contract): object {
  const document = interfaceOf(structuredClone(contract.document));
  for (const { operation, webhook } of operationsOf(document)) {
    operation.description += `\n\n${requirementsLink(operation.operationId)}\n`;
    const samples = samplesOf(operation.operationId);
    // Redoc shows the payload of a webhook, whatever language is chosen.
    if (webhook) operation.description += samples.map(unfolding).join('');
    else operation['x-codeSamples'] = samples;
  }
  // Redoc shows these as plain text.
  for (const server of document.servers) server.description = server.description.replaceAll('`', '');
  return document;
}

const unfolding = ({ label, source }: Sample) =>
  `\n\n<details class="sample"><summary>${label === 'curl' ? 'Send one with curl' : `Receive it in ${label}`}</summary>\n\n\`\`\`${label.toLowerCase()}\n${source}\n\`\`\`\n\n</details>\n`;
