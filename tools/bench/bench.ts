// `npm run bench`: how long the suite takes, how much CPU time a request costs it, and how fast the reference implementation reads and writes compared with a
// minimal server. Only the ratios are comparable between machines. `npm run bench cost` measures the CPU time alone, and
// `npm run bench baseline` keeps it as what later ones are compared with.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { Console } from 'node:console';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import description from '../../package.json' with { type: 'json' };
import { demoKeys } from '../../reference-impl/demo-keys.ts';
import { started } from '../../reference-impl/testing/process.ts';
import { createDatabase, startPostgres } from '../postgres/server.ts';
import { readyLine, stopProcess } from '../processes.ts';
import { root } from '../root.ts';
import { benchCost } from './cost.ts';

const rounds = 5;
const seconds = 2;
const connections = 50;

/** A process that serves. */
interface Server {
  url: string;
  child: ChildProcess;
}

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
// As `npm start` runs it: with less memory for new objects, which otherwise grows to 96 MiB.
const node = description.scripts.start.split(' ').slice(1, -1);

async function startReference(env: Record<string, string>, ...args: string[]): Promise<Server> {
  const { child, cases } = await started(folder, { node, args, env: { NODE_ENV: 'production', ...env } });
  return { child, url: cases.url };
}

/** A minimal server that sends the same responses. */
async function startBare(read: string, created: string): Promise<Server> {
  const child = spawn(process.execPath, ['tools/bench/bare.ts', read, created], { cwd: root });
  return { child, url: await readyLine(child, /http:\S+/) };
}

const headers = { Authorization: `Bearer ${demoKeys[0]!.key}` };
const create = {
  method: 'POST' as const,
  path: '/cases',
  headers: { ...headers, 'Content-Type': 'application/json' },
  body: JSON.stringify({ type: 'PF', reference: 'bench' }),
};
const readOf = (created: string) => ({
  method: 'GET' as const,
  path: `/cases/${(JSON.parse(created) as { id: string }).id}`,
  headers,
});

/** Sends one request on its own connection, because a kept one may close just then; returns the text of the response. */
async function send(url: string, { path, ...request }: typeof create | ReturnType<typeof readOf>): Promise<string> {
  const response = await fetch(url + path, { ...request, headers: { ...request.headers, Connection: 'close' } });
  if (!response.ok) throw new Error(`${request.method} ${path} at ${url} responds with ${response.status}`);
  return response.text();
}

/** The request that is repeated, by the kind of load. */
const loads = {
  reads: async (url: string) => readOf(await send(url, create)),
  writes: async () => create,
};

/** What a server did in one round. */
interface Round {
  perSecond: number;
  p50: number;
  p99: number;
  /** responses other than 2xx, and errors */
  failed: number;
}

async function roundOf(load: keyof typeof loads, { url }: Server): Promise<Round> {
  const requests = [await loads[load](url)];
  const { latency, duration, non2xx, errors, ...run } = await autocannon({
    url,
    connections,
    duration: seconds,
    requests,
  });
  return { perSecond: run['2xx'] / duration, p50: latency.p50, p99: latency.p99, failed: non2xx + errors };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/**
 * Prints a line for each server, with the medians of its rounds. The servers take turns, and a ratio compares results of
 * the same round, because the load of the machine varies.
 */
async function benchLoad(load: keyof typeof loads, servers: Record<string, Server>): Promise<void> {
  const measured: Record<string, Round>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    measured.push({});
    for (const [name, server] of Object.entries(servers)) measured[round]![name] = await roundOf(load, server);
  }
  const [bare] = Object.keys(servers);
  const lines = Object.keys(servers).map((name) => {
    const medianOf = (value: (own: Round, ofBare: Round) => number) =>
      Number(median(measured.map((round) => value(round[name]!, round[bare!]!))).toFixed(2));
    const line = {
      'a second': medianOf(({ perSecond }) => Math.round(perSecond)),
      'of bare': medianOf((own, ofBare) => own.perSecond / ofBare.perSecond),
      'p50 ms': medianOf(({ p50 }) => p50),
      'p99 ms': medianOf(({ p99 }) => p99),
      failed: measured.reduce((sum, round) => sum + round[name]!.failed, 0),
    };
    return [name, line];
  });
  process.stdout.write(`\n${load}, ${connections} connections, median of ${rounds} rounds of ${seconds} s\n`);
  new Console(process.stdout).table(Object.fromEntries(lines));
}

/** Judges the bundled reference implementation as a user does, once before it counts. */
function benchSuite(): void {
  const taken = Array.from({ length: rounds + 1 }, () => {
    const started = performance.now();
    const { status } = spawnSync('npm', ['run', 'conformance'], { cwd: root, stdio: 'ignore' });
    if (status !== 0) throw new Error(`npm run conformance ended with ${status}`);
    return (performance.now() - started) / 1000;
  });
  const middle = median(taken.slice(1)).toFixed(1);
  process.stdout.write(`npm run conformance, from command to verdict: ${middle} s, median of ${rounds} runs\n`);
}

const [only] = process.argv.slice(2);
if (only === undefined) benchSuite();
const memory = await startReference({}, '--ephemeral');
await benchCost(memory.url, create, only === 'baseline');
if (only !== undefined) {
  await stopProcess(memory.child);
  await rm(folder, { recursive: true });
  process.exit();
}
const postgres = await startPostgres(['fsync=on']);
const created = await send(memory.url, create);
const servers = {
  'bare node:http': await startBare(await send(memory.url, readOf(created)), created),
  'in memory': memory,
  'in a folder': await startReference({}),
  'on PostgreSQL': await startReference({ DATA_DIR: '', DATABASE_URL: await createDatabase(postgres.url) }),
};
const children = Object.values(servers).map(({ child }) => child);
process.on('exit', () => children.forEach((child) => child.kill()));
for (const load of Object.keys(loads) as (keyof typeof loads)[]) await benchLoad(load, servers);
await Promise.all(children.map((child) => stopProcess(child)));
await postgres.remove();
await rm(folder, { recursive: true });
