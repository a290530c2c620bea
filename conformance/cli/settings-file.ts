import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Fault, ManifestFile } from '../../generated/manifest.js';
import { UsageError } from './usage-error.ts';
import type { Values } from './values.ts';
import { readYaml } from './yaml-file.ts';

/** What is taken by itself when it stands in the working folder. */
export const manifestName = 'conformance.yaml';

/**
 * Reads a manifest as the values of the flags that say the same.
 *
 * @param secrets keys by the variable that holds them; none may stand in the file
 * @throws UsageError with file, line and JSON pointer
 */
export function readManifest(file: string, secrets: Record<string, string | undefined>): Values {
  const { value, place } = readYaml(file, ManifestFile, aboutSecrets);
  for (const name of Object.keys(value.headers ?? {}))
    if (/^(proxy-)?authorization$|cookie|key|secret|token|password/i.test(name))
      throw new UsageError(
        `${place(`/headers/${name}`)} /headers/${name}: a secret never stands in the manifest; give this header by --header or IDV_HEADER.`,
      );
  noneOf(secrets, file);
  return valuesOf(value, dirname(file));
}

function noneOf(secrets: Record<string, string | undefined>, file: string): void {
  const lines = readFileSync(file, 'utf8').split('\n');
  for (const [name, secret] of Object.entries(secrets)) {
    // A shorter one is a word that may stand anywhere.
    const at = secret === undefined || secret.length < 8 ? -1 : lines.findIndex((line) => line.includes(secret));
    if (at >= 0)
      throw new UsageError(
        `${file}:${at + 1}: the key of ${name} stands here; take it out: the manifest is no place for secrets.`,
      );
  }
}

function aboutSecrets({ keyword, params }: Fault): string | undefined {
  const name = String(params['additionalProperty']);
  if (keyword !== 'additionalProperties' || !/key|secret|token|password/i.test(name)) return undefined;
  return 'a key or a secret never stands in the manifest; set it in the environment (IDV_API_KEY, IDV_OTHER_API_KEY, IDV_LIVE_API_KEY, IDV_WEBHOOK_SECRET, IDV_OTHER_WEBHOOK_SECRET).';
}

function valuesOf(file: ManifestFile, folder: string): Values {
  const path = (name: string | undefined) => (name === undefined ? undefined : resolve(folder, name));
  const number = (value: number | undefined) => (value === undefined ? undefined : String(value));
  const values = {
    'base-url': file['base-url'],
    contract: file.contract,
    class: file.class,
    claim: file.claims,
    'webhook-listen': file['webhook-listen'],
    'webhook-url': file['webhook-url'],
    slow: file.slow,
    'key-header': file['key-header'],
    'id-from': file['id-from'],
    header: file.headers && Object.entries(file.headers).map(([name, value]) => `${name}: ${value}`),
    ca: path(file.ca),
    wait: number(file.wait),
    evidence: path(file.fixtures?.evidence),
    reference: file.fixtures?.reference,
    'known-failures': path(file['known-failures']),
    concurrency: number(file.concurrency),
    timeout: number(file.timeout),
    deadline: number(file.deadline),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
