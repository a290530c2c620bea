import type { Change } from './change.ts';

export type Step = 'none' | 'patch' | 'minor' | 'major';

const steps: Step[] = ['none', 'patch', 'minor', 'major'];

/** The numbers of a semantic version, or undefined. */
export function numbersOf(version: string): [number, number, number] | undefined {
  const found = /^(\d+)\.(\d+)\.(\d+)(?:[-+].*)?$/.exec(version);
  return found ? [Number(found[1]), Number(found[2]), Number(found[3])] : undefined;
}

/** How far a version goes beyond another; `none` also when it goes back. */
export function stepBetween(old: string, now: string): Step {
  const [before, after] = [numbersOf(old)!, numbersOf(now)!];
  const first = before.findIndex((number, index) => number !== after[index]);
  if (first < 0 || after[first]! < before[first]!) return 'none';
  return steps[3 - first]!;
}

/**
 * The step that changes ask for. While the major version is 0 every break, of clients or of implementers, takes a minor
 * step; from 1.0.0 on a break of clients takes a major one.
 *
 * @param old the version that is left
 */
export function stepFor(changes: Change[], old: string): Step {
  const has = (group: Change['group']) => changes.some((change) => change.group === group);
  if (has('breaks clients')) return numbersOf(old)![0] === 0 ? 'minor' : 'major';
  if (has('may make a conformant service fail')) return 'minor';
  return changes.length > 0 ? 'patch' : 'none';
}

export const suffices = (taken: Step, asked: Step): boolean => steps.indexOf(taken) >= steps.indexOf(asked);

/** The version after a step. */
export function nextVersion(version: string, step: Step): string {
  const [major, minor, patch] = numbersOf(version)!;
  if (step === 'major') return `${major + 1}.0.0`;
  return step === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}
