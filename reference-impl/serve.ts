// The reference implementation as a program: `npm start`, or `idv-conformance serve`.
import { join } from 'node:path';
import pino from 'pino';
import { demoKeys } from './demo-keys.ts';
import { makeFolder, openEvidence } from './stores/evidence.ts';
import { authenticator } from './http/keys.ts';
import { openConsole } from './http/console.ts';
import { mismatchOf } from './http/mismatch.ts';
import type { Parts } from './parts.ts';
import { createService } from './http/service.ts';
import { help, readSettings, type Settings, UsageError } from './settings.ts';
import { openSqliteStore } from './stores/sqlite/store.ts';

const developing = ['development', 'test'].includes(process.env['NODE_ENV'] ?? '');

// Lines are buffered for up to a second, so that no request waits for the log.
const log = pino(
  { level: developing ? 'debug' : 'info', base: null },
  pino.destination({ dest: process.stderr.fd, sync: false, minLength: 4096, periodicFlush: 1000 }),
);

/** Where cases and evidence are kept; in memory with --ephemeral. */
async function openData({ dataDir, databaseUrl }: Settings): Promise<Partial<Parts>> {
  // The driver is loaded only when it is used.
  if (databaseUrl !== undefined) return (await import('./stores/postgres/index.ts')).openDatabase(databaseUrl, log);
  if (dataDir === undefined) return {};
  await makeFolder(dataDir);
  // The store first: its lock covers the folder, which may then be swept.
  const store = openSqliteStore(join(dataDir, 'cases.sqlite'));
  return { store, evidence: await openEvidence(join(dataDir, 'evidence'), await store.artifactIds()) };
}

/** What to do about data that cannot be opened; the lower byte of a code of SQLite is the primary one. */
function explainData({ dataDir }: Settings, error: Error): UsageError {
  if (error instanceof UsageError) return error;
  const { code, errcode = 0, errstr } = (error.cause ?? error) as { code: string; errcode?: number; errstr?: string };
  const [busy, corrupt, notDatabase] = [5, 11, 26];
  if ((errcode & 0xff) === busy)
    return new UsageError(`DATA_DIR ${dataDir} is in use: stop the service that uses it, or set another folder.`);
  if ([corrupt, notDatabase].includes(errcode & 0xff))
    return new UsageError(`DATA_DIR ${dataDir} is damaged (${errstr}): restore it, or set another folder.`);
  return new UsageError(`DATA_DIR ${dataDir} cannot be used (${errstr ?? code}): set a folder that can be written.`);
}

async function serving(args: string[]): Promise<string> {
  if (args.includes('--help')) return help;
  const settings = readSettings(process.env, args);
  const { host, port, dataDir, databaseUrl, keys, endpoints, privateHosts } = settings;
  const data = await openData(settings).catch((error: Error) => Promise.reject(explainData(settings, error)));
  const judge = developing ? { mismatchOf } : {};
  // With keys of its own it is no longer a place to try things.
  const page = keys === demoKeys ? openConsole(demoKeys[0]!.key) : undefined;
  const given = { ...data, ...judge, endpoints, privateHosts, authenticate: authenticator(keys), log };
  const service = createService({ ...given, ...(page && { console: page }) });
  const address = await service.listen(settings).catch(async ({ code }: NodeJS.ErrnoException) => {
    await service.close();
    if (code === 'EADDRINUSE') throw new UsageError(`PORT ${port} is in use: stop what uses it, or set another.`);
    throw new UsageError(`HOST ${host} and PORT ${port} cannot be used (${code}): set an address of this machine.`);
  });
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void service.close());
  const where = (dataDir ?? databaseUrl) ? `kept in ${dataDir ?? 'PostgreSQL'}` : 'nothing is kept';
  const served = `Cases are served at ${address} (${where}).\n`;
  if (keys !== demoKeys) return served;
  const known = demoKeys.map(({ key, tenant, mode }) => `  ${key}  tenant ${tenant}, ${mode}\n`);
  const signed = endpoints.map(({ secret, tenant, url }) => `  ${secret}  tenant ${tenant}, webhooks to ${url}\n`);
  const tried = page ? `Try them at ${address}/docs.\n` : '';
  return `${served}${tried}Demo keys:\n${[...known, ...signed].join('')}`;
}

/**
 * Serves until a signal ends it, by these arguments and the environment.
 *
 * @returns the exit code, once it serves or has reported why it cannot
 */
export async function serveCases(args: string[]): Promise<number> {
  // No other user may read the data.
  process.umask(0o077);
  try {
    process.stdout.write(await serving(args));
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}
