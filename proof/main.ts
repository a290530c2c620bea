// `npm run proof`: every fault is caught as declared, and every check was seen to fail.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requirements } from '../generated/requirements.ts';
import { runProgram } from '../tools/program.ts';
import { faults } from './faults/index.ts';
import { changedPages } from './page.ts';
import { Progress } from './progress.ts';
import { type Proof, prove } from './prove.ts';
import { type ProofReport, reportOf, summaryOf } from './report.ts';
import { runInWorkers } from './workers.ts';

const help = `npm run proof -- [--check] [--report-dir <folder>] [<text>]

Runs the suite against the reference implementation with one fault at a time: about ten minutes for all faults. Writes
docs/proof.md and the table in README.md when every fault is caught as declared, and the totals as proof.json.

<text>                  only faults with this text in their name or in the id of a requirement that they break
--check                 write no page: exit with 1 when docs/proof.md or README.md would change
--report-dir <folder>   where proof.json is written (reports)
--help                  print this

Exit code: 0 all is proven, 1 a gap or a page that is not current, 2 wrong flags or an error of the proof itself.
`;

const options = { check: { type: 'boolean' }, 'report-dir': { type: 'string', default: 'reports' } } as const;
const root = fileURLToPath(new URL('..', import.meta.url));
const pool = { file: new URL('worker.ts', import.meta.url), tasksPerWorker: 3 };
// These faults mostly wait for events: more of them share a core, apart from the others.
const webhookPool = { ...pool, tasksPerWorker: 6 };
const waitsForWebhooks = (at: number) => ['with webhooks', 'slow'].includes(faults[at]!.profile ?? '');
// How much longer they keep the machine than another fault does, for the estimate of the remaining time.
const weightOf = (at: number) => (waitsForWebhooks(at) ? 4 : 1);

const print = (line: string) => process.stdout.write(`${line}\n`);

/** The positions of the faults that the text selects; without a text all. */
function select(filter: string | null): number[] {
  const names = faults.map(({ name }) => name);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw new Error(`two faults have the name "${repeated}": rename one of them`);
  const selected = faults.flatMap(({ name, breaks }, at) =>
    filter === null || name.includes(filter) || Object.keys(breaks).some((id) => id.includes(filter)) ? [at] : [],
  );
  if (selected.length === 0) throw new Error(`no fault has "${filter}" in its name or in a requirement that it breaks`);
  return selected;
}

/** Proves the faults side by side, and again alone those that left a gap. */
async function proveAll(selected: number[]): Promise<{ proofs: Proof[]; repeated: number }> {
  const progress = new Progress(selected.reduce((sum, at) => sum + weightOf(at), 0));
  const proved = (at: number, { gaps }: Proof) => progress.add(weightOf(at), gaps.length > 0);
  const lines = setInterval(() => print(progress.line()), 10_000);
  try {
    const ordinary = selected.filter((at) => !waitsForWebhooks(at));
    const proofs = [
      ...(await runInWorkers(ordinary, pool, proved)),
      ...(await runInWorkers(selected.filter(waitsForWebhooks), webhookPool, proved)),
    ];
    const repeated = proofs.filter(({ gaps }) => gaps.length > 0);
    // Many runs share the cores, and races end differently when a core is late.
    for (const proof of repeated) proofs[proofs.indexOf(proof)] = await proveAlone(proof);
    return { proofs, repeated: repeated.length };
  } finally {
    clearInterval(lines);
  }
}

/** A gap must show twice, with nothing beside the fault, to be confirmed. */
async function proveAlone({ name }: Proof): Promise<Proof> {
  const fault = faults.find((known) => known.name === name)!;
  const first = await prove(fault);
  const proof = first.gaps.length === 0 ? first : await prove(fault);
  if (proof.gaps.length > 0) print([`GAP ${name}`, ...proof.gaps.map((gap) => `  ${gap}`)].join('\n'));
  return proof;
}

function writeReport(folder: string, report: ProofReport): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'proof.json'), `${JSON.stringify(report, null, 2)}\n`);
}

/** Brings the pages up to date, or only says which are not. Returns the exit code. */
function publish(proofs: Proof[], check: boolean): number {
  const changed = Object.entries(changedPages(root, requirements, proofs));
  for (const [name, text] of changed) {
    if (!check) writeFileSync(join(root, name), text);
    print(check ? `${name} is not current: run npm run proof and commit it.` : `${name} is written: commit it.`);
  }
  return check && changed.length > 0 ? 1 : 0;
}

await runProgram(help, options, async ({ check = false, 'report-dir': folder }, words) => {
  const filter = words.length > 0 ? words.join(' ') : null;
  if (check && filter !== null) throw new Error('--check compares the pages of the whole proof: omit the text');
  const selected = select(filter);
  // A run that breaks off must not leave the totals of another.
  rmSync(join(folder, 'proof.json'), { force: true });
  const started = performance.now();
  const { proofs, repeated } = await proveAll(selected);
  const seconds = Math.round((performance.now() - started) / 1000);
  const report = reportOf(requirements, proofs, { filter, repeated, seconds });
  writeReport(folder, report);
  for (const id of report.neverFailed) print(`UNPROVEN ${id}: no fault makes its check fail`);
  print(summaryOf(report));
  if (report.caught < report.faults || report.neverFailed.length > 0) return 1;
  return filter === null ? publish(proofs, check) : 0;
});
