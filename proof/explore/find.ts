import type { TestableId } from '../../generated/requirements.ts';
import { explore } from '../../conformance/explore/explore.ts';
import { type Fault, faults } from '../faults/index.ts';
import { setupWithoutWebhooks } from '../prove.ts';
import { serving } from '../serve.ts';
import { frozen } from '../frozen.ts';

/** How exploring a fault ended. */
export interface Found {
  name: string;
  breaks: TestableId[];
  /** the requirements that it was found to break; empty when it was not found */
  found: string[];
  /** true when one of them is a requirement that the fault declares */
  attributed: boolean;
  /** how many requests the shortest counterexample has */
  length: number | undefined;
  requests: number;
  milliseconds: number;
}

/** The positions of as many faults of the sample as this, spread evenly over it. */
export function sample(count: number): number[] {
  const { explored: sampled } = frozen;
  const size = Math.min(count, sampled.length);
  return Array.from({ length: size }, (_, at) => {
    const name = sampled[Math.floor((at * sampled.length) / size)];
    const found = faults.findIndex((fault) => fault.name === name);
    if (found < 0) throw new Error(`proof/frozen.json: no fault ${name}; name it as in proof/faults/`);
    return found;
  });
}

/** Explores the reference implementation with the fault until it is found, at most this long. */
export async function find(fault: Fault, duration: number): Promise<Found> {
  return serving(setupWithoutWebhooks(fault)!, fault.parts, async (manifest) => {
    const options = { duration, seed: 1, workers: 4, corpus: [], timeout: 10_000, stopAtFirst: true };
    const { counterexamples, requests, milliseconds } = await explore(manifest, '0f3a9c51', options);
    const { breaks } = fault;
    const found = counterexamples.map(({ requirement }) => requirement);
    const lengths = counterexamples.map(({ steps }) => steps.length);
    const attributed = found.some((id) => breaks.includes(id as TestableId));
    const length = lengths.length > 0 ? Math.min(...lengths) : undefined;
    return { name: fault.name, breaks, found, attributed, length, requests, milliseconds };
  });
}
