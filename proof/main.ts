// `npm run proof`: every fault is detected as declared, and every check has failed on a fault.
import { randomInt } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import PQueue from 'p-queue';
import { requirements } from '../generated/requirements.ts';
import { runProgram } from '../tools/program.ts';
import { faults } from './faults/index.ts';
import type { Fault } from './faults/support/fault.ts';
import { type Plan, planned } from './groups.ts';
import { changedPages } from './page.ts';
import { Progress } from './progress.ts';
import { type Proof, prove } from './prove.ts';
import { proveAll, type RunGroup } from './prove-all.ts';
import { type ProofReport, reportOf, summaryOf } from './report.ts';
import { type Selection, selectFaults } from './selection.ts';
import { cores, Workers } from './workers.ts';

const help = `npm run proof -- [--changed] [--check] [--seed <n>] [--report-dir <folder>] [<text> | <revision>]

Runs the suite against faults: the reference implementation, each time with one deliberate defect. Exactly the checks that
a fault declares must fail, each with the declared failure code. To save time, faults that affect different checks share a
run. If such a group fails differently, its faults run again in other groups, and then alone. Every proof forms different
groups. The faults that the last change affects, and a twentieth of the others, have a run of their own. The proof writes
proof.json with the totals and, if there is no gap, docs/proof.md and the table in README.md.

<text>                  only faults with this text in their name or in the id of a requirement that they violate
--changed               only faults that the changes since <revision> (default HEAD~1) affect, also changes not committed
--check                 write no page, and exit with 1 if docs/proof.md or README.md would change
--seed <n>              form the same groups as the proof that printed this seed
--report-dir <folder>   where proof.json is written (default: reports)
--help                  print this

Exit codes: 0 no gap, 1 a gap or a page that is not current, 2 wrong flags or an error of the proof itself.
`;

const options = {
  changed: { type: 'boolean' },
  check: { type: 'boolean' },
  seed: { type: 'string' },
  'report-dir': { type: 'string', default: 'reports' },
} as const;
const root = fileURLToPath(new URL('..', import.meta.url));
const worker = new URL('worker.ts', import.meta.url);
// How many runs a thread performs at once. Those with webhooks mostly wait, and the others use the processor meanwhile.
const runsPerThread = { waiting: 5, others: 3 };
// How many selected or touched faults are proven one by one.
const mostAlone = 60;
// The share of the other faults that is proven alone in each run.
const rotatingShare = 0.05;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Runs groups in the threads; `perThread` is how many of them a thread runs at once. */
function runIn(workers: Workers<number[], Proof>, perThread: number): RunGroup {
  const queue = new PQueue({ concurrency: cores * perThread });
  return (group, priority) => queue.add(() => workers.perform(indexesOf(group)), { priority });
}

const partOf = ({ alone, groups, seed }: Plan, isPart: (group: Fault[]) => boolean): Plan => ({
  alone: alone.filter((fault) => isPart([fault])),
  groups: groups.filter(isPart),
  seed,
});

const indexesOf = (group: Fault[]) => group.map((fault) => faults.indexOf(fault));

const waitsForWebhooks = ([first]: Fault[]) => ['with webhooks', 'slow'].includes(first!.profile ?? '');

function describeGap({ name }: Fault, { gaps }: Proof): string {
  return [`GAP ${name}`, ...gaps.map((gap) => `  ${gap}`)].join('\n');
}

function writeReport(folder: string, report: ProofReport): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'proof.json'), `${JSON.stringify(report, null, 2)}\n`);
}

/** Writes the pages, or only prints which of them are out of date. Returns the exit code. */
function publish(proofs: Proof[], check: boolean): number {
  const changed = Object.entries(changedPages(root, requirements, proofs));
  for (const [name, text] of changed) {
    if (!check) writeFileSync(join(root, name), text);
    print(check ? `${name} is not current: run npm run proof and commit it.` : `${name} is written: commit it.`);
  }
  return check && changed.length > 0 ? 1 : 0;
}

/** Prints what is known when the user interrupts the run. */
function onInterrupt(progress: Progress): () => void {
  return () => {
    print(`\nInterrupted: ${progress.line()}`);
    process.exit(130);
  };
}

async function proveSelected({ faults: selected, touched, partial }: Selection, seed: number) {
  const few = touched.size <= mostAlone;
  const plan = planned(selected, {
    touched: few ? touched : new Set(),
    share: partial && few ? 0 : rotatingShare,
    seed,
  });
  const together = selected.length - plan.alone.length;
  print(`${plan.alone.length} faults alone, ${together} in ${plan.groups.length} groups (--seed ${seed})`);
  const progress = new Progress(selected.length);
  const interrupt = onInterrupt(progress);
  process.once('SIGINT', interrupt);
  const timer = setInterval(() => print(progress.line()), 5000);
  const workers = new Workers<number[], Proof>(worker);
  const parts = [true, false].map((isWaiting) => ({
    plan: partOf(plan, (group) => waitsForWebhooks(group) === isWaiting),
    run: runIn(workers, isWaiting ? runsPerThread.waiting : runsPerThread.others),
  }));
  try {
    return await proveAll(parts, {
      proveAlone: prove,
      onProof: (fault, proof) => {
        progress.add(proof.gaps.length > 0);
        if (proof.gaps.length > 0) print(describeGap(fault, proof));
      },
    });
  } finally {
    await workers.close();
    clearInterval(timer);
    process.off('SIGINT', interrupt);
  }
}

function seedFrom(text: string | undefined): number {
  const seed = text === undefined ? randomInt(1, 1_000_000) : Number(text);
  if (!Number.isSafeInteger(seed)) throw new Error(`--seed ${text}: write a whole number`);
  return seed;
}

await runProgram(help, options, async ({ changed = false, check = false, seed, 'report-dir': folder }, words) => {
  if (check && (changed || words.length > 0))
    throw new Error('--check compares the pages of the whole proof: omit the selection');
  const chosenSeed = seedFrom(seed);
  const selection = selectFaults(changed, words.join(' '), print);
  // A run that breaks off must not leave the totals of another.
  rmSync(join(folder, 'proof.json'), { force: true });
  if (selection.faults.length === 0) return 0;
  const started = performance.now();
  const { proofs, runs, repeated } = await proveSelected(selection, chosenSeed);
  const seconds = Math.round((performance.now() - started) / 1000);
  const ordered = faults.filter((fault) => proofs.has(fault)).map((fault) => proofs.get(fault)!);
  const report = reportOf(requirements, ordered, {
    partial: selection.partial,
    seed: chosenSeed,
    runs,
    repeated,
    seconds,
  });
  writeReport(folder, report);
  for (const id of report.neverFailed) print(`UNPROVEN ${id}: no fault makes its check fail`);
  print(summaryOf(report));
  if (report.caught < report.faults || report.neverFailed.length > 0) return 1;
  return selection.partial ? 0 : publish(ordered, check);
});
