// Types and validators of JSON Schemas, as text.
import type Ajv from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import openapiTypes, { astToString, type OpenAPITSOptions } from 'openapi-typescript';
import { root } from '../root.ts';

/** The types of schemas by name; they refer to each other as components of a contract do. */
export async function typesOf(schemas: Record<string, object>, options: OpenAPITSOptions = {}): Promise<string> {
  const document = { openapi: '3.1.0', info: { title: 'schemas', version: '0' }, paths: {}, components: { schemas } };
  return astToString(await openapiTypes(structuredClone(document) as never, { defaultNonNullable: false, ...options }));
}

/**
 * An exported validator for each of the schemas that ajv knows by these names, with everything that the code imports, so that
 * the published package does not need ajv.
 *
 * @param more code that uses the validators
 */
export async function validatorsOf(ajv: Ajv.Ajv2020, names: string[], more = ''): Promise<string> {
  const code = standaloneCode.default(ajv, Object.fromEntries(names.map((name) => [name, name])));
  const { outputFiles } = await build({
    stdin: { contents: code + more, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['main'],
    legalComments: 'none',
  });
  return outputFiles[0]!.text;
}
