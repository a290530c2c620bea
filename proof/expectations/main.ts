// `npm run proof:expectations`: each expectation of the checks is needed, because without it some fault is not caught
// as declared. It takes many minutes: run it after a change of the checks, it is not part of `.ci/run`.
import { runProgram } from '../../tools/program.ts';
import { faults } from '../faults/index.ts';
import { runInWorkers } from '../workers.ts';
import { explained, staleKeys } from './explained.ts';
import { instrument, type Place } from './places.ts';
import { readChecks } from './sources.ts';
import type { Found, Task, Trial } from './worker.ts';

const help = `npm run proof:expectations -- [--list] [<text>]

Removes the expectations of the checks one by one. If all faults are still detected without an expectation, it reports this
expectation as unnecessary.

<text>   only the expectations whose file, check or function has this text in its name
--list   print the expectations, and run nothing
--help   print this
`;

const { sources, places } = instrument(readChecks());
const pool = { file: new URL('worker.ts', import.meta.url), data: { sources }, tasksPerThread: 3 };
const run = (tasks: Task[]) => runInWorkers<Task, Found>(tasks, pool);
const print = (line: string) => process.stdout.write(`${line}\n`);

/** Runs each trial with all expectations in place and records what they throw. */
async function watch(trials: Trial[]): Promise<(Trial & Found)[]> {
  const found = await run(trials.map((trial) => ({ trials: [trial] })));
  return trials.map((trial, at) => ({ ...trial, ...found[at]! }));
}

/** The places that no trial needs: with each of them ignored, every trial ends as before. */
async function survivors(chosen: Place[], watched: (Trial & Found)[]): Promise<Place[]> {
  const caught = watched.filter(({ gap }) => gap === undefined).toSorted((a, b) => a.thrown.length - b.thrown.length);
  const trialsFor = ({ id }: Place) =>
    caught
      // A whole run calls nearly every function: only what it throws says that a place matters for its fault.
      .filter(({ whole, thrown, called }) => thrown.includes(id) || (!whole && called.includes(id)))
      .map(({ fault, whole }) => ({ fault, whole }));
  const found = await run(chosen.map((place) => ({ trials: trialsFor(place), ignored: place.id })));
  return chosen.filter((_, at) => found[at]!.gap === undefined);
}

/** For each check the first fault that it is declared to fail on. */
function firstOfEachCheck(): Trial[] {
  const first = new Map<string, number>();
  for (const [at, { breaks }] of faults.entries())
    for (const id of Object.keys(breaks)) if (!first.has(id)) first.set(id, at);
  return [...new Set(first.values())].map((fault) => ({ fault, whole: true }));
}

async function mutate(chosen: Place[]): Promise<number> {
  const declared = await watch(faults.map((_, fault) => ({ fault, whole: false })));
  // Some faults are caught only with checks around those that they declare.
  const needing = await watch(declared.filter(({ gap }) => gap).map(({ fault }) => ({ fault, whole: true })));
  const left = await survivors(chosen, [...declared, ...needing]);
  const whole = await watch(left.length > 0 ? firstOfEachCheck() : []);
  const surviving = await survivors(left, whole);
  const reached = new Set([...declared, ...needing, ...whole].flatMap(({ thrown, called }) => [...thrown, ...called]));
  const preconditions = surviving.filter((place) => place.isPrecondition);
  const unexplained = surviving.filter((place) => !place.isPrecondition && explained[place.key] === undefined);
  for (const { id, key } of unexplained)
    print(`SURVIVES ${id} ${key}${reached.has(id) ? '' : ' (no fault reaches it)'}`);
  const reasons = surviving.length - preconditions.length - unexplained.length;
  const needed = chosen.length - surviving.length;
  print(
    `${needed} of ${chosen.length} expectations needed; ${preconditions.length} preconditions, ${reasons} explained; ${unexplained.length} to fix`,
  );
  return unexplained.length === 0 ? 0 : 1;
}

await runProgram(help, { list: { type: 'boolean' } } as const, async ({ list }, words) => {
  const stale = staleKeys(places);
  if (stale.length > 0)
    throw new Error(
      `explained.ts has keys that name no expectation; rename or remove them (--list prints all keys):\n  ${stale.join('\n  ')}`,
    );
  const filter = words.join(' ');
  const chosen = places.filter(({ id, within }) => id.includes(filter) || within.includes(filter));
  if (chosen.length === 0) throw new Error(`no expectation has "${filter}" in its file, check or function`);
  if (!list) return mutate(chosen);
  for (const { id, key } of chosen) print(`${id} ${key}`);
  print(`${chosen.length} expectations`);
  return 0;
});
