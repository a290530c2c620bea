import type { Fault } from './faults/support/fault.ts';
import { declaredBy, grouped, type Plan, suspects } from './groups.ts';
import type { Proof } from './prove.ts';

/** Runs groups of faults side by side. */
export type RunGroups = (groups: Fault[][], onResult: (group: Fault[], proof: Proof) => void) => Promise<unknown>;

interface Options {
  run: RunGroups;
  /** proves one fault with nothing beside it */
  proveAlone: (fault: Fault) => Promise<Proof>;
  /** called with each fault as soon as its run has ended */
  onProof: (fault: Fault, proof: Proof) => void;
}

interface Proofs {
  /** in the order of the faults of the plan */
  proofs: Map<Fault, Proof>;
  /** how often the suite ran */
  runs: number;
  /** how many faults were not detected as declared and ran again one at a time */
  repeated: number;
}

// If there are more gaps than this, a slow processor is not the cause.
const mostRepeated = 20;

/**
 * Proves the faults of a plan. A group whose failures are exactly those that its faults declare proves each of them. The
 * faults that it does not prove run a second time in other groups, and a third time alone.
 */
export async function proveAll({ alone, groups, seed }: Plan, options: Options): Promise<Proofs> {
  const { run, proveAlone, onProof } = options;
  const proofs = new Map<Fault, Proof>();
  let runs = 0;
  const settle = (fault: Fault, proof: Proof) => {
    proofs.set(fault, proof);
    onProof(fault, proof);
  };
  /** Returns the faults that it did not prove. */
  const prove = async (some: Fault[][]): Promise<Fault[]> => {
    const unproven: Fault[] = [];
    await run(some, (group, proof) => {
      runs += 1;
      if (group.length === 1) return settle(group[0]!, proof);
      const suspected = suspects(group, proof);
      unproven.push(...suspected);
      for (const fault of group)
        if (!suspected.includes(fault))
          settle(fault, { name: fault.name, caughtBy: declaredBy(fault), gaps: [], unseen: [] });
    });
    return unproven;
  };
  const eachAlone = (some: Fault[]) => some.map((fault) => [fault]);
  const afterFirst = await prove(groups);
  const afterSecond = await prove([...eachAlone(alone), ...grouped(afterFirst, seed + 1)]);
  await prove(eachAlone(afterSecond));
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
