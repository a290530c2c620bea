import type { Fault } from './faults/index.ts';
import { grouped, type Plan, suspects } from './groups.ts';
import type { Proof } from './prove.ts';

/** Runs a group of faults. Of the groups that wait for their turn, the one with the highest priority is next. */
export type RunGroup = (group: Fault[], priority: number) => Promise<Proof>;

/** Faults of a plan, and what runs them. */
export interface Part {
  plan: Plan;
  run: RunGroup;
}

interface Options {
  /** proves one fault with nothing beside it */
  proveAlone: (fault: Fault) => Promise<Proof>;
  /** called with each fault as soon as its run has ended */
  onProof: (fault: Fault, proof: Proof) => void;
}

interface Proofs {
  proofs: Map<Fault, Proof>;
  /** how often the suite ran */
  runs: number;
  /** how many faults were not detected as declared and ran again one at a time */
  repeated: number;
}

// If there are more gaps than this, a slow processor is not the cause.
const mostRepeated = 20;

/** Later passes go first, because the proof ends with them. Faults alone fill the time until a pass has ended. */
const priorities = { alone: 0, groups: 1, regrouped: 2, last: 3 };

/**
 * Proves the faults of all parts, side by side. A group whose failures are exactly those that its faults declare proves each
 * of them. The faults that it does not prove run a second time beside other faults, and a third time alone.
 */
export async function proveAll(parts: Part[], { proveAlone, onProof }: Options): Promise<Proofs> {
  const proofs = new Map<Fault, Proof>();
  const former = new Map<Fault, Fault[]>();
  let runs = 0;
  const settle = (fault: Fault, proof: Proof) => {
    proofs.set(fault, proof);
    onProof(fault, proof);
  };
  /** Returns the faults of a group that its run did not prove. */
  const unprovenOf = (group: Fault[], proof: Proof): Fault[] => {
    runs += 1;
    if (group.length === 1) {
      settle(group[0]!, proof);
      return [];
    }
    const suspected = suspects(group, proof);
    for (const fault of group)
      if (suspected.includes(fault)) former.set(fault, group);
      else settle(fault, { name: fault.name, caught: fault.breaks, gaps: [], unseen: [] });
    return suspected;
  };
  const proveGroups = async (run: RunGroup, groups: Fault[][], priority: number): Promise<Fault[]> =>
    (await Promise.all(groups.map(async (group) => unprovenOf(group, await run(group, priority))))).flat();
  const eachAlone = (faults: Fault[]) => faults.map((fault) => [fault]);
  const inThreePasses = async ({ plan: { groups, seed }, run }: Part) => {
    const afterFirst = await proveGroups(run, groups, priorities.groups);
    const afterSecond = await proveGroups(run, grouped(afterFirst, seed + 1, former), priorities.regrouped);
    await proveGroups(run, eachAlone(afterSecond), priorities.last);
  };
  await Promise.all(
    parts.flatMap((part) => [inThreePasses(part), proveGroups(part.run, eachAlone(part.plan.alone), priorities.alone)]),
  );
  const open = [...proofs].filter(([, { gaps }]) => gaps.length > 0);
  const repeated = open.length > mostRepeated ? [] : open;
  for (const [fault] of repeated) {
    // Many runs share the cores, and races end differently when a core is late: a gap is confirmed when it shows twice.
    const first = await proveAlone(fault);
    proofs.set(fault, first.gaps.length === 0 ? first : await proveAlone(fault));
    runs += first.gaps.length === 0 ? 1 : 2;
  }
  return { proofs, runs, repeated: repeated.length };
}
