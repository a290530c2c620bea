import type { Exchange } from '../../conformance/wire/exchange.ts';
import { type World, worldOf } from '../../conformance/oracle/terms.ts';
import { judge } from '../../conformance/run/judge.ts';
import { wholeSuite } from '../../conformance/run/selection.ts';
import type { Fault } from '../faults/index.ts';
import { setupWithoutWebhooks } from '../prove.ts';
import { serving } from '../serve.ts';

/** Runs the checks that a fault declares to break, and returns the exchanges in the order in which they began. */
export async function recordFault(fault: Fault): Promise<{ exchanges: Exchange[]; world: World }> {
  return serving(setupWithoutWebhooks(fault)!, fault.parts, async (manifest) => {
    const only = fault.breaks;
    const { results } = await judge(manifest, { ...wholeSuite, only, concurrency: 8, seed: 1 });
    const recorded = new Set(results.flatMap((result) => result.exchanges).filter(({ received }) => !received));
    const exchanges = [...recorded].toSorted((one, other) => one.started! - other.started!);
    return { exchanges, world: worldOf(manifest) };
  });
}
