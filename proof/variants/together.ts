// Several variants in one service, so that the suite runs less often.
import { shuffled } from '../../conformance/run/selection.ts';
import type { Variant } from './index.ts';
import type { Freedom } from './support.ts';

/** Variants that are not conformant, alone or together, with the failures. */
export interface Cause {
  variants: string[];
  found: string[];
}

/** Groups with at most one variant of each aspect. Another seed forms other groups. */
export function groupsOf(aspects: Variant[][], seed: number): Variant[][] {
  const groups = Array.from({ length: Math.max(...aspects.map(({ length }) => length)) }, (): Variant[] => []);
  for (const [number, aspect] of aspects.entries()) {
    const places = shuffled(
      groups.map((group, at) => ({ id: `${number} ${at}`, group })),
      seed,
    );
    for (const [at, variant] of aspect.entries()) places[at]!.group.push(variant);
  }
  return groups;
}

/** What one service needs to be all of the variants. */
export const partsOf =
  (variants: Variant[]): Freedom =>
  (original, baseUrl) =>
    variants.reduce<ReturnType<Freedom>>(
      (made, { parts }) => ({ ...made, ...parts({ ...original, ...made }, baseUrl) }),
      {},
    );

/**
 * Judges the variants together and, when that service is not conformant, in halves, down to those at fault.
 *
 * @param judge returns the failures of a service with all of the variants
 */
export async function causesIn(
  variants: Variant[],
  judge: (variants: Variant[]) => Promise<string[]>,
): Promise<Cause[]> {
  const found = await judge(variants);
  if (found.length === 0) return [];
  const middle = Math.ceil(variants.length / 2);
  const halves = variants.length === 1 ? [] : [variants.slice(0, middle), variants.slice(middle)];
  const causes: Cause[] = [];
  for (const half of halves) causes.push(...(await causesIn(half, judge)));
  return causes.length > 0 ? causes : [{ variants: variants.map(({ name }) => name), found }];
}
