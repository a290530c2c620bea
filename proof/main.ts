// `npm run proof`: every fault is detected as `proof/frozen.json` says, and every check has failed on a fault.
import { randomInt } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { requirements } from '../generated/requirements.ts';
import { runProgram } from '../tools/program.ts';
import { type Fault, faults } from './faults/index.ts';
import { freeze, frozen } from './frozen.ts';
import { type Plan, planned } from './groups.ts';
import { Progress } from './progress.ts';
import { type Proof, prove, proveFrozen } from './prove.ts';
import { proveAll, type RunGroup } from './prove-all.ts';
import { type ProofReport, reportOf, summaryOf } from './report.ts';
import { type Selection, selectFaults } from './selection.ts';
import type { Task } from './worker.ts';
import { cores, Workers } from './workers.ts';

const help = `npm run proof -- [--changed] [--frozen | --freeze] [--seed <n>] [--report-dir <folder>] [<text> | <revision>]

Runs the suite against faults: the reference implementation, each time with one deliberate defect. Exactly the checks that
proof/frozen.json lists for a fault must fail, each with the listed failure code. To save time, faults that affect different
checks share a run. If such a group fails differently, its faults run again in other groups, and then alone. Every proof
forms different groups. The faults that the last change affects, and a twentieth of the others, have a run of their own.

<text>                  only faults with this text in their name or in the id of a requirement that they violate
--changed               only faults that the changes since <revision> (default HEAD~1) affect, also changes not committed
--frozen                compare by requirement only: each listed requirement, or its successor, must fail
--freeze                add the faults that proof/frozen.json does not list yet, with what fails for them
--seed <n>              form the same groups as the proof that printed this seed
--report-dir <folder>   where proof.json is written (default: reports)
--help                  print this

Exit codes: 0 no gap, 1 a gap, 2 wrong flags or an error of the proof itself.
`;

const options = {
  changed: { type: 'boolean' },
  // Rejected with a sentence, because scripts of contributors use it.
  check: { type: 'boolean' },
  freeze: { type: 'boolean' },
  frozen: { type: 'boolean' },
  seed: { type: 'string' },
  'report-dir': { type: 'string', default: 'reports' },
} as const;
const worker = new URL('worker.ts', import.meta.url);
// How many runs a thread performs at once. Those with webhooks mostly wait, and the others use the processor meanwhile.
const runsPerThread = { waiting: 5, others: 3 };
// How many selected or touched faults are proven one by one.
const mostAlone = 60;
// The share of the other faults that is proven alone in each run.
const rotatingShare = 0.05;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Runs groups in the threads; `perThread` is how many of them a thread runs at once. */
function runIn(workers: Workers<Task, Proof>, perThread: number, byRequirement: boolean): RunGroup {
  const queue = new PQueue({ concurrency: cores * perThread });
  const task = (group: Fault[]) => ({ group: group.map((fault) => faults.indexOf(fault)), byRequirement });
  return (group, priority) => queue.add(() => workers.perform(task(group)), { priority });
}

const partOf = ({ alone, groups, seed }: Plan, isPart: (group: Fault[]) => boolean): Plan => ({
  alone: alone.filter((fault) => isPart([fault])),
  groups: groups.filter(isPart),
  seed,
});

const waitsForWebhooks = ([first]: Fault[]) => ['with webhooks', 'slow'].includes(first!.profile);

function describeGap({ name }: Fault, { gaps }: Pick<Proof, 'gaps'>): string {
  return [`GAP ${name}`, ...gaps.map((gap) => `  ${gap}`)].join('\n');
}

function writeReport(folder: string, report: ProofReport): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'proof.json'), `${JSON.stringify(report, null, 2)}\n`);
}

/** Prints what is known when the user interrupts the run. */
function onInterrupt(progress: Progress): () => void {
  return () => {
    print(`\nInterrupted: ${progress.line()}`);
    process.exit(130);
  };
}

