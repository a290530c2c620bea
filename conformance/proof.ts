// `npm run proof`: every fault is caught by exactly the checks that it declares, each for its declared reason.
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { requirements, type TestableId } from '../generated/requirements.ts';
import { authenticator, type Key } from '../reference-impl/keys.ts';
import { defaultParts, type Parts } from '../reference-impl/parts.ts';
import { createService } from '../reference-impl/service.ts';
import type { Manifest } from './checks/context.ts';
import { referenceKeys } from './demo.ts';
import type { Result } from './engine/verdict.ts';
import { faults } from './faults/index.ts';
import type { Fault } from './faults/fault.ts';
import { judge } from './judge.ts';
import { wholeSuite } from './selection.ts';

/** What one fault came to: `gaps` is empty when it was caught as declared. */
export interface Proof {
  name: string;
  /** the checks that failed */
  caughtBy: TestableId[];
  gaps: string[];
}

const sides = 3;
const bearer = { header: 'Authorization', template: 'Bearer {key}' };
const liveKeys: Key[] = [
  { key: 'live_key_of_tenant_one', tenant: 'one', mode: 'live' },
  { key: 'live_key_of_tenant_two', tenant: 'two', mode: 'live' },
];
const withoutSandbox = {
  claims: [],
  keys: { tenant: liveKeys[0]!.key, other: liveKeys[1]!.key },
} satisfies Partial<Manifest>;
const withEverything = { claims: ['sandbox', 'live-key'], keys: referenceKeys } satisfies Partial<Manifest>;

/** Runs the whole suite against the reference implementation with the fault. */
export async function prove(fault: Fault): Promise<Proof> {
  const world: Partial<Parts> = fault.world ? { authenticate: authenticator(liveKeys) } : {};
  const sound = { ...defaultParts(), ...world };
  const service = await createService({ ...sound, ...fault.parts(sound) });
  try {
    const baseUrl = await service.listen({ port: 0, host: '127.0.0.1' });
    const claimed = fault.world ? withoutSandbox : withEverything;
    const { results } = await judge({ baseUrl, key: bearer, id: '/id', ...claimed }, { ...wholeSuite, concurrency: 8 });
    return compare(fault, results);
  } finally {
    await service.close();
  }
}

/** Holds what a run found against what the fault declares. */
export function compare({ name, breaks }: Pick<Fault, 'name' | 'breaks'>, results: Result[]): Proof {
  const failed = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warning');
  const caughtBy = failed.map(({ requirement }) => requirement.id as TestableId);
  const unseen = (Object.keys(breaks) as TestableId[]).filter((id) => !caughtBy.includes(id));
  const gaps = [
    ...unseen.map(
      (id) => `${id} did not fail: ${results.find(({ requirement }) => requirement.id === id)?.verdict ?? 'not run'}`,
    ),
    ...failed.flatMap(({ requirement, reason }) => {
      const declared = breaks[requirement.id as TestableId];
      if (declared === undefined) return [`${requirement.id} failed undeclared: ${reason}`];
      return reason.includes(declared) ? [] : [`${requirement.id} failed, but not with "${declared}": ${reason}`];
    }),
    ...results
      .filter(({ verdict }) => verdict === 'error')
      .map(({ requirement, stack }) => `${requirement.id} is an error: ${stack}`),
    ...results
      .filter((result) => result.verdict === 'inconclusive' && !isBlocked(result, caughtBy, results))
      .map(({ requirement, reason }) => `${requirement.id} is inconclusive without cause: ${reason}`),
  ];
  return { name, caughtBy, gaps };
}

/** True when what blocks it has failed, or is itself blocked by what has failed. */
function isBlocked({ blockedBy }: Result, failed: string[], results: Result[], depth = 0): boolean {
  if (blockedBy === undefined || depth > 5) return false;
  if (failed.includes(blockedBy)) return true;
  const blocking = results.find(({ requirement }) => requirement.id === blockedBy);
  return blocking !== undefined && isBlocked(blocking, failed, results, depth + 1);
}

/** Gives each worker one fault after the other and collects what they came to. */
async function proveAll(chosen: number[]): Promise<Proof[]> {
  const queue = [...chosen];
  const proofs: Proof[] = [];
  const worker = () =>
    new Promise<void>((resolve, reject) => {
      const thread = new Worker(new URL(import.meta.url));
      const next = () => {
        const index = queue.shift();
        thread.postMessage(index ?? null);
      };
      for (let side = 0; side < sides; side += 1) next();
      thread.on('message', (proof: Proof) => {
        proofs.push(proof);
        next();
      });
      thread.on('error', reject);
      thread.on('exit', () => resolve());
    });
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), chosen.length) }, worker));
  return proofs;
}

/** One fault after the other, with nothing beside it; a gap must show twice to count. */
async function proveAlone(indices: number[]): Promise<Proof[]> {
  const proofs: Proof[] = [];
  for (const index of indices) {
    const proof = await prove(faults[index]!);
    proofs.push(proof.gaps.length === 0 ? proof : await prove(faults[index]!));
  }
  return proofs;
}

async function main(filter: string | undefined): Promise<number> {
  const started = performance.now();
  const chosen = faults.flatMap(({ name, breaks }, at) =>
    filter === undefined || name.includes(filter) || Object.keys(breaks).some((id) => id.includes(filter)) ? [at] : [],
  );
  const names = faults.map(({ name }) => name);
  const repeated = names.filter((name, at) => names.indexOf(name) !== at);
  if (repeated.length > 0) throw new Error(`two faults have the name "${repeated[0]}"`);
  if (chosen.length === 0) throw new Error(`no fault is named or aimed at "${filter}"`);
  const crowded = await proveAll(chosen);
  // Many runs share the cores, and races come out otherwise when a core is late: what left a gap is looked at alone.
  const again = crowded.filter(({ gaps }) => gaps.length > 0).map(({ name }) => names.indexOf(name));
  const alone = await proveAlone(again);
  const proofs = [...crowded.filter(({ gaps }) => gaps.length === 0), ...alone];
  for (const { name, gaps } of alone)
    process.stdout.write(gaps.length === 0 ? '' : `GAP ${name}\n${gaps.map((gap) => `  ${gap}\n`).join('')}`);
  const caught = new Set(proofs.flatMap(({ gaps, caughtBy }) => (gaps.length === 0 ? caughtBy : [])));
  const testable = requirements.filter(({ untestable }) => untestable === null);
  const unproven = filter === undefined ? testable.filter(({ id }) => !caught.has(id as TestableId)) : [];
  for (const { id } of unproven) process.stdout.write(`UNPROVEN ${id}: no fault was seen to fail it\n`);
  const sound = proofs.filter(({ gaps }) => gaps.length === 0).length;
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(
    `${sound} of ${chosen.length} faults caught as declared; ${caught.size} of ${testable.length} checks seen to fail; ${again.length} faults looked at again alone; ${seconds} s\n`,
  );
  return sound === chosen.length && unproven.length === 0 ? 0 : 1;
}

if (!isMainThread) {
  let running = 0;
  parentPort!.on('message', (index: number | null) => {
    if (index === null) {
      if (running === 0) parentPort!.close();
      return;
    }
    running += 1;
    void prove(faults[index]!)
      .catch((error: unknown): Proof => ({
        name: faults[index]!.name,
        caughtBy: [],
        gaps: [`the proof itself failed: ${(error as Error).stack}`],
      }))
      .then((proof) => {
        running -= 1;
        parentPort!.postMessage(proof);
      });
  });
} else if (process.argv[1] === import.meta.filename) {
  try {
    process.exitCode = await main(process.argv[2]);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 2;
  }
}
