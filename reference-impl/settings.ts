import { readFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { demoKeys } from './demo-keys.ts';
import { type DigestedKey, digestOf, type Key } from './keys.ts';

export interface Settings {
  port: number;
  host: string;
  /** where cases and evidence are kept; undefined keeps nothing */
  dataDir: string | undefined;
  keys: (Key | DigestedKey)[];
}

/** Something that whoever starts the service can mend, in one sentence. */
export class UsageError extends Error {}

export const help = `Serves the reference implementation of the case contract.

  node reference-impl/main.ts [--ephemeral] [--help]

  --ephemeral   keep nothing: cases in memory, evidence dropped

Environment:
  PORT       8080; 0 takes any free port
  HOST       127.0.0.1; an address that is not loopback needs keys
  DATA_DIR   ./data
  KEY_FILE   a file with a JSON list of {"key", "tenant", "mode": "live" or "sandbox"}; "sha256", the digest of the key
             in hexadecimal, may stand for "key"
  KEYS       such a list itself; without either the demo keys are served
  NODE_ENV   development: log every answer, and turn one that the contract does not have into a 500
`;

/**
 * What the environment and the arguments ask for.
 *
 * @throws UsageError when that cannot be
 */
export function readSettings(env: NodeJS.ProcessEnv, args: string[]): Settings {
  const unknown = args.find((arg) => arg !== '--ephemeral');
  if (unknown !== undefined) throw new UsageError(`There is no argument ${unknown}: see --help.`);
  const port = env['PORT'] || '8080';
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError(`PORT is ${port}: set it to a number from 0 to 65535.`);
  const host = env['HOST'] || '127.0.0.1';
  const keys = readKeys(env);
  if (keys === demoKeys && !isLoopback(host))
    throw new UsageError(
      `HOST ${host} is not loopback and the demo keys are known to everybody: set KEY_FILE or KEYS.`,
    );
  const dataDir = args.includes('--ephemeral') ? undefined : env['DATA_DIR'] || 'data';
  return { port: Number(port), host, dataDir, keys };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

function readKeys(env: NodeJS.ProcessEnv): Settings['keys'] {
  const path = env['KEY_FILE'];
  if (!path && !env['KEYS']) return demoKeys;
  const source = path ? `KEY_FILE ${path}` : 'KEYS';
  let keys: unknown;
  try {
    keys = JSON.parse(path ? readFileSync(path, 'utf8') : env['KEYS']!);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'not JSON';
    throw new UsageError(`${source} cannot be read (${why}): give JSON as --help describes.`);
  }
  if (Array.isArray(keys) && keys.length > 0 && keys.every(isKey) && new Set(keys.map(digestOf)).size === keys.length)
    return keys;
  throw new UsageError(`${source} is no list of {"key", "tenant", "mode"} with different keys: see --help.`);
}

function isKey(value: unknown): value is Key | DigestedKey {
  const { key, sha256, tenant, mode } = (value ?? {}) as Record<string, unknown>;
  // Other characters could not be sent in the header.
  const sendable = typeof key === 'string' && sha256 === undefined && /^[!-~]+$/.test(key);
  const digest = typeof sha256 === 'string' && key === undefined && /^[0-9a-f]{64}$/.test(sha256);
  return (sendable || digest) && typeof tenant === 'string' && (mode === 'live' || mode === 'sandbox');
}
