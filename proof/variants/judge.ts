import { createService } from '../../reference-impl/http/service.ts';
import { defaultParts } from '../../reference-impl/compose.ts';
import { referenceKeys } from '../../conformance/reference/start.ts';
import { judge } from '../../conformance/run/judge.ts';
import type { Manifest } from '../../conformance/run/manifest.ts';
import { wholeSuite } from '../../conformance/run/selection.ts';
import { findingsIn } from './explored.ts';
import type { Freedom } from './support.ts';

const key = { header: 'Authorization', template: 'Bearer {key}' };
const everything = { claims: ['sandbox', 'live-key'], keys: referenceKeys } satisfies Partial<Manifest>;
// About three hundred requests to each service.
const sequences = 18;

/** What the suite and the model find at the reference implementation that uses the freedom: nothing when it is conformant. */
export async function findingsAbout(
  freedom: Freedom,
  claimed: Pick<Manifest, 'claims' | 'keys'> = everything,
): Promise<string[]> {
  let baseUrl = '';
  const original = defaultParts();
  const service = createService({ ...original, ...freedom(original, () => baseUrl) });
  try {
    baseUrl = await service.listen({ port: 0, host: '127.0.0.1' });
    const manifest: Manifest = { baseUrl, key, id: '/id', ...claimed };
    const { results, outcome } = await judge(manifest, wholeSuite);
    const notWell = results.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable');
    return [
      ...(outcome.name === 'CONFORMANT' ? [] : [outcome.headline]),
      ...notWell.map(({ requirement, verdict, reason }) => `${verdict} ${requirement.id}: ${reason}`),
      ...(await findingsIn(sequences, manifest, 1)),
    ];
  } finally {
    await service.close();
  }
}
