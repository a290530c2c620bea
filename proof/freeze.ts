// Adds new faults to proof/frozen.json.
import { type Fault, faults } from './faults/index.ts';
import { freeze } from './frozen.ts';
import type { Share } from './mutation/record.ts';
import type { ShareReport } from './mutation/share.ts';
import { compare, prove, run } from './prove.ts';
import { isNew, type Selection, testable } from './selection.ts';
import { sharesOf } from './shares.ts';
import { runInWorkers } from './workers.ts';

type Entries = Parameters<typeof freeze>[0];

/** @returns what to print, and how many new faults are not in the file now */
export async function addToFrozen({ live, inputs }: Selection): Promise<{ lines: string[]; open: number }> {
  const [added, predicates] = [live.filter(({ name }) => isNew(name)), inputs.filter(isNew)];
  const others = faults.filter((fault) => isNew(fault.name) && !added.includes(fault));
  const lines = others.map(({ name }) => `NOT SELECTED ${name}: add it with --freeze and a text of its name`);
  const entries = await brokenByPredicates(predicates, lines);
  for (const fault of added) await addLive(fault, entries, lines);
  freeze(entries);
  const [count, all] = [Object.keys(entries).length, added.length + predicates.length + others.length];
  lines.push(resultLine(count, all));
  return { lines, open: all - count };
}

const resultLine = (count: number, all: number) =>
  all === 0
    ? 'There is no new fault: proof/frozen.json lists all that proof/faults/ and proof/inputs/ have. The scenarios are counted again.'
    : `${count} of ${all} new faults added to proof/frozen.json: compare the difference and commit it.`;

/** What fails in the whole suite must fail again with the scenarios of what the fault is about and breaks. */
async function addLive(fault: Fault, entries: Entries, lines: string[]): Promise<void> {
  const { caught: first } = compare(fault, await run(fault));
  const again = first.length === 0 ? [] : (await prove({ ...fault, breaks: first })).caught;
  const caught = first.filter((id) => again.includes(id));
  if (caught.length > 0) entries[fault.name] = { profile: fault.profile, caught };
  else lines.push(`GAP ${fault.name}: nothing fails`);
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
