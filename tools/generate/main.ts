// Writes generated/ from openapi.yaml, and conformance.schema.json from the declared flags: `npm run generate`. The same
// input gives the same bytes.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { type Contract, readContract } from '../contract/contract.ts';
import { validatedSchemas } from '../contract/interface.ts';
import { runProgram } from '../program.ts';
import { freedoms, union } from './freedoms.ts';
import { validatorsOf } from './json-schema.ts';
import { settingsFiles } from './settings-schema.ts';
import { reportTypes } from './report-types.ts';
import { faultsOfIds, idsBefore, retired } from './retired-ids.ts';
import { root } from '../root.ts';

const banner = '// Written by `npm run generate` from openapi.yaml. Never edited.\n';

/** The files of `generated/` as text, by name. */
export async function generate(contract: Contract): Promise<Record<string, string>> {
  return {
    'types.ts': banner + (await types(contract)),
    'validators.js': banner + (await validators(contract)),
    'validators.d.ts': banner + validatorTypes(contract),
    'requirements.ts': banner + requirements(contract),
    'freedoms.ts': banner + freedoms(contract),
    'operations.ts': banner + operations(contract),
    'limits.ts': banner + limits(contract),
  };
}

async function types({ document }: Contract): Promise<string> {
  const blob = ts.factory.createTypeReferenceNode('Blob');
  const nodes = await openapiTypes(structuredClone(document), {
    transform: (schema) => (schema.format === 'binary' ? blob : undefined),
  });
  return astToString(nodes);
}

async function validators(contract: Contract): Promise<string> {
  const ajv = new Ajv2020.default({
    strict: true,
    allErrors: true,
    code: { source: true, esm: true, lines: true },
    // The content of a file is judged by its bytes, not by a schema.
    formats: { binary: true },
  });
  addFormats.default(ajv);
  const schemas = validatedSchemas(contract.document);
  for (const [name, schema] of schemas) ajv.addSchema({ $id: name, ...referToIds(schema) });
  const names = schemas.map(([name]) => name);
  const answers = answersOf(contract, (mediaType, schema) => `{ mediaType: "${mediaType}", validate: ${schema} }`);
  return validatorsOf(ajv, names, `\nexport const answers = {\n${answers}\n};\n`);
}

// A schema of its own for each component: ajv then writes each validator once, not once for each place that refers to it.
const referToIds = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"'));

/** The responses by operation and status, each as the text for its media type and schema. */
const answersOf = ({ operations }: Contract, textOf: (mediaType: string, schema: string) => string) =>
  operations
    .map(({ id, answers }) => {
      const cells = Object.entries(answers).map(
        ([status, { mediaType, schema }]) => `    ${status}: ${textOf(mediaType, schema)},`,
      );
      return `  ${id}: {\n${cells.join('\n')}\n  },`;
    })
    .join('\n');

function validatorTypes(contract: Contract): string {
  const type = (schema: string) => `Validator<components['schemas']['${schema}']>`;
  const schemas = Object.keys(contract.document.components.schemas).map(
    (name) => `export const ${name}: ${type(name)};`,
  );
  const answers = answersOf(
    contract,
    (mediaType, schema) => `{ mediaType: '${mediaType}'; validate: ${type(schema)} }`,
  );
  return `import type { components } from './types.ts';

/** One fault that a validator found; \`instancePath\` is a JSON pointer to the parent of a missing property. */
export interface ValidationError {
  instancePath: string;
  schemaPath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

/** True when the value fits the schema; otherwise \`errors\` holds every fault until the next call. */
export interface Validator<T> {
  (value: unknown): value is T;
  errors?: ValidationError[] | null;
}

${schemas.join('\n')}

/** The validator of each response, by operation and status. */
export const answers: {
${answers}
};
`;
}

const records = (list: object[]) => list.map((record) => `  ${JSON.stringify(record)},`).join('\n');

