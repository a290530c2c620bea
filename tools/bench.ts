// `npm run bench`: how long the suite takes, how fast the reference implementation reads and writes compared with a
// minimal server, and what a case costs the database. Only the ratios are comparable between machines.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printGrowth } from './bench/growth.ts';
import { loads, measure, type Round } from './bench/load.ts';
import {
  create,
  open,
  readOf,
  send,
  type Server,
  startBare,
  startOnPostgres,
  startReference,
  stop,
} from './bench/servers.ts';
import { runCommand, runSuite } from './bench/suite.ts';
import { median, print, row, times, whole } from './bench/table.ts';
import { createDatabase, startPostgres } from './postgres/server.ts';

const rounds = 5;
const seconds = 2;
const names = ['bare node:http', 'in memory', 'in a folder', 'on PostgreSQL'];

/** A server of each kind; the bare one sends the same responses as the reference implementation. */
async function startAll(dataDir: string, database: string): Promise<Server[]> {
  const memory = await startReference();
  const { path, headers } = readOf(await open(memory.url));
  const read = await (await fetch(memory.url + path, { headers })).text();
  const bare = await startBare(read, await send(memory.url, create));
  return [bare, memory, await startReference(dataDir), await startOnPostgres(database)];
}

/**
 * One line per server, with the medians of its rounds. A ratio compares results of the same round, because the load of the
 * machine varies. The ratio of the processor times is correct on a busy machine too, where the sender limits the rate.
 */
function printLoad(measured: Round[][]): void {
  row(['', 'a second', 'of bare', 'p50 ms', 'p99 ms', 'cpu of bare', 'failed']);
  measured.forEach((own, at) => {
    const toBare = (value: (round: Round) => number) =>
      times(median(own.map((round, of) => value(round) / value(measured[0]![of]!))));
    row([
      names[at]!,
      whole(median(own.map(({ perSecond }) => perSecond))),
      toBare(({ perSecond }) => perSecond),
      ...([0, 1] as const).map((which) => whole(median(own.map(({ latency }) => latency[which])))),
      toBare(({ cpu }) => cpu),
      whole(own.reduce((sum, { failed }) => sum + failed, 0)),
    ]);
  });
}

async function benchSuite(): Promise<void> {
  await runCommand();
  const taken: number[] = [];
  for (let run = 0; run < rounds; run += 1) taken.push(await runCommand());
  print(`npm run conformance, from command to verdict: ${median(taken).toFixed(1)} s, median of ${rounds} runs`);
  print('\nthe suite against the reference implementation');
  row(['latency', 'requests', 'checks', 'seconds', 'outcome']);
  for (const latency of [0, 20, 100]) {
    const { requests, checks, milliseconds, outcome } = await runSuite(latency);
    row([`${latency} ms`, String(requests), String(checks), (milliseconds / 1000).toFixed(1), outcome]);
  }
}

async function benchServers(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const postgres = await startPostgres({ durable: true });
  const servers = await startAll(join(folder, 'data'), await createDatabase(postgres.url));
  for (const load of loads) {
    print(`\n${load.name}, ${load.connections} connections, median of ${rounds} rounds of ${seconds} s`);
    printLoad(await measure(load, servers, { rounds, seconds }));
  }
  await Promise.all(servers.map(stop));
  await printGrowth(await createDatabase(postgres.url));
  await postgres.remove();
  await rm(folder, { recursive: true });
}

await benchSuite();
await benchServers();
