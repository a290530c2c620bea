// What `npm run generate` makes of conformance.schema.json: the types and validators of the files that users write.
import Ajv2020 from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import openapiTypes, { astToString } from 'openapi-typescript';
import { bundled } from './bundled.ts';

const banner = '// Written by `npm run generate` from conformance.schema.json. Never edited.\n';

/** The files of `generated/` that come from the schema of the manifest, by name. */
export async function manifestFiles(source: string): Promise<Record<string, string>> {
  const { $defs, ...manifest } = JSON.parse(source) as { $defs: Record<string, object> };
  const schemas: Record<string, object> = { ManifestFile: manifest, ...$defs };
  return { 'manifest.js': banner + (await validators(schemas)), 'manifest.d.ts': banner + (await types(schemas)) };
}

async function validators(schemas: Record<string, object>): Promise<string> {
  // `verbose` gives each error its schema: the description there says what is wanted.
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

/** One fault; the schema that found it says in its description what is wanted. */
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
