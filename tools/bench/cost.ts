// How much CPU time the suite, explore and the proxy need for a request, compared with the baseline beside this file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { Console } from 'node:console';
import autocannon from 'autocannon';
import { readyLine } from '../processes.ts';
import { root } from '../root.ts';

const kinds = ['suite', 'explore', 'proxy'] as const;
type Kind = (typeof kinds)[number];

/** CPU milliseconds of a request, and of the fixed computation that says how fast the machine was. */
interface Cost {
  perRequest: number;
  unit: number;
}

const file = new URL('baseline.json', import.meta.url);
const rounds = 3;
// A difference that is no noise.
const tooMuch = 1.3;

/** Compares with the baseline, or writes it. The service is another process, so that its time does not count. */
export async function benchCost(service: string, load: autocannon.Request, isBaseline: boolean): Promise<void> {
  const costs = new Map<Kind, Cost>();
  for (const kind of kinds) costs.set(kind, await costOf(kind, service, load));
  if (isBaseline) writeFileSync(file, `${JSON.stringify(Object.fromEntries(costs), null, 2)}\n`);
  const baseline = JSON.parse(readFileSync(file, 'utf8')) as Record<Kind, Cost>;
  const ratios = kinds.map((kind) => [kind, inUnits(costs.get(kind)!) / inUnits(baseline[kind])] as const);
  process.stdout.write(`\nCPU milliseconds for a request, without the service, median of ${rounds} rounds\n`);
  new Console(process.stdout).table(
    Object.fromEntries(
      ratios.map(([kind, ratio]) => [
        kind,
        {
          now: Number(costs.get(kind)!.perRequest.toFixed(2)),
          baseline: baseline[kind].perRequest,
          'of baseline, for this machine': Number(ratio.toFixed(2)),
        },
      ]),
    ),
  );
  for (const [kind, ratio] of ratios)
    if (ratio >= tooMuch)
      process.stdout.write(
        `${kind} needs ${ratio.toFixed(2)} times the CPU time of the baseline: find out why, or write a new one with npm run bench baseline\n`,
      );
}

/** The same on a faster machine. */
const inUnits = ({ perRequest, unit }: Cost) => perRequest / unit;

async function costOf(kind: Kind, service: string, load: autocannon.Request): Promise<Cost> {
  const measured: Cost[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await measure(kind, service, load));
  const { perRequest, unit } = measured.toSorted((one, other) => inUnits(one) - inUnits(other))[(rounds - 1) / 2]!;
  return { perRequest: Number(perRequest.toFixed(3)), unit: Number(unit.toFixed(1)) };
}

async function measure(kind: Kind, service: string, load: autocannon.Request): Promise<Cost> {
  const child = spawn(process.execPath, ['tools/bench/sender.ts', kind, service], { cwd: root });
  const said = text(child.stdout);
  const failed = text(child.stderr);
  if (kind === 'proxy') {
    const url = await readyLine(child, /http:\S+/);
    await autocannon({ url, connections: 10, amount: 5000, requests: [load] });
    child.stdin.end();
  }
  const [exitCode] = (await once(child, 'close')) as [number];
  if (exitCode !== 0) throw new Error(await failed);
  const { requests, milliseconds, unit } = JSON.parse((await said).trim().split('\n').at(-1)!) as Record<
    string,
    number
  >;
  return { perRequest: milliseconds! / requests!, unit: unit! };
}
