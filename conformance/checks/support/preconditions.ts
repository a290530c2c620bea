import type { RequirementId } from '../../../generated/requirements.ts';
import type { HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted } from '../../engine/expect.ts';
import { Inconclusive, Violation } from '../../engine/verdict.ts';
import { withRows } from './rows/rows.ts';

/**
 * A step that must succeed before the check can judge anything. If it fails, the check is inconclusive, blocked by the
 * requirement that judges that step.
 */
export async function precondition<T>(blockedBy: RequirementId, step: () => Promise<T>): Promise<T> {
  try {
    // Its rows are not rows of the check.
    return await withRows(step);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    throw new Inconclusive(`blocked by ${blockedBy}: ${error.message}`, blockedBy, error.exchange);
  }
}

/** A request that must be accepted before the check judges its response. */
export function acceptedPrecondition(
  blockedBy: RequirementId,
  send: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  return precondition(blockedBy, async () => {
    const response = await send();
    expectAccepted(response);
    return response;
  });
}
