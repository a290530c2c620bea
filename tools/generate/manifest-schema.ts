// Generates conformance.schema.json from the declared flags, and types and validators for the files that users write.
import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { Flag } from '../../conformance/cli/settings/flag.ts';
import { flagList, headerName, manifestName, secretVariables } from '../../conformance/cli/settings/flags.ts';
import { typesOf, validatorsOf } from './json-schema.ts';

const banner = '// Written by `npm run generate` from conformance/cli/settings/flags.ts. Never edited.\n';

const known: object = parse(readFileSync(new URL('known-failures.schema.yaml', import.meta.url), 'utf8'));

/** The objects of the settings file that hold several flags. */
const groups: Record<string, string> = {
  fixtures: 'With class stated: the file and the reference to send, for a candidate that accepts only certain ones.',
};

/** The property of the settings file for each flag that declares one. */
function properties(): Record<string, object> {
  const all: Record<string, any> = {};
  for (const [name, flag] of flagList) {
    if (!flag.manifest) continue;
    const [key, inner] = (flag.manifest.key ?? name).split('/') as [string, string?];
    if (inner === undefined) all[key] = property(flag);
    else {
      all[key] ??= { description: groups[key], type: 'object', additionalProperties: false, properties: {} };
      all[key].properties[inner] = property(flag);
    }
  }
  return all;
}

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
  const manifest = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: manifestName,
    description: `Settings file: the settings of a run. A flag has priority over the environment, and the environment over this file. It must not contain keys and secrets: set them in ${secretVariables.join(', ')}.`,
    type: 'object',
    additionalProperties: false,
    properties: properties(),
  };
  const schemas = { ManifestFile: manifest, KnownFailures: known };
  return {
    'conformance.schema.json': `${JSON.stringify({ ...manifest, $defs: { KnownFailures: known } }, null, 2)}\n`,
    'generated/manifest.js': banner + (await validators(schemas)),
    'generated/manifest.d.ts': banner + (await types(schemas)),
  };
}

async function validators(schemas: Record<string, object>): Promise<string> {
  // `verbose` adds the schema to each error: its description says what is expected.
  const ajv = new Ajv2020.default({ strict: true, verbose: true, code: { source: true, esm: true, lines: true } });
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema({ ...schema, $id: name });
  return validatorsOf(ajv, Object.keys(schemas));
}

async function types(schemas: Record<string, object>): Promise<string> {
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
${await typesOf(schemas)}`;
}
