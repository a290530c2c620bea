import type { HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted, expectProblem, expectThat, isAccepted } from '../../engine/expect.ts';
import { artifactProperties, type Case, listedIn, pick, showsStatus } from '../support/case.ts';
import type { Context } from '../support/context.ts';
import { precondition } from '../support/preconditions.ts';
import type { Tenant } from '../support/tenant.ts';

/** The question hints at the keys, because two keys of one tenant would cause the same failure. */
export function expectNotFound(
  response: HttpResponse,
  question = 'are $IDV_API_KEY and $IDV_OTHER_API_KEY of two tenants?',
): void {
  expectThat('accepted', !isAccepted(response), 'status 404', `status ${response.status}; ${question}`, response);
  expectProblem(response, 404, '/problems/not-found');
}

export const expectCaseNotShown = (response: HttpResponse) =>
  expectThat(
    'case-disclosed',
    !showsStatus(response),
    'a response without a case',
    `status ${response.status} with a case`,
    response,
  );

export const artifactsIn = (found: Case) => listedIn(found).map((artifact) => pick(artifact, ...artifactProperties));

/** The owner may repeat an upload with its idempotency key; another tenant gets 404 for the same request. */
export async function rejectsForeignReplay(
  { run }: Context,
  owner: Tenant,
  stranger: Tenant,
  caseId: string,
): Promise<void> {
  const keyed = { headers: { 'Idempotency-Key': run.reference() } };
  await precondition('idempotency.key-forms', async () => expectAccepted(await owner.upload(caseId, {}, keyed)));
  expectNotFound(await stranger.upload(caseId, {}, keyed));
}
