import { Plan } from '../../conformance/explore/plan.ts';
import { Run } from '../../conformance/run/play/run.ts';
import { Sender } from '../../conformance/explore/sender.ts';
import type { Manifest } from '../../conformance/manifest.ts';

/** What the oracle forbids in this many generated sequences: nothing, for a conformant service. */
export async function findingsIn(sequences: number, manifest: Manifest, seed: number): Promise<string[]> {
  const run = new Run(manifest, '0f3a9c51', { timeout: 10_000, signal: new AbortController().signal });
  const sender = new Sender(run);
  const plan = new Plan(seed, manifest);
  const found = new Set<string>();
  try {
    for (let count = 0; count < sequences; count += 1) {
      const { findings } = await sender.send(plan.next());
      for (const { requirement, expected, actual } of findings)
        found.add(`oracle ${requirement}: expected ${expected}, but got ${actual}`);
    }
    return [...found];
  } finally {
    run.close();
  }
}
