import type { RequirementId } from '../../generated/requirements.ts';
import { judgeService } from '../../conformance/run/service.ts';
import { wholeSuite } from '../../conformance/run/selection.ts';
import { full, serving } from '../serve.ts';
import { findingsIn } from './explored.ts';
import type { Freedom } from '../../reference-impl/behaviours/support.ts';

// About three hundred requests to each service.
const sequences = 18;

// A service that rejects a key in use is conformant, and should wait instead.
const mayWarn: RequirementId[] = ['idempotency.in-use-waits'];

/** What the suite and the oracle find at the reference implementation that uses the freedom: nothing when it is conformant. */
export function findingsAbout(freedom: Freedom, setup = full): Promise<string[]> {
  return serving(setup, freedom, async (manifest) => {
    const { results, outcome } = await judgeService(manifest, wholeSuite);
    const notWell = results.filter(
      ({ verdict, requirement: { id } }) => verdict !== 'pass' && verdict !== 'not-applicable' && !mayWarn.includes(id),
    );
    return [
      ...(outcome.name === 'CONFORMANT' ? [] : [outcome.headline]),
      ...notWell.map(({ requirement, verdict, reason }) => `${verdict} ${requirement.id}: ${reason}`),
      ...(await findingsIn(sequences, manifest, 1)),
    ];
  });
}
