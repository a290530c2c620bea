import { bearerKey } from '../engine/http.ts';
import type { RequirementId } from '../../generated/requirements.ts';
import { referenceKeys, startReference } from './start.ts';
import type { Exchange } from '../engine/exchange.ts';
import { type Result } from '../engine/verdict.ts';
import { isKnownFailure } from '../run/outcome.ts';
import { judge, type Judgement } from '../run/judge.ts';
import { wholeSuite } from '../run/selection.ts';
import { sameRequest } from './same-request.ts';

// The explanation of failures must be fast.
const deadline = 30_000;

/**
 * The responses of the reference implementation to the requests that decided the failed checks of a candidate: these
 * checks run again, against one in memory. They explain verdicts and never change one.
 */
export async function referenceResponses(judgement: Judgement): Promise<Map<RequirementId, Exchange>> {
  const { manifest, scope, seed } = judgement;
  // It has every capability, so it cannot show a service without one; and an event is not a response.
  const failed = judgement.results.filter(
    (result) =>
      (result.verdict === 'warning' || (result.verdict === 'fail' && !isKnownFailure(result))) &&
      result.requirement.unless === null &&
      !result.requirement.capability.includes('webhooks'),
  );
  if (failed.length === 0) return new Map();
  const reference = await startReference();
  try {
    const { tenant, other, live } = referenceKeys;
    const keys = manifest.keys.live === undefined ? { tenant, other } : { tenant, other, live };
    const { claims, headers = [] } = manifest;
    const only = failed.map(({ requirement }) => requirement.id);
    const candidate = { baseUrl: reference.baseUrl, claims, keys, headers, key: bearerKey, id: '/id' };
    // The same seed generates the same values.
    const repeated = await judge(candidate, { ...wholeSuite, class: scope.class, only, deadline, seed });
    return new Map(failed.flatMap((theirs) => responseFor(theirs, judgement, repeated)));
  } finally {
    await reference.stop();
  }
}

function responseFor(theirs: Result, judged: Judgement, repeated: Judgement): [RequirementId, Exchange][] {
  const ours = repeated.results.find(({ requirement }) => requirement === theirs.requirement);
  // If the check does not pass here either, the comparison explains nothing.
  if (ours?.verdict !== 'pass' || theirs.decisive === undefined) return [];
  const found = sameRequest(
    theirs.decisive,
    { candidate: judged.manifest, exchanges: theirs.exchanges },
    { candidate: repeated.manifest, exchanges: ours.exchanges },
  );
  return found ? [[theirs.requirement.id, found]] : [];
}
