import autocannon from 'autocannon';
import { create, open, processorTimeOf, readOf, type Server } from './servers.ts';

/** What a server did in one round. */
export interface Round {
  perSecond: number;
  /** milliseconds at the 50th and 99th percentile */
  latency: [number, number];
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

export const loads: Load[] = [
  { name: 'reads', connections: 50, prepare: async (url) => readOf(await open(url)) },
  { name: 'writes', connections: 50, prepare: async () => create },
];

/**
 * Sends the load to one server after the other, round by round, so that the servers of one round run under the same
 * conditions.
 *
 * @returns the rounds of each server
 */
export async function measure(
  load: Load,
  servers: Server[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Round[][]> {
  const measured = servers.map((): Round[] => []);
  for (let round = 0; round < rounds; round += 1)
    // The order rotates, so that no server always follows the same one.
    for (let turn = 0; turn < servers.length; turn += 1) {
      const at = (round + turn) % servers.length;
      measured[at]!.push(await measureOnce(load, servers[at]!, seconds));
    }
  return measured;
}

async function measureOnce({ prepare, connections }: Load, server: Server, duration: number): Promise<Round> {
  const { url } = server;
  const requests = [await prepare(url)];
  const before = await processorTimeOf(server);
  const run = await autocannon({ url, connections, duration, sampleInt: 500, requests });
  const answered = run['2xx'];
  return {
    perSecond: answered / run.duration,
    latency: [run.latency.p50, run.latency.p99],
    cpu: ((await processorTimeOf(server)) - before) / answered,
    failed: run.non2xx + run.errors,
  };
}
