// Several faults in one run: the requirements that they break must not overlap, and exactly the union of their failures is
// expected.
import type { RequirementId, TestableId } from '../generated/requirements.ts';
import { defaultParts } from '../reference-impl/compose.ts';
import { shuffled } from '../conformance/run/selection.ts';
import type { Fault } from './faults/support/fault.ts';

/** Larger groups save almost no runs: more of them fail differently from what their faults declare, and are split. */
const largestGroup = 10;

/** The faults that are proven in a run of their own, and the groups of the others. */
export interface Plan {
  alone: Fault[];
  groups: Fault[][];
}

/**
 * Decides which faults share a run. A group can hide an undeclared failure behind a declared one; so the groups differ
 * with every seed, and some of the other faults are proven alone.
 *
 * @param touched faults that are proven alone in any case
 * @param share the part of the other faults that is proven alone, from 0 to 1
 */
export function planned(
  faults: Fault[],
  { touched, share, seed }: { touched: Set<Fault>; share: number; seed: number },
): Plan {
  const others = shuffled(faults.filter((fault) => !touched.has(fault)).map(named), seed).map(({ fault }) => fault);
  const count = Math.ceil(share * others.length);
  return { alone: [...touched, ...others.slice(0, count)], groups: grouped(others.slice(count)) };
}

const named = (fault: Fault) => ({ id: fault.name, fault });

/** Puts each fault into the first group that it fits in. */
function grouped(faults: Fault[]): Fault[][] {
  const groups: { members: Fault[]; used: Set<string> }[] = [];
  for (const fault of faults) {
    const uses = usedBy(fault);
    const fits = groups.find(
      ({ members, used }) =>
        members.length < largestGroup && members[0]!.profile === fault.profile && !uses.some((use) => used.has(use)),
    );
    const group = fits ?? { members: [], used: new Set<string>() };
    if (!fits) groups.push(group);
    group.members.push(fault);
    for (const use of uses) group.used.add(use);
  }
  return groups.map(({ members }) => members);
}

const parts = defaultParts();

/** The requirements that a fault breaks and the parts that it replaces: only one fault of a group may use each. */
function usedBy(fault: Fault): string[] {
  return [...Object.keys(fault.breaks), ...Object.keys(fault.parts(parts))];
}

/** One service with the defects of all of the faults. */
export function together(faults: Fault[]): Fault {
  const [first] = faults;
  return {
    name: faults.map(({ name }) => name).join(' + '),
    breaks: Object.assign({}, ...faults.map(({ breaks }) => breaks)) as Fault['breaks'],
    ...(first!.profile && { profile: first!.profile }),
    parts: (original) => faults.reduce((made, fault) => ({ ...made, ...fault.parts(made) }), original),
  };
}

/**
 * Splits a group that did not fail as its faults declare: each fault that declares one of the unexpected results
 * (`suspects`) alone; two halves if there is no such fault.
 */
export function split(group: Fault[], suspects: RequirementId[]): Fault[][] {
  const [suspected, others] = [true, false].map((is) =>
    group.filter((fault) => declaredBy(fault).some((id) => suspects.includes(id)) === is),
  );
  if (suspected!.length > 0 && others!.length > 0) return [...suspected!.map((fault) => [fault]), others!];
  const middle = Math.ceil(group.length / 2);
  return [group.slice(0, middle), group.slice(middle)];
}

export const declaredBy = ({ breaks }: Fault) => Object.keys(breaks) as TestableId[];
