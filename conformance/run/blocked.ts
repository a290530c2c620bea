import type { RequirementId } from '../../generated/requirements.ts';
import type { Exchange } from '../engine/exchange.ts';
import { Inconclusive } from '../engine/verdict.ts';
import type { Finding } from '../oracle/terms.ts';

/** The verdict on a scenario that needs something which breaks another requirement. */
export const blockedBy = (
  id: RequirementId,
  { expected, actual }: Pick<Finding, 'expected' | 'actual'>,
  exchange?: Exchange,
): Inconclusive => new Inconclusive(`blocked by ${id}: expected ${expected}, but got ${actual}`, id, exchange);
