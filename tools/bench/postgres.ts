// How the throughput of the reference implementation grows with the number of processes on one PostgreSQL database.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDatabase, startPostgres } from '../postgres/server.ts';
import { printGrowth } from './growth.ts';
import { type Load, loads, measureOnce, type Round } from './load.ts';
import { root, type Server, startOnPostgres, startReference, stop } from './servers.ts';
import { median, print, row, times, whole } from './table.ts';

const rounds = 3;
const seconds = 2;
const processes = [1, 2, 4];
const connections = 48;

type Measured = Pick<Round, 'perSecond' | 'latency' | 'failed'>;

/** The load on all servers at once, each with its share of the connections. */
async function together(load: Load, servers: Server[]): Promise<Measured> {
  const share = { ...load, connections: connections / servers.length };
  const found = await Promise.all(servers.map((server) => measureOnce(share, server, seconds)));
  const worst = (which: 0 | 1 | 2) => Math.max(...found.map(({ latency }) => latency[which]));
  return {
    perSecond: found.reduce((sum, { perSecond }) => sum + perSecond, 0),
    latency: [worst(0), worst(1), worst(2)],
    failed: found.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** Only the SQL statements of the load, in a loop: no HTTP, the same number of callers and processes. */
async function driverAlone(load: Load, url: string, many: number): Promise<number> {
  const flags = ['tools/bench/statements.ts', url, load.name, String(connections / many), String(seconds)];
  const run = () => promisify(execFile)(process.execPath, flags, { cwd: root });
  const found = await Promise.all(Array.from({ length: many }, run));
  return found.reduce((sum, { stdout }) => sum + Number(stdout), 0);
}

/** Each round measures everything once, so that ratios compare results of the same round. */
async function benchLoad(load: Load, embedded: Server, replicas: Server[], url: string): Promise<void> {
  const measured = processes.map((): (Measured & { driver: number; embedded: number })[] => []);
  const alone: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await together(load, [embedded]));
    for (const [at, many] of processes.entries()) {
      const driver = await driverAlone(load, url, many);
      const found = await together(load, replicas.slice(0, many));
      measured[at]!.push({ ...found, driver, embedded: alone[round]!.perSecond });
    }
  }
  print(`\n${load.name} on PostgreSQL, ${connections} connections, median of ${rounds} rounds of ${seconds} s;`);
  print('of driver: of the same statements alone, by the driver in a loop in as many processes');
  row(['', 'a second', 'of embedded', 'of driver', 'p50 ms', 'p99 ms', 'failed'], 22);
  const line = (name: string, of: Measured[], ratios: string[]) => {
    const latency = ([0, 2] as const).map((which) => whole(median(of.map((round) => round.latency[which]))));
    const failed = of.reduce((sum, round) => sum + round.failed, 0);
    row([name, whole(median(of.map(({ perSecond }) => perSecond))), ...ratios, ...latency, whole(failed)], 22);
  };
  line('embedded, 1 process', alone, ['', '']);
  processes.forEach((many, at) => {
    const of = measured[at]!;
    const ofEmbedded = times(median(of.map(({ perSecond, embedded }) => perSecond / embedded)));
    const ofDriver = times(median(of.map(({ perSecond, driver }) => perSecond / driver)));
    line(`${many} process${many === 1 ? '' : 'es'}`, of, [ofEmbedded, ofDriver]);
  });
}

/** Reads and creates with 1, 2 and 4 processes; then the bytes per case in the database. */
export async function benchPostgres(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const postgres = await startPostgres({ durable: true });
  const url = await createDatabase(postgres.url);
  const embedded = await startReference(join(folder, 'data'));
  const replicas = await Promise.all(Array.from({ length: Math.max(...processes) }, () => startOnPostgres(url)));
  for (const load of loads.filter(({ name }) => ['reads', 'creates'].includes(name)))
    await benchLoad(load, embedded, replicas, url);
  await Promise.all([embedded, ...replicas].map(stop));
  await printGrowth(await createDatabase(postgres.url));
  await postgres.remove();
  await rm(folder, { recursive: true });
}
