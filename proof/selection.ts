// What a call of the proof is about.
import { globSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { requirements, type TestableId } from '../generated/requirements.ts';
import { type Fault, faults } from './faults/index.ts';
import { brokenBy, frozen } from './frozen.ts';
import type { InputFaults } from './inputs/support/fault.ts';

export interface Selection {
  /** faults of the reference implementation, each with a run of its own */
  live: Fault[];
  /** the names of faults that are predicates over a recording */
  inputs: string[];
  /** the names of faults that are mutants of recorded responses */
  mutants: string[];
  /** requirements whose scenarios must be seen failing */
  requirements: TestableId[];
}

const inputTables = await Promise.all(
  globSync('*.ts', { cwd: `${import.meta.dirname}/inputs`, exclude: ['*.test.ts', 'input-fault.ts', 'requests.ts'] })
    .toSorted()
    .map(async (file) => {
      const { href } = pathToFileURL(`${import.meta.dirname}/inputs/${file}`);
      return ((await import(href)) as { default: InputFaults }).default;
    }),
);

export const inputFaults: InputFaults = Object.assign({}, ...inputTables);

export const testable = requirements.filter(({ untestable }) => untestable === null).map(({ id }) => id as TestableId);

/** Every name of a fault that has an implementation here. */
const namesHere = [
  ...faults.map(({ name }) => name),
  ...inputTables.flatMap((table) => Object.keys(table)),
  ...Object.keys(frozen.faults).filter((name) => frozen.faults[name]!.mutant !== undefined),
];

/** Whether `proof/frozen.json` does not list the fault yet. */
export const isNew = (name: string): boolean => !Object.hasOwn(frozen.faults, name);

/**
 * The requirements with the text in their id, the faults with it in their name or in a requirement that they break, and
 * all new predicates.
 *
 * @throws for faults that are lost, or written twice, or when nothing is selected
 */
export function selectionOf(text: string): Selection {
  const lost = Object.keys(frozen.faults).find((name) => !namesHere.includes(name));
  if (lost !== undefined)
    throw new Error(`proof/frozen.json has the fault "${lost}", which no file in proof/faults/ or proof/inputs/ has`);
  const twice = namesHere.find((name, at) => namesHere.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`the fault "${twice}" is written twice: delete one, or rename it`);
  const isSelected = (...texts: string[]) => texts.some((each) => each.includes(text));
  const isNamed = (name: string) => isSelected(name, ...brokenBy(name));
  const selection = {
    live: faults.filter(({ name, about }) => isSelected(about) || isNamed(name)),
    // What a new predicate breaks is not known before it is tried, so none of them is left out.
    inputs: Object.keys(inputFaults).filter((name) => isNamed(name) || isNew(name)),
    mutants: Object.keys(frozen.faults).filter((name) => frozen.faults[name]!.mutant !== undefined && isNamed(name)),
    requirements: testable.filter((id) => isSelected(id)),
  };
  if (Object.values(selection).every((list) => list.length === 0))
    throw new Error(`no requirement and no fault has "${text}" in its name, and no fault breaks such a requirement`);
  return selection;
}
