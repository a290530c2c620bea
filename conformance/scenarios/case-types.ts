// Scenarios that leave open about which type of case they are: a service may treat the two in different ways.
import { both, json, labelled, type Scenario, type Step, stepsOf } from './vocabulary.ts';

type CaseType = 'PF' | 'PM';

/**
 * The same scenarios; of those that choose no type, every other one is about an entity. So both types are tried for each
 * requirement at no cost.
 */
export function alternating(list: Scenario[]): Scenario[] {
  let isEntity = true;
  return list.map((scenario) => {
    if (!hasAnyType(scenario)) return scenario;
    isEntity = !isEntity;
    return isEntity ? ofEntity(scenario) : scenario;
  });
}

/** Each scenario twice: about persons and about entities. */
export const ofBothTypes = (list: Scenario[]): Scenario[] => [
  ...list.map((each) => ofType('PF', each)),
  ...labelled('an entity', list.map(ofEntity)),
];

export const ofEntity = (scenario: Scenario): Scenario => ofType('PM', scenario);

/** The same scenario about cases of this type; one that chooses a type as it is. */
function ofType(type: CaseType, scenario: Scenario): Scenario {
  if (!hasAnyType(scenario)) return scenario;
  const opening = (step: Step): Step =>
    step.do === 'create' ? { ...step, change: both(step.change ?? {}, json({ type })) } : step;
  return {
    ...scenario,
    control: scenario.control.map(opening),
    setting: scenario.setting.map(opening),
    steps: scenario.steps.map(opening),
    observe: scenario.observe.map(opening),
  };
}

/** Those about events choose their cases themselves. */
const hasAnyType = (scenario: Scenario): boolean => {
  const creates = stepsOf(scenario).filter((step) => step.do === 'create');
  return !scenario.events && creates.length > 0 && !creates.some(choosesType);
};

const choosesType = ({ change: { json: properties = {}, text, bytes } = {} }: Step): boolean =>
  'type' in properties || text !== undefined || bytes !== undefined;
