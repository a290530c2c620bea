// Which scenarios a run plays, given what the candidate claims and what is supplied.
import type { Capability, Requirement, TestableId } from '../../generated/requirements.ts';
import { type Facts, type KeyName, keyVariables } from '../manifest.ts';
import { scenarios } from '../scenarios/families.ts';
import { type Change, keysOf, type Scenario } from '../scenarios/vocabulary.ts';
import { changedKey } from '../values/changed-keys.ts';
import type { Verdict } from './judge/verdict.ts';

/** What becomes of a requirement without a scenario that was played. */
export interface Unjudged {
  verdict: Extract<Verdict, 'not-applicable' | 'inconclusive'>;
  reason: string;
}

/** The scenarios of a requirement, or its verdict without any. */
export function planOf(requirement: Requirement, facts: Facts): { scenarios: Scenario[]; unjudged?: Unjudged } {
  const unjudged = (verdict: Unjudged['verdict'], reason: string) => ({
    scenarios: [],
    unjudged: { verdict, reason },
  });
  const reason = notApplicable(requirement, facts.claims);
  if (reason !== undefined) return unjudged('not-applicable', reason);
  const list: Scenario[] = scenarios[requirement.id as TestableId];
  const option = missingOption(list, facts);
  if (option !== undefined) return unjudged('not-applicable', `only judged with ${option}`);
  const possible = list.filter((each) => applies(each, facts));
  if (possible.length === 0) return unjudged('inconclusive', missingNeed(list, facts));
  // A header that every request of this run has (`--header`) may be needed to reach the candidate. A requirement that is
  // about this header is judged nevertheless.
  const reaching = possible.filter((each) => !replacesHeader(each, facts));
  return { scenarios: reaching.length > 0 ? reaching : possible };
}

function replacesHeader({ steps }: Scenario, { headers = [] }: Facts): boolean {
  const replaced = steps.flatMap(({ change }) => Object.keys(change?.headers ?? {}).map((name) => name.toLowerCase()));
  return headers.some(([name]) => replaced.includes(name.toLowerCase()));
}

export function applies(scenario: Scenario, facts: Facts): boolean {
  const { claims, keys, webhook } = facts;
  const { needs, steps, events } = scenario;
  const claimsSandbox = claims.includes('sandbox');
  if (needs === 'sandbox' && !claimsSandbox) return false;
  // Without the sandbox, nothing says how a live key differs from the others: the oracle does not judge what it does.
  if (keysOf(scenario).includes('live') && !claimsSandbox) return false;
  if (events && !webhook) return false;
  const option = optionFor(needs);
  if (option && !option.isGiven(facts)) return false;
  // What is slow for one tenant shows in the events of the other.
  if (events && needs === 'slow' && keysOf(scenario).includes('other') && webhook!.otherSecret === undefined)
    return false;
  if (!keysOf(scenario).every((key) => keys[key] !== undefined)) return false;
  return steps.every(({ change }) => canChangeKey(change, keys));
}

/** False where the change would leave the key as it is. */
function canChangeKey({ keyAs, as = 'tenant' }: Change = {}, keys: Facts['keys']): boolean {
  if (keyAs === undefined || as === 'stranger') return true;
  return as !== 'nobody' && changedKey({ value: keys[as]!, shell: `$${keyVariables[as]}` }, keyAs) !== undefined;
}

/** Why a requirement does not apply to a candidate with these claims; undefined when it does. */
export function notApplicable({ capability, unless }: Requirement, claimed: Capability[]): string | undefined {
  const missing = capability.find((each) => !claimed.includes(each));
  if (missing) return `the capability ${missing} is not claimed`;
  return unless && claimed.includes(unless) ? `only applicable if the capability ${unless} is not claimed` : undefined;
}

/** The options that scenarios may need, and without which a run that could have them leaves something out. */
const options: Record<
  string,
  { name: string; isGiven: (facts: Facts) => boolean; concerns: (facts: Facts) => boolean }
> = {
  slow: { name: '--slow', isGiven: ({ slow }) => slow === true, concerns: () => true },
  'second endpoint': {
    name: 'IDV_OTHER_WEBHOOK_SECRET',
    isGiven: ({ webhook }) => webhook?.otherSecret !== undefined,
    concerns: ({ webhook }) => webhook !== undefined,
  },
};

const optionFor = (needs: Scenario['needs']) => (needs === undefined ? undefined : options[needs]);

/** Those that the run does not have. */
export const leftOut = (facts: Facts): string[] =>
  Object.values(options).flatMap(({ name, isGiven, concerns }) => (concerns(facts) && !isGiven(facts) ? [name] : []));

/** The option that all scenarios of a requirement need, and that the run does not have. */
function missingOption(list: Scenario[], facts: Facts): string | undefined {
  const [first] = list;
  const option = optionFor(first!.needs);
  if (!option?.concerns(facts) || option.isGiven(facts)) return undefined;
  if (list.some(({ needs }) => needs !== first!.needs)) return undefined;
  return option.name;
}

/** The reason why no scenario applies. */
function missingNeed(list: Scenario[], { keys, webhook }: Facts): string {
  if (list.some(({ events }) => events) && !webhook) return 'needs a receiver of events: set --webhook-listen';
  const missing = list.flatMap(keysOf).find((key) => keys[key] === undefined);
  return missing === undefined ? 'no scenario applies to the supplied keys' : needFor(missing);
}

const keyOwners: Record<KeyName, string> = {
  tenant: 'the API key of a tenant',
  other: 'the API key of a second tenant',
  live: 'the live API key of the first tenant',
};

/** What is missing without the key. */
export const needFor = (name: KeyName): string => `needs ${keyOwners[name]}: set ${keyVariables[name]}`;
