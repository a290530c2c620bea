import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../engine/json.ts';
import type { Step } from './step.ts';

/** The steps in a file that `explore` wrote; undefined if it has none. */
export function stepsIn(file: string): Step[] | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const steps = isObject(value) ? value['steps'] : undefined;
    return Array.isArray(steps) && steps.length > 0 && steps.every(isStep) ? steps : undefined;
  } catch {
    return undefined;
  }
}

function isStep(value: unknown): value is Step {
  if (!isObject(value)) return false;
  const { do: operation, as, twists, salt, value: content, case: at } = value;
  return (
    ['create', 'upload', 'read'].includes(String(operation)) &&
    ['tenant', 'other', 'live', 'nobody', 'stranger'].includes(String(as)) &&
    Array.isArray(twists) &&
    [salt, content, at].every(Number.isInteger)
  );
}

/** Every sequence in a folder, which is made when it does not exist. */
export function readCorpus(folder: string): Step[][] {
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.toSorted().flatMap((name) => {
    const steps = stepsIn(join(folder, name));
    return steps ? [steps] : [];
  });
}

/** Keeps a sequence, under the requirement that it breaks. */
export function keepIn(folder: string, requirement: string, steps: Step[]): string {
  const file = join(folder, `${requirement}.json`);
  writeFileSync(file, `${JSON.stringify({ requirement, steps }, null, 2)}\n`);
  return file;
}
