// The totals of a run of the proof, for programs: reports/proof.json.
import type { Requirement, TestableId } from '../generated/requirements.ts';
import type { Proof } from './prove.ts';

interface Circumstances {
  /** false: all faults were proven */
  partial: boolean;
  /** decided which faults shared a run */
  seed: number;
  /** how often the suite ran */
  runs: number;
  /** how many faults were not detected as declared at first and ran again alone */
  repeated: number;
  seconds: number;
}

export interface ProofReport extends Circumstances {
  faults: number;
  /** faults without a gap */
  caught: number;
  /** faults with a gap */
  gaps: number;
  /** requirements that have a check */
  testable: number;
  /** checks that failed on at least one fault that was detected as declared */
  checksSeenToFail: number;
  /** checks that no fault of a whole run made fail */
  neverFailed: TestableId[];
  /** by fault: the checks that failed, and what was not as declared */
  results: { name: string; failedChecks: TestableId[]; gaps: string[] }[];
}

export function reportOf(requirements: Requirement[], proofs: Proof[], circumstances: Circumstances): ProofReport {
  const caught = proofs.filter(({ gaps }) => gaps.length === 0);
  const failed = new Set(caught.flatMap((proof) => failedIn(proof)));
  const testable = requirements.filter(({ untestable }) => untestable === null).map(({ id }) => id as TestableId);
  return {
    ...circumstances,
    faults: proofs.length,
    caught: caught.length,
    gaps: proofs.length - caught.length,
    testable: testable.length,
    checksSeenToFail: failed.size,
    neverFailed: circumstances.partial ? [] : testable.filter((id) => !failed.has(id)),
    results: proofs.map((proof) => ({ name: proof.name, failedChecks: failedIn(proof), gaps: proof.gaps })),
  };
}

const failedIn = ({ caught }: Proof) => Object.keys(caught) as TestableId[];

export function summaryOf({
  faults,
  caught,
  checksSeenToFail,
  testable,
  runs,
  repeated,
  seconds,
}: ProofReport): string {
  return [
    `${caught} of ${faults} faults detected as declared`,
    `${checksSeenToFail} of ${testable} checks failed for a fault`,
    `${repeated} tested again alone`,
    `${runs} runs in ${seconds} s`,
  ].join('; ');
}
