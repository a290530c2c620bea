import type { Fault } from './faults/support/fault.ts';
import { declaredBy, grouped, type Plan, suspects } from './groups.ts';
import type { Proof } from './prove.ts';

/** Runs groups of faults side by side. */
export type RunGroups = (groups: Fault[][], onResult: (group: Fault[], proof: Proof) => void) => Promise<unknown>;

/** Faults of a plan, and what runs them. */
export interface Part {
  plan: Plan;
  run: RunGroups;
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
  /** Returns the faults that it did not prove. */
  const prove = async (run: RunGroups, groups: Fault[][]): Promise<Fault[]> => {
    const unproven: Fault[] = [];
    await run(groups, (group, proof) => {
      runs += 1;
      if (group.length === 1) return settle(group[0]!, proof);
      const suspected = suspects(group, proof);
      unproven.push(...suspected);
      for (const fault of group)
        if (suspected.includes(fault)) former.set(fault, group);
        else settle(fault, { name: fault.name, caughtBy: declaredBy(fault), gaps: [], unseen: [] });
    });
    return unproven;
  };
  const eachAlone = (faults: Fault[]) => faults.map((fault) => [fault]);
  await Promise.all(
    parts.map(async ({ plan: { alone, groups, seed }, run }) => {
      const afterFirst = await prove(run, groups);
      const afterSecond = await prove(run, [...eachAlone(alone), ...grouped(afterFirst, seed + 1, former)]);
      await prove(run, eachAlone(afterSecond));
    }),
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
