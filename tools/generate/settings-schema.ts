// Generates conformance.schema.json from the declared flags, and the validators of files that a user names.
import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { type Flag, limitsOf, types } from '../../conformance/cli/settings/flag.ts';
import { secretVariables, settings, settingsFile } from '../../conformance/cli/settings/flags.ts';
import { validatorsOf } from './json-schema.ts';

const bannerOf = (name: string) =>
  `// Written by \`npm run generate\` from tools/generate/${name}.schema.yaml. Never edited.\n`;

const declarations = `import type { ValidationError } from './validators.js';

/** One mismatch; the description of its schema says what is expected. */
export interface Fault extends ValidationError {
  parentSchema: { description?: string; properties?: object };
}

export declare const KnownFailures: {
  (value: unknown): boolean;
  errors?: Fault[] | null;
};
`;

const declarationsOf = (name: string) => `import type { ValidationError } from './validators.js';

export declare const ${name}: {
  (value: unknown): boolean;
  errors?: ValidationError[] | null;
};
`;

const schemaIn = (name: string): object =>
  parse(readFileSync(new URL(`${name}.schema.yaml`, import.meta.url), 'utf8')) as object;

const known = schemaIn('known-failures');

/** The schema of the property of a flag. */
function schemaOf(flag: Flag): object {
  const { type, description, choices, form, default: preset, examples } = flag;
  const [minimum, maximum] = limitsOf(flag) ?? [];
  const { schema, pattern } = { ...types[type], ...form };
  const note = type === 'file' ? ' The path is relative to this file.' : '';
  const item = choices ? { enum: choices } : {};
  return {
    description: description + note,
    ...schema,
    ...(minimum !== undefined && { minimum, maximum }),
    ...(schema.type === 'array' ? { items: item } : item),
    ...(preset !== undefined && { default: preset }),
    ...(schema.type === 'string' && pattern !== undefined && { pattern }),
    ...(examples && { examples }),
  };
}

/** The files that are derived from the declared flags and from these schemas, by path. */
export async function settingsFiles(): Promise<Record<string, string>> {
  const properties = [...settings].map(([property, { flag }]) => [property, schemaOf(flag)]);
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: settingsFile,
    description: `Settings file: the settings of a run. A flag has priority over the environment, and the environment over this file. It must not contain keys and secrets: set them in ${secretVariables.join(', ')}.`,
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties) as object,
    $defs: { KnownFailures: known },
  };
  return {
    'conformance.schema.json': `${JSON.stringify(schema, null, 2)}\n`,
    // `verbose` adds the schema to each error: its description says what is expected.
    'generated/known-failures.js': bannerOf('known-failures') + (await validatorOf('KnownFailures', known, true)),
    'generated/known-failures.d.ts': bannerOf('known-failures') + declarations,
    'generated/recording-line.js': bannerOf('recording') + (await validatorOf('RecordingLine', schemaIn('recording'))),
    'generated/recording-line.d.ts': bannerOf('recording') + declarationsOf('RecordingLine'),
    'generated/har.js': bannerOf('har') + (await validatorOf('HarFile', schemaIn('har'))),
    'generated/har.d.ts': bannerOf('har') + declarationsOf('HarFile'),
  };
}

async function validatorOf(name: string, schema: object, verbose = false): Promise<string> {
  const code = { source: true, esm: true, lines: true } as const;
  const ajv = new Ajv2020.default({ strict: true, allowUnionTypes: true, verbose, code });
  ajv.addSchema({ ...schema, $id: name });
  return validatorsOf(ajv, [name]);
}