/** Faults that are compared by requirement only are proven alone: a group could hide which of them failed what. */
function planOf({ faults: selected, touched, partial }: Selection, seed: number, byRequirement: boolean): Plan {
  if (byRequirement) return { alone: selected, groups: [], seed };
  const few = touched.size <= mostAlone;
  return planned(selected, {
    touched: few ? touched : new Set(),
    share: partial && few ? 0 : rotatingShare,
    seed,
  });
}

async function proveSelected(selection: Selection, seed: number, byRequirement: boolean) {
  const selected = selection.faults;
  const plan = planOf(selection, seed, byRequirement);
  const together = selected.length - plan.alone.length;
  print(`${plan.alone.length} faults alone, ${together} in ${plan.groups.length} groups (--seed ${seed})`);
  const progress = new Progress(selected.length);
  const interrupt = onInterrupt(progress);
  process.once('SIGINT', interrupt);
  const timer = setInterval(() => print(progress.line()), 5000);
  const workers = new Workers<Task, Proof>(worker);
  const parts = [true, false].map((isWaiting) => ({
    plan: partOf(plan, (group) => waitsForWebhooks(group) === isWaiting),
    run: runIn(workers, isWaiting ? runsPerThread.waiting : runsPerThread.others, byRequirement),
  }));
  try {
    return await proveAll(parts, {
      proveAlone: byRequirement ? proveFrozen : prove,
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

/** Adds new faults to proof/frozen.json. Each must fail twice in the same way, and break what it is about. */
async function addToFrozen(added: Fault[]): Promise<number> {
  const entries: Parameters<typeof freeze>[0] = {};
  for (const fault of added) {
    const { caught } = await prove(fault);
    const { gaps } = await prove({ ...fault, breaks: caught });
    if (!Object.hasOwn(caught, fault.about)) gaps.push(`${fault.about} did not fail, but the fault is about it`);
    if (gaps.length > 0) print(describeGap(fault, { gaps }));
    else entries[fault.name] = { profile: fault.profile, caught };
  }
  freeze(entries);
  const count = Object.keys(entries).length;
  print(`${count} of ${added.length} new faults added to proof/frozen.json: compare the difference and commit it.`);
  return count < added.length ? 1 : 0;
}

function seedFrom(text: string | undefined): number {
  const seed = text === undefined ? randomInt(1, 1_000_000) : Number(text);
  if (!Number.isSafeInteger(seed)) throw new Error(`--seed ${text}: write a whole number`);
  return seed;
}

await runProgram(help, options, async (flags, words) => {
  const folder = flags['report-dir'];
  if (flags.check) throw new Error('--check is gone, because the proof writes no page any more: omit it');
  const seed = seedFrom(flags.seed);
  const byRequirement = flags.frozen === true;
  const selection = selectFaults(flags.changed === true, words.join(' '), print);
  // A run that breaks off must not leave the totals of another.
  rmSync(join(folder, 'proof.json'), { force: true });
  if (selection.faults.length === 0) return 0;
  const unknown = selection.faults.filter(({ name }) => !Object.hasOwn(frozen.faults, name));
  if (flags.freeze) return addToFrozen(unknown);
  if (unknown.length > 0)
    throw new Error(`proof/frozen.json does not list "${unknown[0]!.name}": add it with npm run proof -- --freeze`);
  const started = performance.now();
  const { proofs, runs, repeated } = await proveSelected(selection, seed, byRequirement);
  const seconds = Math.round((performance.now() - started) / 1000);
  const ordered = faults.filter((fault) => proofs.has(fault)).map((fault) => proofs.get(fault)!);
  const report = reportOf(requirements, ordered, { partial: selection.partial, seed, runs, repeated, seconds });
  writeReport(folder, report);
  for (const id of report.neverFailed) print(`UNPROVEN ${id}: no fault makes its check fail`);
  print(summaryOf(report));
  return report.caught < report.faults || report.neverFailed.length > 0 ? 1 : 0;
});
