// `npm run bench`: compares the speed of the reference implementation with a minimal server, with the mock, and with
// itself on PostgreSQL; and measures what the proxy adds, and how long the suite takes for a distant candidate. Only the
// ratios are comparable between machines.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loads, measure, memoryOfUploads, type Round, syncsPerSecond } from './bench/load.ts';
import {
  create,
  open,
  readOf,
  send,
  type Server,
  startBare,
  startPrism,
  startReference,
  stop,
  uploadOf,
} from './bench/servers.ts';
import { benchPostgres } from './bench/postgres.ts';
import { benchProxy } from './bench/proxy.ts';
import { runCommand, runSuite } from './bench/suite.ts';
import { median, print, row, times, whole } from './bench/table.ts';

const rounds = 5;
const seconds = 2;
const names = ['in memory', 'durable', 'bare node:http', 'Prism mock'];

/** A server of each kind; the bare one sends the same responses as the reference implementation. */
async function startAll(dataDir: string): Promise<Server[]> {
  const memory = await startReference();
  const id = await open(memory.url);
  const { path, headers } = readOf(id);
  const read = await (await fetch(memory.url + path, { headers })).text();
  const bare = await startBare(read, await send(memory.url, create), await send(memory.url, uploadOf(id)));
  return [memory, await startReference(dataDir), bare, await startPrism()];
}

/**
 * One line per server, with the medians of its rounds. A ratio compares results of the same round, because the load of the
 * machine varies. The ratio of the processor times is correct on a busy machine too, where the sender limits the rate.
 */
function printLoad(measured: Round[][]): void {
  const [, , bare, prism] = measured as [Round[], Round[], Round[], Round[]];
  row(['', 'a second', 'of bare', 'of Prism', 'p50 ms', 'p97.5 ms', 'p99 ms', 'cpu us', 'cpu of bare', 'failed']);
  measured.forEach((rounds, at) => {
    const to = (others: Round[]) => times(median(rounds.map(({ perSecond }, of) => perSecond / others[of]!.perSecond)));
    const cpuToBare = times(median(rounds.map(({ cpu }, of) => cpu / bare[of]!.cpu)));
    const latency = [0, 1, 2].map((which) => whole(median(rounds.map((round) => round.latency[which]!))));
    row([
      names[at]!,
      whole(median(rounds.map(({ perSecond }) => perSecond))),
      to(bare),
      to(prism),
      ...latency,
      whole(median(rounds.map(({ cpu }) => cpu))),
      cpuToBare,
      whole(rounds.reduce((sum, { failed }) => sum + failed, 0)),
    ]);
  });
}

async function benchServers(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const servers = await startAll(join(folder, 'data'));
  const durable = servers[1]!;
  for (const load of loads) {
    print(`\n${load.name}, ${load.connections} connections, median of ${rounds} rounds of ${seconds} s`);
    const syncs: number[] = [];
    const measured = await measure(load, servers, { rounds, seconds }, async () => {
      syncs.push(await syncsPerSecond(folder, seconds / 4));
    });
    printLoad(measured);
    print(`${'disk alone'.padEnd(16)}${whole(median(syncs)).padStart(11)}  writes of 4 KiB that last`);
  }
  const { before, most } = await memoryOfUploads(durable, 50, 10);
  print(
    `memory of the durable one: ${whole(before)} MiB, at most ${whole(most)} MiB under 50 parallel uploads of 10 MiB`,
  );
  await Promise.all(servers.map(stop));
  await rm(folder, { recursive: true });
}

async function benchSuite(): Promise<void> {
  await runCommand();
  const seconds: number[] = [];
  for (let run = 0; run < rounds; run += 1) seconds.push(await runCommand());
  print(`\nnpm run conformance, from command to verdict: ${median(seconds).toFixed(1)} s, median of ${rounds} runs`);
  print('\nthe suite against the reference implementation');
  row(['latency', 'requests', 'checks', 'seconds', 'outcome']);
  for (const latency of [0, 20, 100]) {
    const { requests, checks, milliseconds, outcome } = await runSuite(latency);
    row([`${latency} ms`, String(requests), String(checks), (milliseconds / 1000).toFixed(1), outcome]);
  }
}

await benchServers();
await benchProxy();
await benchPostgres();
await benchSuite();
