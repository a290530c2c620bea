// What `idv-conformance proxy` adds to each request, beside a proxy that reads nothing.
import { type Load, loads, measure, type Round } from './load.ts';
import { open, readOf, type Server, startBareProxy, startProxy, startReference, stop } from './servers.ts';
import { median, print, row, times, whole } from './table.ts';

const rounds = 5;
const seconds = 2;
const names = ['no proxy', 'bare node:http', 'idv-conformance'];

const oneByOne: Load = { name: 'reads', connections: 1, prepare: async (url) => readOf(await open(url)) };

export async function benchProxy(): Promise<void> {
  const reference = await startReference();
  const servers: Server[] = [reference, await startBareProxy(reference.url), await startProxy(reference.url)];
  print('\nthe proxy in front of the reference implementation');
  for (const load of [oneByOne, loads[0]!, loads[2]!]) {
    print(`\n${load.name}, ${load.connections} connections, median of ${rounds} rounds of ${seconds} s`);
    printLoad(await measure(load, servers, { rounds, seconds }, () => Promise.resolve()));
  }
  await Promise.all(servers.toReversed().map(stop));
}

/** Medians; a ratio is one of the same round. */
function printLoad(measured: Round[][]): void {
  const bare = measured[1]!;
  row(['', 'a second', 'of bare', 'mean us', 'added to bare', 'cpu us', 'failed']);
  measured.forEach((rounds, at) => {
    const added = rounds.map(({ mean }, of) => mean - bare[of]!.mean);
    row([
      names[at]!,
      whole(median(rounds.map(({ perSecond }) => perSecond))),
      times(median(rounds.map(({ perSecond }, of) => perSecond / bare[of]!.perSecond))),
      whole(median(rounds.map(({ mean }) => mean))),
      whole(median(added)),
      whole(median(rounds.map(({ cpu }) => cpu))),
      whole(rounds.reduce((sum, { failed }) => sum + failed, 0)),
    ]);
  });
}
