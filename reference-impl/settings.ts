import { readFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { demoEndpoints, demoKeys } from './demo-keys.ts';
import { type DigestedKey, digestOf, type Key } from './keys.ts';
import type { Endpoint } from './webhooks.ts';

export interface Settings {
  port: number;
  host: string;
  /** where cases and evidence are kept; undefined keeps nothing */
  dataDir: string | undefined;
  keys: (Key | DigestedKey)[];
  /** where the events of each tenant go */
  endpoints: Endpoint[];
  /** the hosts of endpoints that may have an address which is not public */
  privateHosts: string[];
}

/** Something that whoever starts the service can mend, in one sentence. */
export class UsageError extends Error {}

export const help = `Serves the reference implementation of the case contract.

  idv-conformance serve [--ephemeral] [--help]     (in a checkout: npm start -- …)

  --ephemeral   keep nothing: cases in memory, evidence dropped

Environment:
  PORT       8080; 0 takes any free port
  HOST       127.0.0.1; an address that is not loopback needs keys
  DATA_DIR   ./data
  KEY_FILE   a file with a JSON list of {"key", "tenant", "mode": "live" or "sandbox"}; "sha256", the digest of the key
             in hexadecimal, may stand for "key"
  KEYS       such a list itself; without either the demo keys are served
  NODE_ENV   development: log every answer, and turn one that the contract does not have into a 500
  WEBHOOK_FILE, WEBHOOKS
             in the same way, a list of {"tenant", "url", "secret"}: where the events of a tenant go, and the base64
             secret that signs them
  WEBHOOK_PRIVATE_HOSTS
             the hosts of these addresses, separated by commas, that may stand for a private or loopback address
  WEBHOOK_URL
             with the demo keys: where the events of the first tenant go, whatever its host; those of the second go to
             the path /other there
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
  return { port: Number(port), host, dataDir, keys, ...readEndpoints(env, keys === demoKeys) };
}

function readEndpoints(env: NodeJS.ProcessEnv, isDemo: boolean): Pick<Settings, 'endpoints' | 'privateHosts'> {
  const form = '{"tenant", "url", "secret"} with different tenants';
  const endpoints = readList(env, ['WEBHOOK_FILE', 'WEBHOOKS'], form, isEndpoint, ({ tenant }) => tenant);
  const url = env['WEBHOOK_URL'];
  const named = (env['WEBHOOK_PRIVATE_HOSTS'] ?? '').split(',').filter((name) => name !== '');
  if (!url) return { endpoints: endpoints ?? [], privateHosts: named };
  if (endpoints || !isDemo)
    throw new UsageError('WEBHOOK_URL is for the demo keys only: set WEBHOOK_FILE or WEBHOOKS.');
  if (!isAddress(url)) throw new UsageError(`WEBHOOK_URL is ${url}: set it to an http or https address.`);
  return { endpoints: demoEndpoints(url), privateHosts: [new URL(url).hostname] };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

function readKeys(env: NodeJS.ProcessEnv): Settings['keys'] {
  const form = '{"key", "tenant", "mode"} with different keys';
  return readList(env, ['KEY_FILE', 'KEYS'], form, isKey, digestOf) ?? demoKeys;
}

/** The list in the file that one variable names, or in the other; undefined without either. No two items are one. */
function readList<T>(
  env: NodeJS.ProcessEnv,
  [file, inline]: [string, string],
  form: string,
  isItem: (value: unknown) => value is T,
  what: (item: T) => string,
): T[] | undefined {
  const path = env[file];
  if (!path && !env[inline]) return undefined;
  const source = path ? `${file} ${path}` : inline;
  let list: unknown;
  try {
    list = JSON.parse(path ? readFileSync(path, 'utf8') : env[inline]!);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'not JSON';
    throw new UsageError(`${source} cannot be read (${why}): give JSON as --help describes.`);
  }
  if (Array.isArray(list) && list.length > 0 && list.every(isItem) && new Set(list.map(what)).size === list.length)
    return list;
  throw new UsageError(`${source} is no list of ${form}: see --help.`);
}

function isKey(value: unknown): value is Key | DigestedKey {
  const { key, sha256, tenant, mode } = (value ?? {}) as Record<string, unknown>;
  // Other characters could not be sent in the header.
  const sendable = typeof key === 'string' && sha256 === undefined && /^[!-~]+$/.test(key);
  const digest = typeof sha256 === 'string' && key === undefined && /^[0-9a-f]{64}$/.test(sha256);
  return (sendable || digest) && typeof tenant === 'string' && (mode === 'live' || mode === 'sandbox');
}

function isEndpoint(value: unknown): value is Endpoint {
  const { tenant, url, secret } = (value ?? {}) as Partial<Record<keyof Endpoint, unknown>>;
  const isSecret =
    typeof secret === 'string' && /^(whsec_)?([A-Za-z0-9+/]{4})+([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(secret);
  return typeof tenant === 'string' && typeof url === 'string' && isAddress(url) && isSecret;
}

const isAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
