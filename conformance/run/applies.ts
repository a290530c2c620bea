// What a run can judge, given what the candidate claims and what is supplied.
import type { Capability, Requirement } from '../../generated/requirements.ts';
import type { Manifest } from '../manifest.ts';
import { keysOf, type Scenario } from '../scenarios/vocabulary.ts';
import { credentialOf } from './play/sending/request.ts';
import { needFor, type Run } from './play/run.ts';

export function applies(scenario: Scenario, run: Run): boolean {
  const { needs, steps, events } = scenario;
  const { webhook } = run.manifest;
  if (needs === 'sandbox' && !run.claimsSandbox) return false;
  // Without the sandbox, nothing says how a live key differs from the others: the oracle does not judge what it does.
  if (keysOf(scenario).includes('live') && !run.claimsSandbox) return false;
  if (events && !webhook) return false;
  const option = optionFor(needs);
  if (option && !(webhook && option.isGiven(webhook))) return false;
  // What is slow for one tenant shows in the events of the other.
  if (needs === 'slow' && keysOf(scenario).includes('other') && webhook!.otherSecret === undefined) return false;
  if (!keysOf(scenario).every((key) => run.suppliedCredential(key))) return false;
  return steps.every(({ change = {} }) => change.keyAs === undefined || credentialOf(change, run) !== undefined);
}

/** Why a requirement does not apply to a candidate with these claims; undefined when it does. */
export function notApplicable({ capability, unless }: Requirement, claimed: Capability[]): string | undefined {
  const missing = capability.find((each) => !claimed.includes(each));
  if (missing) return `the capability ${missing} is not claimed`;
  return unless && claimed.includes(unless) ? `only applicable if the capability ${unless} is not claimed` : undefined;
}

/** The options that scenarios about events may need. */
const options: Record<string, { name: string; isGiven: (webhook: NonNullable<Manifest['webhook']>) => boolean }> = {
  slow: { name: '--slow', isGiven: ({ slow }) => slow },
  'second endpoint': { name: 'IDV_OTHER_WEBHOOK_SECRET', isGiven: ({ otherSecret }) => otherSecret !== undefined },
};

const optionFor = (needs: Scenario['needs']) => (needs === undefined ? undefined : options[needs]);

/** Those that the run does not have although it has a receiver. */
export const leftOut = ({ webhook }: Manifest): string[] =>
  Object.values(options).flatMap(({ name, isGiven }) => (webhook && !isGiven(webhook) ? [name] : []));

/** The option that all scenarios of a requirement need, and that the run does not have. */
export function missingOption(list: Scenario[], { webhook }: Manifest): string | undefined {
  const [first] = list;
  const option = optionFor(first!.needs);
  if (!webhook || !option || option.isGiven(webhook) || list.some(({ needs }) => needs !== first!.needs))
    return undefined;
  return option.name;
}

/** The reason why no scenario applies. */
export function missingNeed(list: Scenario[], run: Run): string {
  if (list.some(({ events }) => events) && !run.manifest.webhook)
    return 'needs a receiver of events: set --webhook-listen';
  const missing = list.flatMap(keysOf).find((key) => !run.suppliedCredential(key));
  return missing === undefined ? 'no scenario applies to the supplied keys' : needFor(missing);
}
