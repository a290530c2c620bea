// `npm run proof`: every fault is detected as `proof/frozen.json` says, and every requirement has failed for a fault.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requirements } from '../generated/requirements.ts';
import { runProgram } from '../tools/program.ts';
import { type Fault, faults } from './faults/index.ts';
import { freeze, frozen } from './frozen.ts';
import { Progress } from './progress.ts';
import { compare, type Proof, prove, run } from './prove.ts';
import { type ProofReport, reportOf, summaryOf } from './report.ts';
import { runInWorkers } from './workers.ts';

const help = `npm run proof -- [--freeze] [--report-dir <folder>] [<text>]

Runs the suite against faults: the reference implementation, each time with one deliberate defect. Every requirement that
proof/frozen.json lists for a fault, or its successor, must fail.

<text>                  only faults with this text in their name or in the id of a requirement that they violate
--freeze                add the faults that proof/frozen.json does not list yet, with what fails for them
--report-dir <folder>   where proof.json is written (default: reports)
--help                  print this

Exit codes: 0 no gap, 1 a gap, 2 wrong flags or an error of the proof itself.
`;

const options = {
  // Rejected with a sentence, because scripts of contributors use them.
  ...({ check: { type: 'boolean' }, changed: { type: 'boolean' }, frozen: { type: 'boolean' } } as const),
  freeze: { type: 'boolean' },
  'report-dir': { type: 'string', default: 'reports' },
} as const;

const file = new URL('worker.ts', import.meta.url);
// How many runs a thread performs at once. Those with webhooks mostly wait, and the others use the processor meanwhile.
const runsPerThread = { waiting: 5, others: 3 };
// If there are more gaps than this, a slow processor is not the cause.
const mostRepeated = 20;

const print = (line: string) => process.stdout.write(`${line}\n`);

const waitsForWebhooks = ({ profile }: Fault) => profile === 'with webhooks' || profile === 'slow';

const describeGap = ({ name, gaps }: Proof) => [`GAP ${name}`, ...gaps.map((gap) => `  ${gap}`)].join('\n');

/** Proves the faults, each with a run of its own. */
async function proveAll(selected: Fault[]): Promise<{ proofs: Proof[]; repeated: number }> {
  const progress = new Progress(selected.length);
  const interrupt = () => {
    print(`\nInterrupted: ${progress.line()}`);
    process.exit(130);
  };
  process.once('SIGINT', interrupt);
  const timer = setInterval(() => print(progress.line()), 5000);
  const onResult = (_: number, proof: Proof) => {
    progress.add(proof.gaps.length > 0);
    if (proof.gaps.length > 0) print(describeGap(proof));
  };
  const inThreads = (list: Fault[], tasksPerThread: number) => {
    const tasks = list.map((fault) => faults.indexOf(fault));
    return runInWorkers<number, Proof>(tasks, { file, tasksPerThread }, onResult);
  };
  try {
    const [waiting, others] = [selected.filter(waitsForWebhooks), selected.filter((each) => !waitsForWebhooks(each))];
    const found = await Promise.all([
      inThreads(waiting, runsPerThread.waiting),
      inThreads(others, runsPerThread.others),
    ]);
    return await repeatedAlone(found.flat());
  } finally {
    clearInterval(timer);
    process.off('SIGINT', interrupt);
  }
}

/** Many runs share the cores, and races end differently when a core is late: a gap is confirmed by a run alone. */
async function repeatedAlone(proofs: Proof[]): Promise<{ proofs: Proof[]; repeated: number }> {
  const open = proofs.filter(({ gaps }) => gaps.length > 0);
  if (open.length > mostRepeated) return { proofs, repeated: 0 };
  const again = new Map<Proof, Proof>();
  for (const proof of open) again.set(proof, await prove(faults.find(({ name }) => name === proof.name)!));
  return { proofs: proofs.map((proof) => again.get(proof) ?? proof), repeated: open.length };
}

/** The faults with the text in their name or in a requirement that they break. */
function selectedBy(text: string): Fault[] {
  const names = faults.map(({ name }) => name);
  const lost = Object.keys(frozen.faults).find((name) => !names.includes(name));
  if (lost !== undefined)
    throw new Error(`proof/frozen.json has the fault "${lost}", which no file in proof/faults/ has`);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`two faults have the name "${twice}": rename one of them`);
  const found = faults.filter(({ name, about, breaks }) =>
    [name, about, ...breaks].some((each) => each.includes(text)),
  );
  if (found.length === 0) throw new Error(`no fault has "${text}" in its name or in a requirement that it breaks`);
  return found;
}

/** Adds new faults to proof/frozen.json. What fails must fail twice, and a fault must break what it is about. */
async function addToFrozen(added: Fault[]): Promise<number> {
  const entries: Parameters<typeof freeze>[0] = {};
  for (const fault of added) {
    const { caught } = compare(fault, await run(fault));
    const { gaps } = await prove({ ...fault, breaks: caught });
    if (!caught.includes(fault.about)) gaps.push(`${fault.about} did not fail, but the fault is about it`);
    if (gaps.length > 0) print(describeGap({ ...fault, caught, gaps }));
    else entries[fault.name] = { profile: fault.profile, caught };
  }
  freeze(entries);
  const count = Object.keys(entries).length;
  print(`${count} of ${added.length} new faults added to proof/frozen.json: compare the difference and commit it.`);
  return count < added.length ? 1 : 0;
}

function writeReport(folder: string, report: ProofReport): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'proof.json'), `${JSON.stringify(report, null, 2)}\n`);
}

await runProgram(help, options, async (flags, words) => {
  const folder = flags['report-dir'];
  if (flags.check) throw new Error('--check is gone, because the proof writes no page any more: omit it');
  if (flags.changed || flags.frozen)
    throw new Error('--changed and --frozen are gone: name a family, a requirement or a fault, or omit the flag');
  const text = words.join(' ');
  const selected = selectedBy(text);
  // A run that breaks off must not leave the totals of another.
  rmSync(join(folder, 'proof.json'), { force: true });
  const unknown = selected.filter(({ name }) => !Object.hasOwn(frozen.faults, name));
  if (flags.freeze) return addToFrozen(unknown);
  if (unknown.length > 0)
    throw new Error(`proof/frozen.json does not list "${unknown[0]!.name}": add it with npm run proof -- --freeze`);
  print(`${selected.length} faults, each with a run of the requirements that it breaks`);
  const started = performance.now();
  const { proofs, repeated } = await proveAll(selected);
  const seconds = Math.round((performance.now() - started) / 1000);
  const report = reportOf(requirements, proofs, { partial: text !== '', repeated, seconds });
  writeReport(folder, report);
  for (const id of report.neverFailed) print(`UNPROVEN ${id}: it failed for no fault`);
  print(summaryOf(report));
  return report.caught < report.faults || report.neverFailed.length > 0 ? 1 : 0;
});
