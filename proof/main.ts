// `npm run proof`: every fault is caught as declared and every check was seen to fail. `npm run proof -- <text>` proves
// the faults that have the text in their name or in the id of a requirement that they break.
import { fileURLToPath } from 'node:url';
import { requirements, type TestableId } from '../generated/requirements.ts';
import { faults } from './faults/index.ts';
import { type Proof, prove } from './prove.ts';
import { publish } from './page.ts';
import { runInWorkers } from './workers.ts';

const pool = { file: new URL('worker.ts', import.meta.url), tasksPerWorker: 3 };
// Who judges webhooks mostly waits for events: more of them share a core, and nobody else.
const webhookPool = { ...pool, tasksPerWorker: 6 };
const waitsForWebhooks = (at: number) => ['with webhooks', 'slow'].includes(faults[at]!.profile ?? '');

/** One fault after the other, with nothing beside it; a gap must show twice to count. */
async function proveAlone(proofs: Proof[]): Promise<Proof[]> {
  const again: Proof[] = [];
  for (const { name } of proofs) {
    const fault = faults.find((known) => known.name === name)!;
    const proof = await prove(fault);
    again.push(proof.gaps.length === 0 ? proof : await prove(fault));
  }
  return again;
}

/** The places of the faults that the text names; all without one. */
function chosenBy(filter: string | undefined): number[] {
  const names = faults.map(({ name }) => name);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw new Error(`two faults have the name "${repeated}"`);
  const chosen = faults.flatMap(({ name, breaks }, at) =>
    filter === undefined || name.includes(filter) || Object.keys(breaks).some((id) => id.includes(filter)) ? [at] : [],
  );
  if (chosen.length === 0) throw new Error(`no fault is named or aimed at "${filter}"`);
  return chosen;
}

const hasNoGaps = ({ gaps }: Proof) => gaps.length === 0;

async function main(filter: string | undefined): Promise<number> {
  const started = performance.now();
  const chosen = chosenBy(filter);
  const crowded = [
    ...(await runInWorkers<number, Proof>(
      chosen.filter((at) => !waitsForWebhooks(at)),
      pool,
    )),
    ...(await runInWorkers<number, Proof>(chosen.filter(waitsForWebhooks), webhookPool)),
  ];
  // Many runs share the cores, and races come out otherwise when a core is late: what left a gap is looked at alone.
  const alone = await proveAlone(crowded.filter((proof) => !hasNoGaps(proof)));
  const proofs = crowded.map((proof) => alone.find(({ name }) => name === proof.name) ?? proof);
  for (const { name, gaps } of proofs.filter((proof) => !hasNoGaps(proof)))
    process.stdout.write(`GAP ${name}\n${gaps.map((gap) => `  ${gap}\n`).join('')}`);
  const sound = proofs.filter(hasNoGaps);
  const failed = new Set(sound.flatMap(({ caughtBy }) => caughtBy));
  const testable = requirements.filter(({ untestable }) => untestable === null);
  const unproven = filter === undefined ? testable.filter(({ id }) => !failed.has(id as TestableId)) : [];
  for (const { id } of unproven) process.stdout.write(`UNPROVEN ${id}: no fault was seen to fail it\n`);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(
    `${sound.length} of ${proofs.length} faults caught as declared; ${failed.size} of ${testable.length} checks seen to fail; ${alone.length} faults looked at again alone; ${seconds} s\n`,
  );
  if (sound.length < proofs.length || unproven.length > 0) return 1;
  if (filter !== undefined) return 0;
  for (const file of publish(fileURLToPath(new URL('..', import.meta.url)), requirements, proofs))
    process.stdout.write(`${file} is written anew: commit it.\n`);
  return 0;
}

try {
  process.exitCode = await main(process.argv[2]);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
