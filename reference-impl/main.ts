import { join } from 'node:path';
import pino from 'pino';
import { demoKeys } from './demo-keys.ts';
import { makeFolder, openEvidence } from './evidence.ts';
import { authenticator } from './keys.ts';
import { mismatchOf } from './mismatch.ts';
import type { Parts } from './parts.ts';
import { createService } from './service.ts';
import { help, readSettings, type Settings, UsageError } from './settings.ts';
import { openSqliteStore } from './sqlite-store.ts';

const developing = ['development', 'test'].includes(process.env['NODE_ENV'] ?? '');

// Lines are written some at a time, at the latest after a second and at the end: nothing waits for a log.
const log = pino(
  { level: developing ? 'debug' : 'info', base: null },
  pino.destination({ dest: process.stderr.fd, sync: false, minLength: 4096, periodicFlush: 1000 }),
);

/** Where cases and evidence are kept; in memory when nothing is to last. */
async function openData({ dataDir }: Settings): Promise<Partial<Parts>> {
  if (dataDir === undefined) return {};
  await makeFolder(dataDir);
  // The store first: whoever owns it owns the folder, and may sweep it.
  const store = openSqliteStore(join(dataDir, 'cases.sqlite'));
  return { store, evidence: await openEvidence(join(dataDir, 'evidence'), await store.artifactIds()) };
}

/** What to do about data that cannot be opened. */
function explainData({ dataDir }: Settings, error: Error): UsageError {
  const {
    code,
    errcode = 0,
    errstr,
  } = (error.cause ?? error) as NodeJS.ErrnoException & { errcode?: number; errstr?: string };
  // The lower byte of a code of SQLite: busy, damaged, no database.
  const kind = errcode & 0xff;
  if (kind === 5)
    return new UsageError(`DATA_DIR ${dataDir} is in use: stop the service that uses it, or set another folder.`);
  if (kind === 11 || kind === 26)
    return new UsageError(`DATA_DIR ${dataDir} is damaged (${errstr}): restore it, or set another folder.`);
  return new UsageError(`DATA_DIR ${dataDir} cannot be used (${errstr ?? code}): set a folder that can be written.`);
}

/** What to do about an address that cannot be listened at. */
function explainAddress({ host, port }: Settings, { code }: NodeJS.ErrnoException): UsageError {
  if (code === 'EADDRINUSE') return new UsageError(`PORT ${port} is in use: stop what uses it, or set another.`);
  return new UsageError(`HOST ${host} and PORT ${port} cannot be used (${code}): set an address of this machine.`);
}

async function main(args: string[]): Promise<string> {
  if (args.includes('--help')) return help;
  const settings = readSettings(process.env, args);
  const { dataDir, keys, endpoints, privateHosts } = settings;
  const data = await openData(settings).catch((error: Error) => Promise.reject(explainData(settings, error)));
  const judge = developing ? { mismatchOf } : {};
  const service = createService({ ...data, ...judge, endpoints, privateHosts, authenticate: authenticator(keys), log });
  const address = await service.listen(settings).catch(async (error: Error) => {
    await service.close();
    throw explainAddress(settings, error);
  });
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void service.close());
  const where = dataDir === undefined ? 'nothing is kept' : `kept in ${dataDir}`;
  const served = `Cases are served at ${address} (${where}).\n`;
  if (keys !== demoKeys) return served;
  const known = demoKeys.map(({ key, tenant, mode }) => `  ${key}  tenant ${tenant}, ${mode}\n`);
  const signed = endpoints.map(({ secret, tenant, url }) => `  ${secret}  tenant ${tenant}, webhooks to ${url}\n`);
  return `${served}Demo keys:\n${[...known, ...signed].join('')}`;
}

// What is kept is for nobody else to read.
process.umask(0o077);
try {
  process.stdout.write(await main(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
