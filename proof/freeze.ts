// Adds new faults to proof/frozen.json.
import type { Fault } from './faults/index.ts';
import { freeze, frozen } from './frozen.ts';
import type { Share } from './mutation/record.ts';
import type { ShareReport } from './mutation/share.ts';
import { compare, prove, run } from './prove.ts';
import { type Selection, testable } from './selection.ts';
import { sharesOf } from './shares.ts';
import { runInWorkers } from './workers.ts';

type Entries = Parameters<typeof freeze>[0];

const isUnknown = (name: string) => !Object.hasOwn(frozen.faults, name);

/** @returns what to print, and how many of the faults could not be added */
export async function addToFrozen({ live, inputs }: Selection): Promise<{ lines: string[]; open: number }> {
  const [added, predicates] = [live.filter(({ name }) => isUnknown(name)), inputs.filter(isUnknown)];
  const lines: string[] = [];
  const entries = await brokenByPredicates(predicates, lines);
  for (const fault of added) await addLive(fault, entries, lines);
  freeze(entries);
  const [count, all] = [Object.keys(entries).length, added.length + predicates.length];
  lines.push(`${count} of ${all} new faults added to proof/frozen.json: compare the difference and commit it.`);
  return { lines, open: all - count };
}

/** What fails must fail twice, and a fault must break what it is about. */
async function addLive(fault: Fault, entries: Entries, lines: string[]): Promise<void> {
  const { caught } = compare(fault, await run(fault));
  const { gaps } = await prove({ ...fault, breaks: caught });
  if (!caught.includes(fault.about)) gaps.push(`${fault.about} did not fail, but the fault is about it`);
  if (gaps.length === 0) entries[fault.name] = { profile: fault.profile, caught };
  else lines.push(...gaps.map((gap) => `GAP ${fault.name}: ${gap}`));
}

async function brokenByPredicates(names: string[], lines: string[]): Promise<Entries> {
  if (names.length === 0) return {};
  const selection: Selection = { live: [], inputs: names, mutants: [], requirements: testable };
  const shares = sharesOf(selection).quick.map((share): Share => ({ ...share, mutated: [] }));
  const reports = await runInWorkers<Share, ShareReport>(shares, {
    file: new URL('worker.ts', import.meta.url),
    tasksPerThread: 1,
  });
  const entries: Entries = {};
  for (const name of names) {
    const caught = testable.filter((id) => reports.some(({ faults }) => faults[name]?.includes(id)));
    if (caught.length > 0) entries[name] = { profile: 'full', caught };
    else lines.push(`GAP ${name}: nothing fails`);
  }
  return entries;
}
