import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../wire/json.ts';
import { UsageError } from '../usage-error.ts';
import { writeWhole } from '../whole-files.ts';
import type { Step } from './step.ts';

// JSON has no undefined value, which means that a property is missing from the request.
const missing = '{missing}';

/** The steps in a file that `explore` wrote; undefined if it has none. */
export function stepsIn(file: string): Step[] | undefined {
  const value = contentOf(file);
  const steps = isObject(value) ? value['steps'] : undefined;
  if (!Array.isArray(steps) || steps.length === 0 || !steps.every(isObject)) return undefined;
  if (steps.some((step) => 'twists' in step))
    throw new UsageError(
      `${file}: its steps are in an older form, which only names their changes. Delete the file, and explore again.`,
    );
  return steps.every(isStep) ? steps.map((step) => restored(step) as Step) : undefined;
}

function contentOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

const isStep = ({ do: operation, change, of }: Record<string, unknown>): boolean =>
  ['create', 'upload', 'read'].includes(String(operation)) &&
  (change === undefined || isObject(change)) &&
  ['undefined', 'number', 'string', 'object'].includes(typeof of);

function restored(value: unknown): unknown {
  if (value === missing) return undefined;
  if (Array.isArray(value)) return value.map(restored);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, restored(each)]));
}

/**
 * Every sequence in a folder, which is made when it does not exist.
 *
 * @throws UsageError when it cannot be made or read
 */
export function readCorpus(folder: string): Step[][] {
  const files = namesIn(folder).filter((name) => name.endsWith('.json'));
  return files.toSorted().flatMap((name) => {
    const steps = stepsIn(join(folder, name));
    return steps ? [steps] : [];
  });
}

function namesIn(folder: string): string[] {
  try {
    mkdirSync(folder, { recursive: true });
    return readdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`--corpus ${folder}: cannot be used (${code}); name a folder that can be written to.`);
  }
}

/** The steps as text, from which they can be read again. */
export const stepsText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, (_, each: unknown) => (each === undefined ? missing : each), indent);

/**
 * Keeps a sequence, under the requirement that it breaks.
 *
 * @throws UsageError when it cannot be written
 */
export function keepIn(folder: string, requirement: string, steps: Step[]): string {
  const name = `${requirement}.json`;
  try {
    writeWhole(folder, { [name]: `${stepsText({ requirement, steps }, 2)}\n` });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`--corpus ${folder}: ${name} cannot be written (${code}); free space there.`);
  }
  return join(folder, name);
}
