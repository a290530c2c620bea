// Explores the services of proof/variants: all are conformant, so explore must report no failure.
import { counterexampleText } from '../../conformance/cli/explore.ts';
import { bearerKey } from '../../conformance/engine/http.ts';
import { explore } from '../../conformance/explore/explore.ts';
import { referenceKeys } from '../../conformance/reference/start.ts';
import type { Manifest } from '../../conformance/run/manifest.ts';
import { defaultParts } from '../../reference-impl/compose.ts';
import { createService } from '../../reference-impl/http/service.ts';
import type { Variant } from '../variants/index.ts';

/** How exploring a variant ended. */
export interface Explored {
  name: string;
  requests: number;
  /** each with the requirement and the sequence that shows it; empty when the model accepts the variant */
  failures: string[];
}

/** Explores the reference implementation that differs as the variant does, for this many milliseconds. */
export async function exploreVariant({ name, parts }: Variant, duration: number, seed: number): Promise<Explored> {
  let baseUrl = '';
  const original = defaultParts();
  const service = createService({ ...original, ...parts(original, () => baseUrl) });
  try {
    baseUrl = await service.listen({ port: 0, host: '127.0.0.1' });
    const claimed = { claims: ['sandbox', 'live-key'], keys: referenceKeys } satisfies Partial<Manifest>;
    const manifest: Manifest = { baseUrl, key: bearerKey, id: '/id', ...claimed };
    const options = { duration, seed, workers: 4, corpus: [], timeout: 10_000 };
    const { counterexamples, requests, ended } = await explore(manifest, 'p', options);
    const failures = counterexamples.map(
      (each) => `${counterexampleText(each, manifest)}\nsteps: ${JSON.stringify(each.steps)}\n`,
    );
    if (ended !== undefined) failures.push(`The exploration ended early: ${ended}.\n`);
    return { name, requests, failures };
  } finally {
    await service.close();
  }
}
