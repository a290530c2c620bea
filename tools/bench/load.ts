import { mkdtemp, open as openFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import autocannon from 'autocannon';
import {
  create,
  evidenceOf,
  open,
  processorTimeOf,
  readOf,
  residentOf,
  send,
  type Server,
  uploadOf,
} from './servers.ts';

/** What a server did in one round. */
export interface Round {
  perSecond: number;
  /** milliseconds at the 50th, 97.5th and 99th percentile */
  latency: [number, number, number];
  /** microseconds of one connection for one response, also if a millisecond is too coarse */
  mean: number;
  /** microseconds of processor time per response */
  cpu: number;
  /** responses other than 2xx, and errors */
  failed: number;
}

/** A kind of load; `prepare` creates the cases for its requests. */
export interface Load {
  name: string;
  connections: number;
  prepare: (url: string) => Promise<autocannon.Request>;
}

const casesPerRound = 400;

/** Requests that go from case to case, because a case accepts at most twenty artifacts. */
async function uploads(url: string): Promise<autocannon.Request> {
  const ids: string[] = [];
  while (ids.length < casesPerRound) ids.push(...(await Promise.all(Array.from({ length: 20 }, () => open(url)))));
  let sent = 0;
  const setupRequest = (request: autocannon.Request) => {
    const id = ids[Math.floor(sent / 20) % casesPerRound]!;
    sent += 1;
    return { ...request, path: `/cases/${id}/artifacts` };
  };
  return { ...uploadOf(ids[0]!), setupRequest };
}

export const loads: Load[] = [
  { name: 'reads', connections: 50, prepare: async (url) => readOf(await open(url)) },
  { name: 'creates', connections: 50, prepare: async () => create },
  { name: 'uploads of 100 KiB', connections: 20, prepare: uploads },
];

/**
 * Sends the load to one server after the other, round by round, so that the servers of one round run under the same
 * conditions; `between` is part of every round too.
 *
 * @returns the rounds of each server
 */
export async function measure(
  load: Load,
  servers: Server[],
  { rounds, seconds }: { rounds: number; seconds: number },
  between: () => Promise<void>,
): Promise<Round[][]> {
  const measured = servers.map((): Round[] => []);
  for (let round = 0; round < rounds; round += 1) {
    await between();
    // The order rotates, so that no server always follows the same one.
    for (let turn = 0; turn < servers.length; turn += 1) {
      const at = (round + turn) % servers.length;
      measured[at]!.push(await measureOnce(load, servers[at]!, seconds));
    }
  }
  return measured;
}

export async function measureOnce({ prepare, connections }: Load, server: Server, duration: number): Promise<Round> {
  const { url } = server;
  const requests = [await prepare(url)];
  const before = await processorTimeOf(server);
  const run = await autocannon({ url, connections, duration, sampleInt: 500, requests });
  const answered = run['2xx'];
  return {
    perSecond: answered / run.duration,
    mean: (run.duration * connections * 1_000_000) / answered,
    latency: [run.latency.p50, run.latency.p97_5, run.latency.p99],
    cpu: ((await processorTimeOf(server)) - before) / answered,
    failed: run.non2xx + run.errors,
  };
}

/** The most memory that a server uses, in MiB, before and while many clients upload in parallel. */
export async function memoryOfUploads(server: Server, clients: number, mebibytes: number) {
  const before = await residentOf(server);
  let most = before;
  const content = evidenceOf(mebibytes * 1024 * 1024);
  const watch = setInterval(() => {
    void residentOf(server).then((now) => (most = Math.max(most, now)));
  }, 20);
  await Promise.all(
    Array.from({ length: clients }, async () => send(server.url, uploadOf(await open(server.url), content))),
  );
  clearInterval(watch);
  return { before, most };
}

/** How many small writes per second the disk of a folder can make durable: the limit for durable creates one by one. */
export async function syncsPerSecond(folder: string, seconds: number): Promise<number> {
  const place = await mkdtemp(join(folder, 'sync-'));
  const file = await openFile(join(place, 'file'), 'w');
  const page = Buffer.alloc(4096);
  const started = performance.now();
  let count = 0;
  while (performance.now() - started < seconds * 1000) {
    await file.write(page);
    await file.datasync();
    count += 1;
  }
  const perSecond = (count * 1000) / (performance.now() - started);
  await file.close();
  await rm(place, { recursive: true });
  return perSecond;
}
