// The reference as Markdown: what Redoc shows, for readers without a browser.
import type { Contract } from '../../contract/contract.ts';
import { interfaceOf, operationsOf, resolved } from '../../contract/interface.ts';
import { type Block, section, type Page } from '../blocks.ts';
import { requirementsLink } from '../families.ts';
import { samplesOf } from '../samples.ts';

export function referenceMarkdown(contract: Contract): Page {
  const document = interfaceOf(contract.document);
  const resolve = (node: any) => resolved(document, node);
  return {
    name: 'reference',
    title: document.info.title,
    lead: document.info.summary,
    blocks: [
      document.info.description.trim(),
      ...operationsOf(document).map(({ method, path, operation, webhook }) =>
        section(
          operation.operationId,
          webhook
            ? `Event \`${path}\`: ${operation.summary}`
            : `\`${method.toUpperCase()} ${path}\`: ${operation.summary}`,
          ...operationBlocks(operation, resolve),
        ),
      ),
      section(
        'authentication',
        'Authentication',
        ...Object.values<any>(document.components.securitySchemes).map(({ description }) => description.trim()),
      ),
      section('schemas', 'Schemas', ...Object.entries(document.components.schemas).map(schemaSection)),
    ],
  };
}

type Resolve = (node: any) => any;

function operationBlocks(operation: any, resolve: Resolve): Block[] {
  const parameters = (operation.parameters ?? []).map(resolve);
  const curl = samplesOf(operation.operationId).find(({ label }) => label === 'curl');
  return [
    operation.description.trim(),
    requirementsLink(operation.operationId),
    ...(curl ? [{ code: curl.source, language: 'bash' } as const] : []),
    ...(parameters.length > 0 ? [section('parameters', 'Parameters', parameters.map(parameterItem).join('\n'))] : []),
    ...(operation.requestBody ? [section('request', 'Request', ...bodyBlocks(operation.requestBody, resolve))] : []),
    section(
      'responses',
      'Responses',
      ...Object.entries<any>(operation.responses).flatMap(([status, response]) => {
        const { description, headers = {}, ...content } = resolve(response);
        const names = Object.keys(headers);
        return [
          `**${status}** ${description}${names.length > 0 ? ` Headers: ${names.map((name) => `\`${name}\``).join(', ')}.` : ''}`,
          ...bodyBlocks(content, resolve),
        ];
      }),
    ),
  ];
}

const parameterItem = ({ name, in: place, required, description }: any) =>
  `- \`${name}\` (${place}${required ? ', required' : ''}): ${oneLine(description)}`;

/** What a request or a response contains: media type, schema and the first example. */
function bodyBlocks({ description, content = {} }: any, resolve: Resolve): Block[] {
  return [
    ...(description ? [description] : []),
    ...Object.entries<any>(content).flatMap(([type, { schema, examples = {} }]): Block[] => {
      const [example] = Object.values<any>(examples).map(resolve);
      return [
        `\`${type}\`, schema \`${schema.$ref?.split('/').at(-1) ?? schema.type}\``,
        ...(example ? [{ code: JSON.stringify(example.value, null, 2), language: 'json' } as const] : []),
      ];
    }),
  ];
}

function schemaSection([name, schema]: [string, any]): Block {
  const required = new Set<string>(schema.required ?? []);
  const properties = Object.entries<any>(schema.properties ?? {}).map(([property, value]) => {
    const words = [typeText(value), ...(required.has(property) ? ['required'] : [])].join(', ');
    return `- \`${property}\` (${words})${value.description ? `: ${oneLine(value.description)}` : ''}`;
  });
  const first = `${typeText(schema)}. ${oneLine(schema.description ?? '')}`;
  return section(`schema-${name}`, name, first, ...(properties.length > 0 ? [properties.join('\n')] : []));
}

/** The type of a schema with its limits. */
function typeText(schema: any): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.enum) return schema.enum.map((value: string) => `\`${value}\``).join(', ');
  const { type, items, pattern, ...rest } = schema;
  const limits = ['const', 'format', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems']
    .filter((limit) => rest[limit] !== undefined)
    .map((limit) => `${limit} ${rest[limit]}`);
  const shown = items ? `${type} of ${typeText(items)}` : [type].flat().join(' or ');
  return [shown, ...limits, ...(pattern ? [`pattern \`${pattern}\``] : [])].join(', ');
}

const oneLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ');
