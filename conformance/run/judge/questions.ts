// Hints for failures that wrong settings can cause too.
import type { RequirementId } from '../../../generated/requirements.ts';
import type { Exchange } from '../../wire/exchange.ts';
import type { Finding, Judgement } from '../../oracle/terms.ts';

const ofTenants = 'are $IDV_API_KEY and $IDV_OTHER_API_KEY of two tenants?';
const ofModes = 'is $IDV_LIVE_API_KEY a live key?';
/** What can cause the same finding when a request was accepted: keys that were exchanged, or a missing claim. */
const questions: Partial<Record<RequirementId, string>> = {
  'tenancy.foreign-case-404': ofTenants,
  'tenancy.modes-apart': ofModes,
  'sandbox.rejected-with-live-key': ofModes,
  'sandbox.rejected-without-capability': 'or claim the sandbox with --claim sandbox',
};

/**
 * Adds to a finding the question whether the keys and claims are what the suite was told.
 *
 * @param others the exchanges of the scenario
 */
export function withQuestion(
  finding: Finding,
  { demand, outcome }: Pick<Judgement, 'demand' | 'outcome'>,
  { request, response }: Exchange,
  others: Exchange[],
): Finding {
  const opens = (each: Exchange) =>
    each.response?.status === 201 &&
    each.request.credential?.value === request.credential?.value &&
    isSandboxCreate(each);
  const isRejected = response?.status === 422 && demand === 'accepted' && isSandboxCreate({ request });
  const ofKey = isRejected && !others.some(opens) ? `is ${request.credential?.shell} a sandbox key?` : undefined;
  const question = outcome === 'accepted' ? questions[finding.requirement] : ofKey;
  return question === undefined ? finding : { ...finding, actual: `${finding.actual}; ${question}` };
}

const isSandboxCreate = ({ request }: Pick<Exchange, 'request'>) =>
  /"reference":"sandbox:/.test(Buffer.concat(request.body).toString('latin1'));