function requirements({ source, version, requirements, decisions }: Contract): string {
  const [ofServices = [], ofClients = []] = ['service', 'client'].map((each) =>
    requirements.filter(({ party }) => party === each),
  );
  const testable = ofServices.filter(({ untestable }) => untestable === null);
  const untestable = ofServices.filter(({ untestable }) => untestable !== null);
  const isOfRequirement = ([id]: [string, string[]]) => id.includes('.');
  const retiredRequirements = Object.fromEntries(Object.entries(retired).filter(isOfRequirement));
  const families = [...new Set(requirements.map(({ family }) => family))];
  return `/** The contract that this was made from: its version and the SHA-256 digest of its bytes. */
export const contract = { version: '${version}', digest: '${createHash('sha256').update(source).digest('hex')}' };

export type Family =${union(families)};
export type TestableId =${union(testable.map(({ id }) => id))};
export type UntestableId =${union(untestable.map(({ id }) => id))};
/** Of a client: it has a rule, and no scenario. */
export type ClientId =${union(ofClients.map(({ id }) => id))};
export type RequirementId = TestableId | UntestableId | ClientId;
export type Capability = 'sandbox' | 'webhooks' | 'live-key';

/** One normative sentence of the contract. */
export interface Requirement {
  id: RequirementId;
  family: Family;
  /** who must meet it */
  party: 'service' | 'client';
  level: 'MUST' | 'SHOULD';
  text: string;
  /** a section of the source document (\`§4.1\`) or a decision (\`D12\`) */
  source: string;
  /** \`stated\`: the source document says it; \`full\`: this project decided it */
  class: 'stated' | 'full';
  /** the operation that its family is about; null for a family about several */
  operation: string | null;
  /** applies only when all of these are claimed */
  capability: Capability[];
  /** applies only when this is not claimed */
  unless: Capability | null;
  /** why it has no scenario */
  untestable: string | null;
  /** the responses that it demands, one of them; none where it demands no status code */
  answers: Answer[];
}

/** A status code and, for a rejection, the last segment of its problem type. */
export interface Answer {
  status: number;
  problem: string | null;
}

/** Those of a service. */
export const requirements: Requirement[] = [
${records(ofServices.map(({ schema: _, ...requirement }) => requirement))}
];

/** Those of a client. */
export const clientRequirements: (Requirement & { id: ClientId })[] = [
${records(ofClients.map(({ schema: _, ...requirement }) => requirement))}
];

/** The ids that the contract had once, each with its successors. */
export const retired: Record<string, RequirementId[]> = ${JSON.stringify(retiredRequirements)};

/** What the source document left open and what was decided. */
export interface Decision {
  id: string;
  question: string;
  section: string;
  decision: string;
  because: string;
}

export const decisions: Decision[] = [
${records(decisions.map(({ about: _, ...decision }) => decision))}
];
`;
}

function operations({ operations }: Contract): string {
  const rows = operations.map(
    ({ id, method, path, requestType }) =>
      `  ${id}: { method: '${method}', path: '${path}', requestType: ${requestType ? `'${requestType}'` : 'null'} },`,
  );
  return `/** The method, path and parameters of each operation. */\nexport const operations = {\n${rows.join('\n')}\n} as const;\n`;
}

/** The limits that programs need as numbers and patterns, each from the schema that states it. */
function limits({ document: { components }, numbers }: Contract): string {
  const { Reference, ReasonCode, Case, Artifact } = components.schemas;
  const key = components.parameters.IdempotencyKey.schema;
  const amount = (id: string) => numbers.find((each) => each.id === id)!.amount;
  const bounded = ({ maxLength, pattern }: { maxLength: number; pattern: string }) =>
    `{ maxLength: ${maxLength}, pattern: new RegExp(${JSON.stringify(pattern)}, 'u') }`;
  return `/** The limits of openapi.yaml: lengths in code points, sizes in bytes, numbers of items. */
export const limits = {
  reference: ${bounded(Reference)},
  reasonCode: ${bounded(ReasonCode)},
  idempotencyKey: ${bounded(key)},
  artifacts: ${Case.properties.artifacts.maxItems},
  fileBytes: ${Artifact.properties.size.maximum},
  jsonBytes: ${amount('create-body')},
};

/** The numbers that x-numbers lists, by id: times in milliseconds, sizes in bytes. */
export const numbers = {
${numbers.map((each) => `  '${each.id}': ${each.amount},`).join('\n')}
};
`;
}

const help =
  'npm run generate\n\nWrites generated/ from openapi.yaml, and conformance.schema.json from the declared flags.\n';

if (import.meta.main)
  await runProgram(help, {}, async () => {
    const contract = readContract();
    const faults = faultsOfIds(contract, idsBefore());
    if (faults.length > 0) throw new Error(faults.join('\n'));
    const fromContract = Object.entries(await generate(contract));
    const files = {
      ...Object.fromEntries(fromContract.map(([name, text]) => [`generated/${name}`, text])),
      ...(await settingsFiles()),
      ...(await reportTypes()),
    };
    mkdirSync(join(root, 'generated'), { recursive: true });
    for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
    process.stdout.write(`${Object.keys(files).join('\n')}\n`);
    return 0;
  });
