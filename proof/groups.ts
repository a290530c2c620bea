// Several faults in one run: the requirements that they break must not overlap, and exactly the union of their failures is
// expected.
import type { TestableId } from '../generated/requirements.ts';
import { defaultParts } from '../reference-impl/compose.ts';
import { shuffled } from '../conformance/run/selection.ts';
import type { Parts } from '../reference-impl/parts.ts';
import type { Fault } from './faults/support/fault.ts';
import type { Proof } from './prove.ts';

/** Larger groups save almost no runs: more of them fail differently from what their faults declare, and are split. */
const largestGroup = 10;

/**
 * Only one fault of a group replaces a part, because a second one could end the process or hide the first. In these parts
 * an exception becomes a response, and so many faults replace them that they would need more groups than all others.
 */
const replacedTwice = new Set<string>(['authenticate', 'getCase'] satisfies (keyof Parts)[]);

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
  const groups: { members: Fault[]; broken: Set<string>; replaced: Map<string, number> }[] = [];
  for (const fault of faults) {
    const breaks = Object.keys(fault.breaks);
    const replaces = Object.keys(fault.parts(parts));
    const fits = groups.find(
      ({ members, broken, replaced }) =>
        members.length < largestGroup &&
        members[0]!.profile === fault.profile &&
        !breaks.some((id) => broken.has(id)) &&
        replaces.every((part) => (replaced.get(part) ?? 0) < (replacedTwice.has(part) ? 2 : 1)),
    );
    const group = fits ?? { members: [], broken: new Set<string>(), replaced: new Map<string, number>() };
    if (!fits) groups.push(group);
    group.members.push(fault);
    for (const id of breaks) group.broken.add(id);
    for (const part of replaces) group.replaced.set(part, (group.replaced.get(part) ?? 0) + 1);
  }
  return groups.map(({ members }) => members);
}

const parts = defaultParts();

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

/** What a run that did not fail as the faults of its group declare says about them. */
export interface Split {
  /** they were detected as declared */
  proven: Fault[];
  /** the groups that run again */
  again: Fault[][];
}

/**
 * Splits a group that did not fail as its faults declare. If failures are only missing, other faults of the group hid
 * them: those other faults are proven. If checks failed otherwise than declared, any fault may be the reason.
 */
export function split(
  group: Fault[],
  { gaps, unseen, otherwise }: Pick<Proof, 'gaps' | 'unseen' | 'otherwise'>,
): Split {
  const different = [...unseen, ...otherwise];
  const [suspected, others] = [true, false].map((is) =>
    group.filter((fault) => declaredBy(fault).some((id) => different.includes(id)) === is),
  );
  const middle = Math.ceil(group.length / 2);
  if (suspected!.length === 0 || others!.length === 0)
    return { proven: [], again: [group.slice(0, middle), group.slice(middle)] };
  if (gaps.length === unseen.length) return { proven: others!, again: [suspected!] };
  return { proven: [], again: [...suspected!.map((fault) => [fault]), others!] };
}

export const declaredBy = ({ breaks }: Fault) => Object.keys(breaks) as TestableId[];
