// Sends in this process, with no service in it: `node tools/bench/sender.ts suite|explore|proxy <address>`. Prints as JSON how
// many requests there were, the CPU milliseconds that they took, and those of a fixed computation at the same time.
import { once } from 'node:events';
import { bearerKey } from '../../conformance/wire/exchange.ts';
import { explore } from '../../conformance/explore/explore.ts';
import type { Manifest } from '../../conformance/manifest.ts';
import { Proxy } from '../../conformance/proxy/proxy.ts';
import { Watch } from '../../conformance/proxy/watch.ts';
import { referenceKeys } from '../../conformance/reference/start.ts';
import { wholeSuite } from '../../conformance/run/selection.ts';
import { judgeService } from '../../conformance/run/service.ts';

const [kind, baseUrl] = process.argv.slice(2) as [keyof typeof senders, string];
const manifest: Manifest = {
  baseUrl,
  claims: ['sandbox', 'live-key'],
  keys: referenceKeys,
  key: bearerKey,
  id: '/id',
};

/** Each returns the number of its requests. */
const senders = {
  async suite(): Promise<number> {
    const { results } = await judgeService(manifest, wholeSuite);
    return new Set(results.flatMap(({ exchanges }) => exchanges)).size;
  },
  async explore(): Promise<number> {
    const options = { duration: 4000, overtime: 0, seed: 1, workers: 4, corpus: [], timeout: 10_000 };
    return (await explore(manifest, 'be9c4a11', options)).requests;
  },
  /** Prints its address, and passes requests on until the standard input ends. */
  async proxy(): Promise<number> {
    const watch = new Watch(manifest, { keepBodies: false, found: () => {} });
    const key = { value: referenceKeys.tenant, shell: '$IDV_API_KEY' };
    const proxy = new Proxy({
      target: new URL(baseUrl),
      credentialOf: () => key,
      failed: (problem) => process.stderr.write(`${problem}\n`),
      listener: {
        begin: (slot) => watch.begin(slot),
        end: (slot, exchange) => setImmediate(() => watch.end(slot, exchange)),
        opaque: () => {},
      },
    });
    process.stdout.write(`${await proxy.listen({ host: '127.0.0.1', port: 0 })}\n`);
    process.stdin.resume();
    await once(process.stdin, 'end');
    proxy.close();
    return watch.exchanges.length;
  },
};

const cpu = (since?: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

/** CPU milliseconds of something that a change of the suite does not make faster: how fast the machine is just now. */
function fixedComputation(): number {
  const before = process.cpuUsage();
  for (let round = 0; round < 40; round += 1) {
    const texts = Array.from({ length: 5000 }, (_, at) => JSON.stringify({ at, text: `${at * 7919}`.repeat(3) }));
    texts.map((text) => JSON.parse(text) as object).toSorted();
  }
  return cpu(before);
}

const unit = fixedComputation();
const before = process.cpuUsage();
const requests = await senders[kind]();
process.stdout.write(
  `${JSON.stringify({ requests, milliseconds: cpu(before), unit: (unit + fixedComputation()) / 2 })}\n`,
);
process.exit();
