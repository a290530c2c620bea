// Scenarios that leave open about which type of case they are: a service may treat the two in different ways.
import { both, json, type Scenario, type Step, stepsOf } from './vocabulary.ts';

/**
 * The same scenarios, of those that choose no type every other one about an entity: so both types are tried for each
 * requirement at no cost. Events of cases have types of their own.
 */
export function alternating(list: Scenario[]): Scenario[] {
  let isEntity = true;
  return list.map((scenario) => {
    if (!hasAnyType(scenario)) return scenario;
    isEntity = !isEntity;
    return isEntity ? ofEntity(scenario) : scenario;
  });
}

/** The same scenario about entities; if it chooses a type, the same. */
export function ofEntity(scenario: Scenario): Scenario {
  if (!hasAnyType(scenario)) return scenario;
  const [control, setting, steps, observe] = [scenario.control, scenario.setting, scenario.steps, scenario.observe].map(
    (part) => part.map(openingEntity),
  ) as [Step[], Step[], Step[], Step[]];
  return { ...scenario, control, setting, steps, observe };
}

const openingEntity = (step: Step): Step =>
  step.do === 'create' ? { ...step, change: both(step.change ?? {}, json({ type: 'PM' })) } : step;

const hasAnyType = (scenario: Scenario): boolean => {
  const creates = stepsOf(scenario).filter((step) => step.do === 'create');
  return !scenario.events && creates.length > 0 && creates.every((step) => !choosesType(step));
};

const choosesType = ({ change: { json: properties = {}, text, bytes } = {} }: Step): boolean =>
  'type' in properties || text !== undefined || bytes !== undefined;
