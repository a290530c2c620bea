// Several faults in one run: the requirements that they break must not overlap, and exactly the union of their failures is
// expected.
import { defaultParts } from '../reference-impl/compose.ts';
import { shuffled } from '../conformance/run/selection.ts';
import type { Parts } from '../reference-impl/parts.ts';
import type { Fault } from './faults/index.ts';
import { declaredBy, type Proof } from './prove.ts';

/** Larger groups save almost no runs: more of them fail differently from what their faults declare, and are regrouped. */
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
  /** another one forms other groups */
  seed: number;
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
  const others = inRandomOrder(
    faults.filter((fault) => !touched.has(fault)),
    seed,
  );
  const count = Math.ceil(share * others.length);
  return { alone: [...touched, ...others.slice(0, count)], groups: grouped(others.slice(count), seed), seed };
}

const inRandomOrder = (faults: Fault[], seed: number) =>
  shuffled(
    faults.map((fault) => ({ id: fault.name, fault })),
    seed,
  ).map(({ fault }) => fault);

/**
 * Puts each fault into the first group that it fits in, in the order that the seed gives.
 *
 * @param former the group of a fault in an earlier run: none of its members shares a group again
 */
export function grouped(faults: Fault[], seed: number, former = new Map<Fault, Fault[]>()): Fault[][] {
  const groups: { members: Fault[]; broken: Set<string>; replaced: Map<string, number> }[] = [];
  for (const fault of inRandomOrder(faults, seed)) {
    const breaks = declaredBy(fault);
    const replaces = Object.keys(fault.parts(parts));
    const fits = groups.find(
      ({ members, broken, replaced }) =>
        members.length < largestGroup &&
        members[0]!.profile === fault.profile &&
        !members.some((member) => former.get(fault)?.includes(member)) &&
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
    about: first!.about,
    breaks: Object.assign({}, ...faults.map(({ breaks }) => breaks)) as Fault['breaks'],
    profile: first!.profile,
    parts: (original) => faults.reduce((made, fault) => ({ ...made, ...fault.parts(made) }), original),
  };
}

/**
 * The faults that a run of a group does not prove: none if it failed as they declare. If failures are only missing, other
 * faults of the group hid them, and those others are proven. If a check failed otherwise, any fault may be the reason.
 */
export function suspects(group: Fault[], { gaps, unseen }: Pick<Proof, 'gaps' | 'unseen'>): Fault[] {
  if (gaps.length > unseen.length) return group;
  return group.filter((fault) => declaredBy(fault).some((id) => unseen.includes(id)));
}
