import { type ChildProcess, spawn } from 'node:child_process';
import description from '../../package.json' with { type: 'json' };
import { demoKeys } from '../../reference-impl/demo-keys.ts';
import { readyLine } from '../processes.ts';
import { root } from '../root.ts';

/** A process that serves. */
export interface Server {
  url: string;
  child: ChildProcess;
}

const bearer = { Authorization: `Bearer ${demoKeys[0]!.key}` };

/** The requests; the same for every server. */
export const create = {
  method: 'POST' as const,
  path: '/cases',
  headers: { ...bearer, 'Content-Type': 'application/json' },
  body: JSON.stringify({ type: 'PF', reference: 'bench' }),
};
export const readOf = (created: string) => ({
  method: 'GET' as const,
  path: `/cases/${(JSON.parse(created) as { id: string }).id}`,
  headers: bearer,
});

/** Sends one request on its own connection, because a kept one may close just then; returns the text of the response. */
export async function send(url: string, { path, ...request }: typeof create | ReturnType<typeof readOf>) {
  const response = await fetch(url + path, { ...request, headers: { ...request.headers, Connection: 'close' } });
  if (!response.ok) throw new Error(`${request.method} ${path} at ${url} responds with ${response.status}`);
  return response.text();
}

// When the benchmark ends, for any reason, it ends the servers that it started.
const started = new Set<ChildProcess>();
process.on('exit', () => started.forEach((child) => child.kill()));

/** Starts a Node process and waits until it prints its address. */
async function start(args: string[], env: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.add(child);
  return { url: await readyLine(child, /http:\/\/127\.0\.0\.1:\d+/), child };
}

// Of `node`, as `npm start` runs it: with less memory for new objects, which otherwise grows to 96 MiB.
const reference = description.scripts.start.split(' ').slice(1);
const settings = {
  NODE_ENV: 'production',
  PORT: '0',
  HOST: '',
  KEYS: '',
  KEY_FILE: '',
  DATA_DIR: '',
  DATABASE_URL: '',
};

export const startReference = (env: Record<string, string>, ...flags: string[]) =>
  start([...reference, ...flags], { ...settings, ...env });
export const startBare = (read: string, created: string) => start(['tools/bench/bare.ts', read, created], {});
