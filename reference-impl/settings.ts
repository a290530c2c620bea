import { readFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { demoEndpoints, demoKeys } from './demo-keys.ts';
import { type DigestedKey, digestOf, type Key } from './http/keys.ts';
import type { Endpoint } from './ports.ts';

export type Settings = ReturnType<typeof readSettings>;

/** An error that the operator can fix, explained in one sentence. */
export class UsageError extends Error {}

export const help = `Serves the reference implementation of the case contract.

  idv-conformance serve [--ephemeral] [--help]     (in a checkout: npm start -- …)

  --ephemeral   store nothing on disk: keep cases in memory until the process ends, and discard the content of
                evidence

Environment:
  PORT, HOST              where to listen (default: 8080, 127.0.0.1); port 0 is any free port; set your own keys if the
                          host is not a loopback address
  DATA_DIR                the folder for the data (default: ./data)
  DATABASE_URL            postgres://…: keep all data in this database, for any number of processes; needs npm install pg
  KEY_FILE, KEYS          a file with a JSON list, or the list itself: {"key", "tenant", "mode": "live" or "sandbox"} for
                          each key; "sha256", the digest of the key in hexadecimal, may replace "key" (default: demo keys)
  NODE_ENV                development: log every response, and respond with 500 instead of a response that would break the
                          contract
  WEBHOOK_FILE, WEBHOOKS  a file with a JSON list, or the list itself: {"tenant", "url", "secret"} for each tenant; the url
                          receives its events, and the base64 secret signs them
  WEBHOOK_PRIVATE_HOSTS   hosts of these urls that may have a private address, separated by commas
  WEBHOOK_URL             with the demo keys: the address that receives the events of the first tenant; those of the second
                          tenant go to the same address with the path /other; the host may have a private address
`;

/**
 * The settings in the environment and the arguments.
 *
 * @throws UsageError when they are not valid
 */
export function readSettings(env: NodeJS.ProcessEnv, args: string[]) {
  const unknown = args.find((arg) => arg !== '--ephemeral');
  if (unknown !== undefined) throw new UsageError(`There is no argument ${unknown}: see --help.`);
  const port = env['PORT'] || '8080';
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError(`PORT is ${port}: set it to a number from 0 to 65535.`);
  const host = env['HOST'] || '127.0.0.1';
  const keys = readList<Key | DigestedKey>(env, 'KEY', isKey, digestOf) ?? demoKeys;
  const isLoopback = host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
  if (keys === demoKeys && !isLoopback)
    throw new UsageError(`HOST ${host} is not loopback and everybody knows the demo keys: set KEY_FILE or KEYS.`);
  // Without either, nothing is kept.
  const isKept = !args.includes('--ephemeral');
  const databaseUrl = (isKept && env['DATABASE_URL']) || undefined;
  const dataDir = isKept && !databaseUrl ? env['DATA_DIR'] || 'data' : undefined;
  return { port: Number(port), host, dataDir, databaseUrl, keys, ...readEndpoints(env, keys === demoKeys) };
}

/** The endpoint of each tenant, and their hosts that may have an address which is not public. */
function readEndpoints(env: NodeJS.ProcessEnv, isDemo: boolean) {
  const endpoints = readList<Endpoint>(env, 'WEBHOOK', isEndpoint, ({ tenant }) => tenant);
  const url = env['WEBHOOK_URL'];
  const named = (env['WEBHOOK_PRIVATE_HOSTS'] ?? '').split(',').filter((name) => name !== '');
  if (!url) return { endpoints: endpoints ?? [], privateHosts: named };
  if (endpoints || !isDemo)
    throw new UsageError('WEBHOOK_URL is for the demo keys only: set WEBHOOK_FILE or WEBHOOKS.');
  if (!isAddress(url)) throw new UsageError(`WEBHOOK_URL is ${url}: set it to an http or https address.`);
  return { endpoints: demoEndpoints(url), privateHosts: [new URL(url).hostname] };
}

type Fields = Partial<Record<string, unknown>>;

/**
 * The list of KEY_FILE or KEYS, or of another such pair; undefined without either.
 *
 * @param idOf names an item among the others
 */
function readList<T>(
  env: NodeJS.ProcessEnv,
  name: string,
  isItem: (fields: Fields) => boolean,
  idOf: (item: T) => string,
): T[] | undefined {
  const [path, text] = [env[`${name}_FILE`], env[`${name}S`]];
  if (!path && !text) return undefined;
  const source = path ? `${name}_FILE ${path}` : `${name}S`;
  let list: T[];
  try {
    list = JSON.parse(path ? readFileSync(path, 'utf8') : text!) as T[];
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'not JSON';
    throw new UsageError(`${source} cannot be read (${why}): give JSON as --help describes.`);
  }
  const fits = Array.isArray(list) && list.length > 0 && list.every((item) => isItem(item ?? {}));
  if (fits && new Set(list.map(idOf)).size === list.length) return list;
  throw new UsageError(`${source} is no list of different items as --help describes them.`);
}

const isText = (value: unknown, form = /^/) => typeof value === 'string' && form.test(value);

// In a key, other characters could not be sent in the header.
const isKey = ({ key, sha256, tenant, mode }: Fields) =>
  isText(tenant) &&
  isText(mode, /^(live|sandbox)$/) &&
  (key === undefined ? isText(sha256, /^[0-9a-f]{64}$/) : sha256 === undefined && isText(key, /^[!-~]+$/));

const isEndpoint = ({ tenant, url, secret }: Fields) =>
  isText(tenant) &&
  isAddress(url) &&
  isText(secret, /^(whsec_)?([A-Za-z0-9+/]{4})+([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/);

const isAddress = (value: unknown) => isText(value, /^https?:/i) && URL.canParse(value as string);
