import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Fault, ManifestFile } from '../../../generated/manifest.js';
import { flagList, secretVariables } from './flags.ts';
import { UsageError } from '../../usage-error.ts';
import { readYaml } from './yaml-file.ts';

/** The flags as one source sets them, before their types are checked. */
export type Given = Record<string, string | number | boolean | (string | boolean)[] | undefined>;

/**
 * Reads a settings file as the values of flags.
 *
 * @param secrets keys and secrets; the file must contain none of them
 * @throws UsageError with file, line and JSON pointer
 */
export function readManifest(file: string, secrets: [variable: string, value: string][]): Given {
  const { value, place } = readYaml(file, ManifestFile, explain);
  for (const name of Object.keys(value.headers ?? {}))
    if (/^(proxy-)?authorization$|cookie|key|secret|token|password/i.test(name))
      throw new UsageError(
        `${place(`/headers/${name}`)} /headers/${name}: a settings file must not contain a secret; set this header by --header or IDV_HEADER.`,
      );
  expectNoSecret(secrets, file);
  return givenIn(value, dirname(file));
}

function expectNoSecret(secrets: [variable: string, value: string][], file: string): void {
  const lines = readFileSync(file, 'utf8').split('\n');
  for (const [name, secret] of secrets) {
    // A shorter one may be an ordinary word of the file.
    const at = secret.length < 8 ? -1 : lines.findIndex((line) => line.includes(secret));
    if (at >= 0)
      throw new UsageError(
        `${file}:${at + 1}: contains the value of ${name}; a settings file must not contain a secret: remove it.`,
      );
  }
}

/** A better message than that of the schema: what a flag expects, or where a secret belongs. */
function explain({ instancePath, keyword, params }: Fault): string | undefined {
  const flag = flagList.find(([own, { manifest }]) => instancePath === `/${manifest?.key ?? own}`)?.[1];
  if (keyword === 'pattern' && flag?.form) return `expected ${flag.form.expected}. ${flag.description}`;
  const name = String(params['additionalProperty']);
  if (keyword !== 'additionalProperties' || !/key|secret|token|password/i.test(name)) return undefined;
  return `a settings file must not contain a key or a secret; set it in the environment (${secretVariables.join(', ')}).`;
}

function givenIn(manifest: ManifestFile, folder: string): Given {
  const found = flagList.flatMap(([name, { type, manifest: property }]) => {
    const value = property && at(manifest, property.key ?? name);
    if (value === undefined) return [];
    if (type === 'headers') return [[name, Object.entries(value as object).map(([key, text]) => `${key}: ${text}`)]];
    return [[name, type === 'file' ? resolve(folder, value as string) : value]];
  });
  return Object.fromEntries(found) as Given;
}

/** The value at a path of property names. */
const at = (value: object, path: string): unknown =>
  path.split('/').reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], value);
