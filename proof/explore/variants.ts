// Explores the services of proof/variants: all are conformant, so explore must report no failure.
import { counterexampleText } from '../../conformance/cli/explore.ts';
import { stepsText } from '../../conformance/explore/corpus.ts';
import { explore } from '../../conformance/explore/explore.ts';
import { full, serving } from '../serve.ts';
import type { Variant } from '../variants/index.ts';

/** How exploring a variant ended. */
export interface Explored {
  name: string;
  requests: number;
  /** each with the requirement and the sequence that shows it; empty when the oracle accepts the variant */
  failures: string[];
}

/** Explores the reference implementation that differs as the variant does, for this many milliseconds. */
export async function exploreVariant({ name, parts }: Variant, duration: number, seed: number): Promise<Explored> {
  return serving(full, parts, async (manifest) => {
    const options = { duration, seed, workers: 4, corpus: [], timeout: 10_000 };
    const { counterexamples, requests, ended } = await explore(manifest, '0f3a9c51', options);
    const failures = counterexamples.map(
      (each) => `${counterexampleText(each, manifest)}\nsteps: ${stepsText(each.steps)}\n`,
    );
    if (ended !== undefined) failures.push(`The exploration ended early: ${ended}.\n`);
    return { name, requests, failures };
  });
}
