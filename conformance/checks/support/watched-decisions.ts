import type { HttpResponse } from '../../engine/exchange.ts';
import { wait } from '../../engine/http.ts';
import { type Case, caseIn } from './case.ts';
import type { Context } from './context.ts';
import { precondition } from './preconditions.ts';
import type { Tenant } from './tenant.ts';

/** What reads of an approved and of a denied case show, from before the evidence until after the decision. */
export const watchedDecisions = (context: Context): Promise<Case[][]> =>
  context.once('decisions watched', async ({ tenant }) => [
    await watchDecision(tenant, 'approve'),
    // A decision that is torn now and then is torn while others are being made.
    ...(await Promise.all(
      (['approve', 'deny', 'deny', 'approve', 'deny'] as const).map((each) => watchDecision(tenant, each)),
    )),
  ]);

async function watchDecision(tenant: Tenant, directive: 'approve' | 'deny'): Promise<Case[]> {
  const blockedBy = directive === 'approve' ? 'sandbox.suffix-ignored' : 'sandbox.denies-person';
  const { id } = await tenant.openSandboxCase(directive);
  const before = await tenant.readCase(id);
  const decide = async () => {
    await tenant.addEvidence(id, {}, blockedBy);
    await precondition(blockedBy, () => tenant.decision(id));
  };
  const first = readWhile(tenant, id, decide);
  // More readers, so that reads are close together.
  const others = [readWhile(tenant, id, () => first), readWhile(tenant, id, () => first)];
  // The same failure is thrown where the first one is awaited.
  for (const other of others) other.catch(() => {});
  const { reads: own } = await first;
  const reads = [...own, ...(await Promise.all(others)).flatMap((other) => other.reads)];
  return [before, ...reads.map(caseIn), await tenant.readCase(id)];
}

/** Reads the case again and again until the work has ended. */
export async function readWhile<T>(
  tenant: Tenant,
  caseId: string,
  work: () => Promise<T>,
): Promise<{ result: T; reads: HttpResponse[] }> {
  let hasEnded = false;
  const readAgain = async () => {
    const reads: HttpResponse[] = [];
    while (!hasEnded) {
      reads.push(await tenant.readOrBlock(caseId));
      await wait(pauseAfter(reads.length), tenant.session.run.signal);
    }
    return reads;
  };
  const reading = readAgain();
  // Its failure is thrown where it is awaited.
  reading.catch(() => {});
  const result = await work().finally(() => (hasEnded = true));
  return { result, reads: await reading };
}

// Milliseconds. Reads are close together at first; a decision that takes seconds does not need thousands of them.
const pauseAfter = (reads: number) => Math.min(Math.floor(reads / 20), 50);
