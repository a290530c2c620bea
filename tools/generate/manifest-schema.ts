// Generates conformance.schema.json from the declared flags, and types and validators for the files that users write.
import Ajv2020 from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import openapiTypes, { astToString } from 'openapi-typescript';
import type { Flag } from '../../conformance/cli/settings/flag.ts';
import { flagList, headerName, manifestName, secretVariables } from '../../conformance/cli/settings/flags.ts';
import { bundled } from '../build/bundled.ts';

const banner = '// Written by `npm run generate` from conformance/cli/settings/flags.ts. Never edited.\n';

const object = (required: string[], properties: Record<string, object>) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

const entry = {
  id: { description: 'Id of a requirement, as --list shows it.', type: 'string' },
  reason: { description: 'Why it is known to fail.', type: 'string', pattern: String.raw`\S` },
};

const strings = (description: string, minItems: number) => ({
  description,
  type: 'array',
  items: { type: 'string' },
  minItems,
  uniqueItems: true,
});

const count = (description: string) => ({ description, type: 'integer', minimum: 0 });

const known = {
  title: 'known-failures.yaml',
  description: 'Known failures, and what the run judged that wrote this file.',
  ...object(['failures'], {
    run: {
      description: 'What the run judged that wrote this file. A run that judges less ends with exit code 3.',
      ...object(['contract', 'class', 'supplied', 'requirements', 'blocked'], {
        contract: { description: 'Version of the contract.', type: 'string' },
        class: { description: 'Runs of another class are not compared.', enum: ['stated', 'full'] },
        supplied: strings('The flags, and variables with keys and secrets, without which a run judges less.', 0),
        requirements: count('Number of requirements that were judged.'),
        blocked: count('Number of scenarios that could not be judged.'),
      }),
    },
    failures: {
      description: 'Requirements that are known to fail.',
      type: 'array',
      items: object(['id', 'reason'], {
        ...entry,
        scenarios: strings(
          'Labels of the scenarios that fail, and "the whole run" for what only all exchanges show; without it, any.',
          1,
        ),
      }),
    },
  }),
};

/** The objects of the settings file that hold several flags. */
const groups: Record<string, string> = {
  fixtures: 'With class stated: the file and the reference to send, for a candidate that accepts only certain ones.',
};

/** `conformance.schema.json`: the settings file with a property for each flag that declares one. */
function manifestSchema(): { $defs: Record<string, object> } & Record<string, unknown> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: manifestName,
    description: `Settings file: the settings of a run. A flag has priority over the environment, and the environment over this file. It must not contain keys and secrets: set them in ${secretVariables.join(', ')}.`,
    type: 'object',
    additionalProperties: false,
    properties: properties(),
    $defs: { KnownFailures: known },
  };
}

function properties(): Record<string, object> {
  const all: Record<string, object> = {};
  for (const [name, flag] of flagList) {
    if (!flag.manifest) continue;
    const [key, inner] = (flag.manifest.key ?? name).split('/') as [string, string?];
    if (inner === undefined) all[key] = property(flag);
    else all[key] = group(key, { ...(all[key] as { properties?: object })?.properties, [inner]: property(flag) });
  }
  return all;
}

const group = (key: string, members: object) => ({
  description: groups[key],
  type: 'object',
  additionalProperties: false,
  properties: members,
});

function property({ type, description, choices, form, default: preset, manifest }: Flag): object {
  const note = type === 'file' ? ' The path is relative to this file.' : '';
  return {
    description: (manifest?.description ?? description) + note,
    ...typeOf(type, choices),
    ...(preset !== undefined && { default: preset }),
    ...(form && { pattern: form.pattern }),
    ...manifest?.schema,
  };
}

function typeOf(type: Flag['type'], choices: Flag['choices']): object {
  const types: Record<Flag['type'], object> = {
    text: { type: 'string' },
    file: { type: 'string', minLength: 1 },
    seconds: { type: 'number', exclusiveMinimum: 0 },
    count: { type: 'integer', minimum: 1 },
    choice: { enum: choices },
    list: { type: 'array', items: choices ? { enum: choices } : { type: 'string' } },
    headers: {
      type: 'object',
      propertyNames: { pattern: `^${headerName}$` },
      additionalProperties: { type: 'string', pattern: String.raw`^[\x20-\x7e]+$` },
    },
    boolean: { type: 'boolean', default: false },
  };
  return types[type];
}

/** The files that are derived from the declared flags, by path. */
export async function manifestFiles(): Promise<Record<string, string>> {
  const schema = manifestSchema();
  const { $defs, ...manifest } = schema;
  const schemas: Record<string, object> = { ManifestFile: manifest, ...$defs };
  return {
    'conformance.schema.json': `${JSON.stringify(schema, null, 2)}\n`,
    'generated/manifest.js': banner + (await validators(schemas)),
    'generated/manifest.d.ts': banner + (await types(schemas)),
  };
}

async function validators(schemas: Record<string, object>): Promise<string> {
  // `verbose` adds the schema to each error: its description says what is expected.
  const ajv = new Ajv2020.default({ strict: true, verbose: true, code: { source: true, esm: true, lines: true } });
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema({ ...schema, $id: name });
  return bundled(standaloneCode.default(ajv, Object.fromEntries(Object.keys(schemas).map((name) => [name, name]))));
}

async function types(schemas: Record<string, object>): Promise<string> {
  const document = { openapi: '3.1.0', info: { title: 'manifest', version: '0' }, paths: {}, components: { schemas } };
  const nodes = await openapiTypes(structuredClone(document) as never, { defaultNonNullable: false });
  const names = Object.keys(schemas).map(
    (name) =>
      `export type ${name} = components['schemas']['${name}'];\nexport declare const ${name}: Validator<${name}>;\n`,
  );
  return `import type { ValidationError } from './validators.js';

/** One mismatch; the description of its schema says what is expected. */
export interface Fault extends ValidationError {
  parentSchema: { description?: string; properties?: object };
}

export interface Validator<T> {
  (value: unknown): value is T;
  errors?: Fault[] | null;
}

${names.join('\n')}
${astToString(nodes)}`;
}
