// Several behaviours in one service, so that whoever meets them runs less often.
import { hash } from 'node:crypto';
import type { Behaviour } from './index.ts';
import type { Freedom } from './support.ts';

/** Behaviours that are not conformant, alone or together, with the failures. */
export interface Cause {
  behaviours: string[];
  found: string[];
}

/** Groups with at most one behaviour of each aspect. Another seed forms other groups. */
export function groupsOf(aspects: Behaviour[][], seed: number): Behaviour[][] {
  const groups = Array.from({ length: Math.max(...aspects.map(({ length }) => length)) }, (): Behaviour[] => []);
  for (const [number, aspect] of aspects.entries()) {
    const rankOf = (at: number) => hash('sha256', `${seed} ${number} ${at}`);
    const places = [...groups.keys()].toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1));
    for (const [at, behaviour] of aspect.entries()) groups[places[at]!]!.push(behaviour);
  }
  return groups;
}

/** What one service needs to be all of the behaviours. */
export const partsOf =
  (behaviours: Behaviour[]): Freedom =>
  (original, baseUrl) =>
    behaviours.reduce<ReturnType<Freedom>>(
      (made, { parts }) => ({ ...made, ...parts({ ...original, ...made }, baseUrl) }),
      {},
    );

/**
 * Judges the behaviours together and, when that service is not conformant, in halves, down to those at fault.
 *
 * @param judge returns the failures of a service with all of the behaviours
 */
export async function causesIn(
  behaviours: Behaviour[],
  judge: (behaviours: Behaviour[]) => Promise<string[]>,
): Promise<Cause[]> {
  const found = await judge(behaviours);
  if (found.length === 0) return [];
  const middle = Math.ceil(behaviours.length / 2);
  const halves = behaviours.length === 1 ? [] : [behaviours.slice(0, middle), behaviours.slice(middle)];
  const causes: Cause[] = [];
  for (const half of halves) causes.push(...(await causesIn(half, judge)));
  return causes.length > 0 ? causes : [{ behaviours: behaviours.map(({ name }) => name), found }];
}
