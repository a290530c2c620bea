import type { TestableId } from '../../generated/requirements.ts';
import type { Exchange } from '../../conformance/engine/exchange.ts';
import { bearerKey } from '../../conformance/engine/http.ts';
import { type World, worldOf } from '../../conformance/model/terms.ts';
import { judge } from '../../conformance/run/judge.ts';
import { wholeSuite } from '../../conformance/run/selection.ts';
import { defaultParts } from '../../reference-impl/compose.ts';
import { createService } from '../../reference-impl/http/service.ts';
import type { Fault } from '../faults/index.ts';
import { profileWithoutWebhooks } from '../prove.ts';

/** Runs the checks that a fault declares to break, and returns the exchanges in the order in which they began. */
export async function recordFault(fault: Fault): Promise<{ exchanges: Exchange[]; world: World }> {
  const { parts, claimed } = profileWithoutWebhooks(fault)!;
  const original = { ...defaultParts(), ...parts };
  const service = createService({ ...original, ...fault.parts(original) });
  try {
    const baseUrl = await service.listen({ port: 0, host: '127.0.0.1' });
    const manifest = { baseUrl, key: bearerKey, id: '/id', ...claimed };
    const only = Object.keys(fault.breaks) as TestableId[];
    const { results } = await judge(manifest, { ...wholeSuite, only, concurrency: 8, seed: 1 });
    const recorded = new Set(results.flatMap((result) => result.exchanges).filter(({ received }) => !received));
    const exchanges = [...recorded].toSorted((one, other) => one.started! - other.started!);
    return { exchanges, world: worldOf(manifest) };
  } finally {
    await service.close();
  }
}
