import type { Fault } from './faults/support/fault.ts';
import { declaredBy, type Plan, split } from './groups.ts';
import type { Proof } from './prove.ts';

/** Performs runs side by side, as `runInWorkers` does: `onResult` returns the groups that follow. */
export type RunGroups = (groups: Fault[][], onResult: (group: Fault[], proof: Proof) => Fault[][]) => Promise<unknown>;

interface Options {
  /** runs groups of faults side by side */
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
 * Proves the faults of a plan. A group whose failures are exactly those that its faults declare proves each of them. In
 * any other group, the faults whose failures do not show run again, down to the fault that differs.
 */
export async function proveAll({ alone, groups }: Plan, { run, proveAlone, onProof }: Options): Promise<Proofs> {
  const proofs = new Map<Fault, Proof>();
  let runs = 0;
  const settle = (fault: Fault, proof: Proof) => {
    proofs.set(fault, proof);
    onProof(fault, proof);
  };
  await run([...alone.map((fault) => [fault]), ...groups], (group, proof) => {
    runs += 1;
    const [fault, ...others] = group;
    if (others.length === 0) {
      settle(fault!, proof);
      return [];
    }
    const { proven, again } = proof.gaps.length === 0 ? { proven: group, again: [] } : split(group, proof);
    for (const each of proven)
      settle(each, { name: each.name, caughtBy: declaredBy(each), gaps: [], unseen: [], otherwise: [] });
    return again;
  });
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
