// The totals of a run of the proof, for programs: reports/proof.json.
import type { Requirement, TestableId } from '../generated/requirements.ts';
import type { Proof } from './prove.ts';

interface Circumstances {
  /** false: all faults were proven */
  partial: boolean;
  /** how many faults were not detected at first and ran again alone */
  repeated: number;
  seconds: number;
}

export interface ProofReport extends Circumstances {
  faults: number;
  /** faults without a gap */
  caught: number;
  /** faults with a gap */
  gaps: number;
  /** requirements that have scenarios */
  testable: number;
  /** requirements that failed for at least one fault that was detected */
  seenToFail: number;
  /** requirements that failed for no fault of a whole run */
  neverFailed: TestableId[];
  /** by fault: the requirements that failed, and those that did not although the fault breaks them */
  results: { name: string; failed: TestableId[]; gaps: string[] }[];
}

export function reportOf(requirements: Requirement[], proofs: Proof[], circumstances: Circumstances): ProofReport {
  const caught = proofs.filter(({ gaps }) => gaps.length === 0);
  const failed = new Set(caught.flatMap((proof) => proof.caught));
  const testable = requirements.filter(({ untestable }) => untestable === null).map(({ id }) => id as TestableId);
  return {
    ...circumstances,
    faults: proofs.length,
    caught: caught.length,
    gaps: proofs.length - caught.length,
    testable: testable.length,
    seenToFail: failed.size,
    neverFailed: circumstances.partial ? [] : testable.filter((id) => !failed.has(id)),
    results: proofs.map((proof) => ({ name: proof.name, failed: proof.caught, gaps: proof.gaps })),
  };
}

export function summaryOf({ faults, caught, seenToFail, testable, repeated, seconds }: ProofReport): string {
  return [
    `${caught} of ${faults} faults detected`,
    `${seenToFail} of ${testable} requirements failed for a fault`,
    `${repeated} tested again alone`,
    `${seconds} s`,
  ].join('; ');
}
