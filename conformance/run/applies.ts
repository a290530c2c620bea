// Which scenarios a run can judge, given what the candidate claims and which keys are supplied.
import type { Context } from '../checks/support/context.ts';
import type { Scenario } from '../scenarios/vocabulary.ts';
import { credentialOf } from './request.ts';

export const stepsOf = ({ control, setting, steps, observe }: Scenario) => [
  ...control,
  ...setting,
  ...steps,
  ...observe,
];

/** The keys that are not always supplied, of the senders of a scenario. */
export const keysOf = (scenario: Scenario): ('other' | 'live')[] =>
  stepsOf(scenario).flatMap(({ change: { as } = {} }) => (as === 'other' || as === 'live' ? [as] : []));

export function applies(scenario: Scenario, context: Context): boolean {
  const { claims, webhook } = context.run.manifest;
  const { needs, steps } = scenario;
  if (needs === 'sandbox' && !claims.includes('sandbox')) return false;
  if (needs === 'slow' && !webhook?.slow) return false;
  if (needs === 'second endpoint' && webhook?.otherSecret === undefined) return false;
  if (!keysOf(scenario).every((key) => context.suppliedCredential(key))) return false;
  return steps.every(({ change = {} }) => change.keyAs === undefined || credentialOf(change, context) !== undefined);
}
