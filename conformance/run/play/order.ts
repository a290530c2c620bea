// The order in which scenarios begin. The run must not wait at its end for what could have begun earlier.
import { type Change, type Scenario, type Step, stepsOf } from '../../scenarios/vocabulary.ts';
import { large } from '../../wire/connection/uplink.ts';

/**
 * Those that take seconds by themselves come first, then those of many steps. Between the others are those that mostly wait:
 * together, large bodies would only wait for each other, and bodies in many pieces would leave nothing to send meanwhile.
 */
export function inOrder<T extends { scenario: Scenario }>(list: T[]): T[] {
  const { long = [], waiting = [], many = [], few = [] } = Object.groupBy(list, ({ scenario }) => sizeOf(scenario));
  return [...long, ...spread(waiting, [...many, ...few])];
}

function sizeOf(scenario: Scenario): 'long' | 'waiting' | 'many' | 'few' {
  const steps = stepsOf(scenario);
  if (steps.some(takesSeconds)) return 'long';
  if (isInManyPieces(scenario) || steps.some(({ change = {} }) => bytesOf(change) >= large)) return 'waiting';
  return scenario.setting.length > 3 || scenario.steps.some(({ together }) => together) ? 'many' : 'few';
}

/** It takes a good part of a second by itself, or more. */
export const isLongScenario = (scenario: Scenario): boolean => sizeOf(scenario) === 'long' || isInManyPieces(scenario);

/** True for what lasts until the run ends, is sent for seconds, or waits until a candidate has read half a body. */
const takesSeconds = ({ until, change, aborted }: Step) =>
  until === 'the end' ||
  (change?.sending !== undefined && change.sending !== 'in pieces') ||
  (aborted !== undefined && aborted !== 'after its body');

const isInManyPieces = (scenario: Scenario): boolean =>
  stepsOf(scenario).reduce((sum, { change: { cutAt = [] } = {} }) => sum + cutAt.length, 0) > manyPauses;

// Pauses between the pieces of bodies. These take a fifth of a second.
const manyPauses = 10;

const bytesOf = ({ fileSize, size, parts }: Change) => fileSize ?? size ?? parts?.file?.length ?? 0;

// The part of the others after which the last one of the few begins.
const lastAt = 3 / 4;

/** Puts these between the others, at equal distances. */
function spread<T>(some: T[], others: T[]): T[] {
  const gap = Math.max(1, Math.floor((lastAt * others.length) / some.length));
  const groups = some.map((each, at) => [each, ...others.slice(at * gap, (at + 1) * gap)]);
  return [...groups.flat(), ...others.slice(some.length * gap)];
}
