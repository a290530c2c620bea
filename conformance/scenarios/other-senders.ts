// The scenarios of the first tenant, sent by others: a service may treat their requests in another way. They are about the other type.
import { alternating, ofEntity } from './case-types.ts';
import { type Change, create, otherSenders, type Scenario, type Sender, type Step, stepsOf } from './vocabulary.ts';

/**
 * A cross product: of each requirement the first scenario of each operation and of each outcome, sent by each of the others. A
 * requirement of which a scenario has such a sender chooses all of them itself.
 */
export const withOtherSenders = <Id extends string>(table: Record<Id, Scenario[]>): Record<Id, Scenario[]> => {
  const entries = Object.entries<Scenario[]>(table).map(([id, list]) => {
    // What a valid request may look like depends on no sender.
    const some = id.startsWith('http.') ? list.filter(({ outcome }) => outcome === 'rejected') : list;
    return [id, [...alternating(list), ...ofOthers(some).map(ofEntity)]];
  });
  return Object.fromEntries(entries) as Record<Id, Scenario[]>;
};

function ofOthers(list: Scenario[]): Scenario[] {
  return Object.entries(otherSenders).flatMap(([who, as]) => {
    if (list.some((each) => stepsOf(each).some(({ change }) => change?.as === as))) return [];
    const firsts = new Map<string, Scenario>();
    for (const each of list) {
      const kind = `${each.steps[0]?.do} ${JSON.stringify(each.outcome)}`;
      if (!firsts.has(kind) && canSend(as, each)) firsts.set(kind, withoutWait(each));
    }
    return [...firsts.values()].map((each) => sentBy(who, as, each));
  });
}

/** What changes late does so whoever sent it, so one read is enough. */
const withoutWait = (scenario: Scenario): Scenario => ({
  ...scenario,
  steps: scenario.steps.map(onlyOnce),
  observe: scenario.observe.map(onlyOnce),
});

const onlyOnce = ({ until, ...step }: Step): Step => ({ ...step, ...(until && until !== 'the end' && { until }) });

/** The sandbox has no live cases. Evidence may decide one (D97), which then accepts no more. */
function canSend(as: Sender, scenario: Scenario): boolean {
  const { steps, setting, needs, outcome, events, isAnswerGiven } = scenario;
  const all = stepsOf(scenario);
  // The form of every response of a run is judged.
  const isAboutForm = typeof outcome === 'object' || (outcome === 'rejected' && isAnswerGiven);
  if (events || isAboutForm || steps.length === 0 || !all.every(({ change = {} }) => isOfTenant(change))) return false;
  if (as !== 'live') return true;
  const isOfSandbox = needs === 'sandbox' || JSON.stringify(all).includes('sandbox:');
  const needed = outcome === 'rejected' ? setting : [...setting, ...steps];
  return !isOfSandbox && needed.filter((step) => step.do === 'upload').length < 2;
}

const isOfTenant = ({ as, keyAs, authorization, cookies }: Change) =>
  as === undefined && keyAs === undefined && authorization === undefined && cookies === undefined;

/** The same scenario. An upload to a live case that has evidence, which may have decided it, goes to another one. */
export function sentBy(who: string, as: Sender, scenario: Scenario): Scenario {
  const { setting } = scenario;
  const isOfControl = ({ do: operation, of }: Step) => as === 'live' && operation === 'upload' && of === 'control';
  const at = setting.filter((step) => step.do === 'create').length;
  const byOther = (step: Step): Step => ({
    ...step,
    ...(isOfControl(step) && { of: at }),
    change: { ...step.change, as },
  });
  const needsCase = scenario.steps.some(isOfControl);
  return {
    ...scenario,
    label: `${who}: ${scenario.label}`,
    control: scenario.control.map(byOther),
    setting: [...setting, ...(needsCase ? [create()] : [])].map(byOther),
    steps: scenario.steps.map(byOther),
    observe: scenario.observe.map(byOther),
  };
}
