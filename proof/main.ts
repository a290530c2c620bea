// `npm run proof`: every scenario can fail, every change of a response is detected or allowed, and every fault is detected.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectFormat, formatOption, runProgram } from '../tools/program.ts';
import { type Fault, faults } from './faults/index.ts';
import { addToFrozen } from './freeze.ts';
import type { TestableId } from '../generated/requirements.ts';
import type { Share } from './mutation/record.ts';
import type { ShareReport } from './mutation/share.ts';
import { Progress } from './progress.ts';
import { type LiveProof, prove } from './prove.ts';
import { type ProofReport, reportOf, summaryOf } from './report.ts';
import { isNew, type Selection, selectionOf } from './selection.ts';
import { testServices } from './services.ts';
import { sharesOf } from './shares.ts';
import { runInWorkers } from './workers.ts';

const help = `npm run proof -- [--full] [--freeze] [--report-dir <folder>] [--format json|jsonl] [<text>]

Records the suite against the reference implementation, changes one response after the other, and judges again. Every
scenario must fail for some wrong response, and every change without a finding must be one that the contract allows.
Then it applies the faults: defects of a service, in the recording or in the reference implementation. Every requirement
that proof/frozen.json lists for a fault, or its successor, must fail.

<text>                  only requirements with this text in their id, and faults with it in their name or in the id of a
                        requirement that they break
--full                  also judge whole services: those that use the freedoms, the examples and several processes on
                        one database must be conformant, and those that return a constant must not; and test PostgreSQL
--freeze                add the faults that proof/frozen.json does not list yet, with what fails for them, and count the
                        scenarios again; with <text>: all new predicates, and the new live faults that it selects
--report-dir <folder>   where proof.json is written (default: reports)
--format <format>       json: proof.json on standard output, which proof/proof.schema.json describes; jsonl: a line for each
                        fault, then for each gap, then the totals. Text goes to standard error
--help                  print this

Exit codes: 0 no gap, 1 a gap, 2 wrong flags or an error of the proof itself.
`;

const options = {
  full: { type: 'boolean' },
  freeze: { type: 'boolean' },
  'report-dir': { type: 'string', default: 'reports' },
  ...formatOption,
} as const;

const file = new URL('worker.ts', import.meta.url);
// How many live faults a thread has at once: their runs mostly wait.
const liveFaultsPerThread = 12;
// If there are more gaps than this, a slow processor is not the cause.
const mostRepeated = 20;

let text = process.stdout as NodeJS.WritableStream;
const print = (line: string) => text.write(`${line}\n`);
const printData = (data: object) => process.stdout.write(`${JSON.stringify(data)}\n`);

/** The report for programs. */
function printReport({ failed, gaps, ...totals }: ProofReport, format: string): void {
  if (format === 'json') printData({ ...totals, gaps, failed });
  if (format !== 'jsonl') return;
  for (const [fault, requirements] of Object.entries(failed)) printData({ fault, failed: requirements });
  for (const gap of gaps) printData({ gap });
  printData({ totals });
}

// Their scenarios wait long, if a fault makes them: for a late event, for `Retry-After`, or for a key that is in use.
const patient: TestableId[] = [
  'webhook.no-response-retried',
  'webhook.slow-success-accepted',
  'limits.pause-accepted',
  'sandbox.error-429',
  'idempotency.only-success-stored',
  'idempotency.create-replays',
];

/** What takes long begins first: those whose scenarios wait, then those with events. */
const inOrder = (live: Fault[]) => live.toSorted((one, other) => rankOf(one) - rankOf(other));
const rankOf = ({ about, profile }: Fault) => (patient.includes(about) ? 0 : profile === 'with webhooks' ? 1 : 2);

async function proveAll({
  live,
  ...others
}: Selection): Promise<{ proofs: LiveProof[]; shares: ShareReport[]; repeated: string[] }> {
  const { quick, waiting } = sharesOf({ live, ...others });
  const progress = new Progress({ recordings: quick.length + waiting.length, faults: live.length });
  const interrupt = () => {
    print(`\nInterrupted: ${progress.line()}`);
    process.exit(130);
  };
  process.once('SIGINT', interrupt);
  const timer = setInterval(() => print(progress.line()), 5000);
  const recorded = (list: Share[]) =>
    runInWorkers<Share, ShareReport>(list, { file, tasksPerThread: 1 }, () => progress.add('recordings'));
  const places = inOrder(live).map((fault) => faults.indexOf(fault));
  try {
    const [ofFaults, ...ofShares] = await Promise.all([
      runInWorkers<number, LiveProof>(places, { file, tasksPerThread: liveFaultsPerThread }, () =>
        progress.add('faults'),
      ),
      recorded(quick),
      recorded(waiting),
    ]);
    return { shares: ofShares.flat(), ...(await repeatedAlone(ofFaults)) };
  } finally {
    clearInterval(timer);
    process.off('SIGINT', interrupt);
  }
}

/** Many runs share the cores, and races end differently when a core is late: a gap is confirmed by a run alone. */
async function repeatedAlone(proofs: LiveProof[]): Promise<{ proofs: LiveProof[]; repeated: string[] }> {
  const open = proofs.filter(({ gaps }) => gaps.length > 0);
  if (open.length > mostRepeated) return { proofs, repeated: [] };
  const again = new Map<LiveProof, LiveProof>();
  for (const proof of open) again.set(proof, await prove(faults.find(({ name }) => name === proof.name)!));
  const repeated = open.map(({ name, gaps }) => `${name}: ${gaps.join(', ')}`);
  return { proofs: proofs.map((proof) => again.get(proof) ?? proof), repeated };
}

await runProgram(help, options, async (flags, words) => {
  const { 'report-dir': folder, format } = flags;
  expectFormat(format);
  if (format !== 'text') text = process.stderr;
  const part = words.join(' ');
  if (flags.full && part !== '') throw new Error(`--full proves everything: leave out "${part}"`);
  const selection = selectionOf(part);
  // A run that breaks off must not leave the totals of another.
  rmSync(join(folder, 'proof.json'), { force: true });
  if (flags.freeze) {
    const { lines, open } = await addToFrozen(selection);
    for (const line of lines) print(line);
    return open > 0 ? 1 : 0;
  }
  const unknown = [...selection.live.map(({ name }) => name), ...selection.inputs].find(isNew);
  if (unknown !== undefined)
    throw new Error(`proof/frozen.json does not list "${unknown}": add it with npm run proof -- --freeze`);
  const { requirements, live, inputs, mutants } = selection;
  print(
    `${requirements.length} requirements, ${inputs.length + mutants.length} faults in recordings, ${live.length} live faults`,
  );
  const started = performance.now();
  const { proofs, shares, repeated } = await proveAll(selection);
  const services = flags.full ? await testServices() : { passed: 0, failed: [], skipped: [] };
  const seconds = Math.round((performance.now() - started) / 1000);
  const report = reportOf(selection, shares, proofs, services, { partial: part !== '', repeated, seconds });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'proof.json'), `${JSON.stringify(report, null, 2)}\n`);
  for (const first of report.repeated) print(`RAN AGAIN ALONE ${first}`);
  for (const gap of report.gaps) print(gap);
  print(summaryOf(report));
  printReport(report, format);
  return report.gaps.length > 0 ? 1 : 0;
});
