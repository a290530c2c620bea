// `npm run proof:expectations`: each expectation of the checks is needed, because without it some fault is not caught
// as declared. `npm run proof:expectations -- <text>` looks at those in files, checks or functions with the text in
// their name. It takes many minutes: run it after a change of the checks, it is no part of `.ci/run`.
import { readdirSync, readFileSync } from 'node:fs';
import { faults } from '../faults/index.ts';
import { runInWorkers } from '../workers.ts';
import { explained } from './explained.ts';
import { instrument, type Place } from './places.ts';
import type { Found, Task, Trial } from './worker.ts';

const folder = new URL('../../conformance/checks/', import.meta.url);
const names = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);
const { sources, places } = instrument(
  Object.fromEntries(names.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')])),
);
if (places.length === 0) throw new Error(`no expectation was found below ${folder.pathname}`);
const pool = { file: new URL('worker.ts', import.meta.url), data: { sources }, tasksPerWorker: 3 };
const run = (tasks: Task[]) => runInWorkers<Task, Found>(tasks, pool);

/** Each trial as it is, with what threw in it. */
async function watch(trials: Trial[]): Promise<(Trial & Found)[]> {
  const found = await run(trials.map((trial) => ({ trials: [trial] })));
  return trials.map((trial, at) => ({ ...trial, ...found[at]! }));
}

/** The places that nothing in the trials needs: without each of them every one of these comes to the same. */
async function survivors(looked: Place[], watched: (Trial & Found)[]): Promise<Place[]> {
  const sound = watched.filter(({ gap }) => gap === undefined).toSorted((a, b) => a.thrown.length - b.thrown.length);
  const trialsFor = ({ id }: Place) =>
    sound.filter(({ thrown }) => thrown.includes(id)).map(({ fault, whole }) => ({ fault, whole }));
  const found = await run(looked.map((place) => ({ trials: trialsFor(place), ignored: place.id })));
  return looked.filter((_, at) => found[at]!.gap === undefined);
}

/** Faults that break something each check needs: the first that each check is declared to fail on. */
function firstOfEachCheck(): Trial[] {
  const first = new Map<string, number>();
  for (const [at, { breaks }] of faults.entries())
    for (const id of Object.keys(breaks)) if (!first.has(id)) first.set(id, at);
  return [...new Set(first.values())].map((fault) => ({ fault, whole: true }));
}

async function main(filter = ''): Promise<number> {
  const looked = places.filter(({ id, within }) => id.includes(filter) || within.includes(filter));
  const declared = await watch(faults.map((_, fault) => ({ fault, whole: false })));
  // What one check alone does not catch is caught only with the others around it.
  const needing = await watch(declared.filter(({ gap }) => gap).map(({ fault }) => ({ fault, whole: true })));
  const left = await survivors(looked, [...declared, ...needing]);
  const whole = await watch(left.length > 0 ? firstOfEachCheck() : []);
  const surviving = await survivors(left, whole);
  const thrown = new Set([...declared, ...needing, ...whole].flatMap((found) => found.thrown));
  const arranged = surviving.filter((place) => place.precondition);
  const unexplained = surviving.filter((place) => !place.precondition && explained[keyOf(place)] === undefined);
  for (const place of unexplained)
    process.stdout.write(
      `SURVIVES ${place.id} ${keyOf(place)}${thrown.has(place.id) ? '' : ' (no fault makes it throw)'}\n`,
    );
  const reasons = surviving.length - arranged.length - unexplained.length;
  process.stdout.write(
    `${looked.length - surviving.length} of ${looked.length} expectations needed; ${arranged.length} arrange only, ${reasons} explained; ${unexplained.length} to mend\n`,
  );
  return unexplained.length === 0 ? 0 : 1;
}

const keyOf = ({ within, text }: Place) => `${within}: ${text}`;

process.exitCode = await main(process.argv[2]);
