import autocannon from 'autocannon';
import { create, processorTimeOf, readOf, send, type Server } from './servers.ts';

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

/** The request that is repeated, by the kind of load. */
export const loads = {
  reads: async (url: string) => readOf(await send(url, create)),
  writes: async () => create,
};

export const connections = 50;

/**
 * Sends the load to one server after the other, round by round, so that the servers of one round run under the same
 * conditions.
 *
 * @returns the rounds of each server
 */
export async function measure(load: keyof typeof loads, servers: Server[], rounds: number, seconds: number) {
  const measured = servers.map((): Round[] => []);
  for (let round = 0; round < rounds; round += 1)
    // The order rotates, so that no server always follows the same one.
    for (let turn = 0; turn < servers.length; turn += 1) {
      const at = (round + turn) % servers.length;
      measured[at]!.push(await measureOnce(load, servers[at]!, seconds));
    }
  return measured;
}

async function measureOnce(load: keyof typeof loads, server: Server, duration: number): Promise<Round> {
  const { url } = server;
  const requests = [await loads[load](url)];
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
