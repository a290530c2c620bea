// `npm run bench`: how long the suite takes, how fast the reference implementation reads and writes compared with a
// minimal server, and what a case costs the database. Only the ratios are comparable between machines.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printGrowth } from './bench/growth.ts';
import { connections, loads, measure, type Round } from './bench/load.ts';
import {
  create,
  readOf,
  send,
  type Server,
  startBare,
  startInFolder,
  startOnPostgres,
  startReference,
} from './bench/servers.ts';
import { runCommand, runSuite } from './bench/suite.ts';
import { median, print, row, times, whole } from './bench/table.ts';
import { createDatabase, startPostgres } from './postgres/server.ts';
import { stopProcess } from './processes.ts';

const rounds = 5;
const seconds = 2;

/** A server of each kind; the bare one sends the same responses as the reference implementation. */
async function startAll(dataDir: string, database: string): Promise<Record<string, Server>> {
  const memory = await startReference();
  const created = await send(memory.url, create);
  return {
    'bare node:http': await startBare(await send(memory.url, readOf(created)), created),
    'in memory': memory,
    'in a folder': await startInFolder(dataDir),
    'on PostgreSQL': await startOnPostgres(database),
  };
}

/**
 * One line per server, with the medians of its rounds. A ratio compares results of the same round, because the load of the
 * machine varies. The ratio of the processor times is correct on a busy machine too, where the sender limits the rate.
 */
function printLoad(names: string[], measured: Round[][]): void {
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
  row(['latency', 'requests', 'passed', 'seconds', 'outcome']);
  for (const latency of [0, 20, 100]) {
    const { run, counts, outcome } = await runSuite(latency);
    const took = (run.milliseconds / 1000).toFixed(1);
    row([`${latency} ms`, String(run.requests), String(counts.pass), took, outcome.name ?? outcome.headline]);
  }
}

async function benchServers(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const postgres = await startPostgres({ durable: true });
  const servers = await startAll(join(folder, 'data'), await createDatabase(postgres.url));
  for (const load of Object.keys(loads) as (keyof typeof loads)[]) {
    print(`\n${load}, ${connections} connections, median of ${rounds} rounds of ${seconds} s`);
    printLoad(Object.keys(servers), await measure(load, Object.values(servers), rounds, seconds));
  }
  await Promise.all(Object.values(servers).map(({ child }) => stopProcess(child)));
  await printGrowth(await createDatabase(postgres.url));
  await postgres.remove();
  await rm(folder, { recursive: true });
}

await benchSuite();
await benchServers();
