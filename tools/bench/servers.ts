import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import description from '../../package.json' with { type: 'json' };
import { demoKeys } from '../../reference-impl/demo-keys.ts';
import { readyLine, stopProcess } from '../processes.ts';
import { root } from '../root.ts';

const bearer = { Authorization: `Bearer ${demoKeys[0]!.key}` };

/** A process that serves. */
export interface Server {
  url: string;
  child: ChildProcess;
}

/** The headers of each request; the same for every server. */
export const create = {
  method: 'POST' as const,
  path: '/cases',
  headers: { ...bearer, 'Content-Type': 'application/json' },
  body: JSON.stringify({ type: 'PF', reference: 'bench' }),
};
export const readOf = (id: string) => ({ method: 'GET' as const, path: `/cases/${id}`, headers: bearer });
/** Sends one request on its own connection, because a kept one may close just then; returns the text of the response. */
export async function send(url: string, { path, body, ...how }: typeof create) {
  const [response] = (await once(request(url + path, { ...how, agent: false }).end(body), 'response')) as [
    IncomingMessage,
  ];
  if (response.statusCode !== 201)
    throw new Error(`${how.method} ${path} at ${url} responds with ${response.statusCode}`);
  return text(response);
}

/** Opens a case; its id. */
export async function open(url: string): Promise<string> {
  return (JSON.parse(await send(url, create)) as { id: string }).id;
}

// When the benchmark ends, for any reason, it ends the servers that it started.
const started = new Set<ChildProcess>();
process.on('exit', () => started.forEach((child) => child.kill()));

/** Starts a Node process and waits until it prints its address. */
async function start(args: string[], env: Record<string, string>, pattern: RegExp): Promise<Server> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.add(child);
  const url = await readyLine(child, pattern);
  return { url, child };
}

const address = /http:\/\/127\.0\.0\.1:\d+/;

// Of `node`, as `npm start` runs it: with less memory for new objects, which otherwise grows to 96 MiB.
const reference = description.scripts.start.split(' ').slice(1);
const settings = { NODE_ENV: 'production', PORT: '0', HOST: '', KEYS: '', KEY_FILE: '', DATABASE_URL: '' };

export const startReference = (dataDir?: string) =>
  start(
    [...reference, ...(dataDir === undefined ? ['--ephemeral'] : [])],
    { ...settings, DATA_DIR: dataDir ?? '' },
    address,
  );

export const startOnPostgres = (databaseUrl: string) =>
  start(reference, { ...settings, DATABASE_URL: databaseUrl }, address);

export const startBare = (read: string, created: string) => start(['tools/bench/bare.ts', read, created], {}, address);

export const stop = ({ child }: Server): Promise<void> => stopProcess(child);

/** The processor time of a process in microseconds; NaN on a system without /proc. */
export async function processorTimeOf({ child }: Server): Promise<number> {
  const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => '');
  // After the name, which may contain any character: 11 other fields, then user and system time in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')')).split(' ');
  return (Number(fields[12]) + Number(fields[13])) * 10_000;
}
