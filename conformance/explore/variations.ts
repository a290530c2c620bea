// What explore sends: the changes that occur in the scenarios, and the sequences that they are.
import { scenarios as families } from '../scenarios/families.ts';
import { create, type Of, read, type Scenario } from '../scenarios/vocabulary.ts';
import type { Step, Variation } from './step.ts';

/** Without those about events, because explore has no receiver, and without slow requests. */
const scenarios: Scenario[] = Object.values<Scenario[]>(families)
  .flat()
  .filter(
    ({ events, steps }) =>
      events === undefined && steps.every(({ change }) => (change?.sending ?? 'in pieces') === 'in pieces'),
  );

// Milliseconds after which a step is sent that a scenario repeats until its run ends.
const untilLater = 1200;

/** Equal for equal values, also in properties that are undefined. */
const textOf = (value: unknown) =>
  JSON.stringify(value, (_, each: unknown) => (each === undefined ? '{undefined}' : each));

/**
 * Without what a sequence decides: the sender, unless the change is about another place of the key, and an idempotency key
 * that says nothing.
 */
function variationIn({ change = {}, of, listens, aborted }: Step): Variation {
  const { as, idempotencyKey, ...rest } = change;
  const isKeyElsewhere = as === 'nobody' && /\{key\}|"Authorization"|"cookies"/.test(textOf(rest));
  const isOwn = idempotencyKey !== undefined && change.idempotencyKeyAs === undefined && isOneOfMany(idempotencyKey);
  return {
    change: { ...rest, ...(isKeyElsewhere && { as }), ...(isOwn && { idempotencyKey }) },
    ...(typeof of === 'object' && { of }),
    ...(listens && { listens }),
    ...(aborted && { aborted }),
  };
}

/** Other sequences, which the oracle may have forgotten, have not had this key. */
const isNew = (key: string) => /\{(unique|uuid|number)\}/.test(key);
const isOneOfMany = (key: string) => isNew(key) && !/^\{unique\}(-\d+)?$/.test(key);

function variationsIn(some: Scenario[], operation: Step['do']): Variation[] {
  const steps = some.flatMap(({ control, setting, steps, observe }) => [...steps, ...setting, ...control, ...observe]);
  const found = new Map<string, Variation>();
  for (const step of steps.filter((each) => each.do === operation)) {
    const variation = variationIn(step);
    // The places where one body is cut stand for all.
    const text = textOf(variation).replace(/"cutAt":\[[\d,]*\]/, '"cutAt"');
    if (!found.has(text)) found.set(text, variation);
  }
  return [...found.values()];
}

const byOperation = (of: (operation: Step['do']) => Variation[]): Record<Step['do'], Variation[]> => ({
  create: of('create'),
  upload: of('upload'),
  read: of('read'),
});

/** Every change of the scenarios, once. */
export const variations = byOperation((operation) => variationsIn(scenarios, operation));

// Bytes. Larger files take so long that they are sent by themselves only, not to bring a case into a state.
const largest = 1_000_000;
const isSmall = ({ change }: Variation) => (change!.fileSize ?? 0) <= largest;
const withoutSetting = (one: Scenario): Scenario => ({ ...one, control: [], setting: [], observe: [] });
const only = (outcome: Scenario['outcome']) =>
  byOperation((operation) =>
    variationsIn(scenarios.filter((one) => one.outcome === outcome).map(withoutSetting), operation).filter(isSmall),
  );

/** Those that a valid request may have. */
export const acceptedOnes = only('accepted');
/** Those of requests that are rejected for a reason of their own. */
export const rejectedOnes = only('rejected');

const framing = /^(headers|headerNamesAs|query|sending|chunked|size|spaceBehind|writtenAs|formAs|boundary|cutAt)$/;
const hasOnly =
  (names: RegExp) =>
  ({ change }: Variation) =>
    Object.keys(change!).every((name) => names.test(name));

/** Those that write the same payload in another way. */
export const rewritings = byOperation((operation) => acceptedOnes[operation].filter(hasOnly(framing)));
/** Those that send another kind or file. */
export const contents = acceptedOnes.upload.filter(hasOnly(/^parts$/));
/** Those that make another idempotency key of the one that a request has. */
export const keyChanges = variations.create.filter(({ change }) => change!.idempotencyKeyAs !== undefined);

const beginsWith = (directive: string) => (variation: Variation) =>
  new RegExp(`^sandbox:${directive}([:#]|$)`).test(String(variation.change!.json?.['reference']));

/** Those of a create that asks the sandbox for something. */
export const asking = (directive: 'approve' | 'deny' | 'hold'): Variation[] =>
  acceptedOnes.create.filter(beginsWith(directive));

/** The requests of a scenario, one after the other; the cases of its control come first. */
export function sequenceOf({ control, setting, steps, observe }: Scenario): Step[] {
  const own = [...setting, ...steps, ...observe];
  const needsControl = own.some(({ of }) => typeof of !== 'number' && of !== undefined);
  const before = !needsControl ? [] : control.some((step) => step.do === 'create') ? control : [create()];
  const opened = before.filter((step) => step.do === 'create').length;
  const moved = (of: Of): Of => (of === 'control' ? 0 : typeof of === 'number' ? of + opened : of);
  return [...before, ...own.map((step) => ({ ...step, ...(step.of !== undefined && { of: moved(step.of) }) }))].flatMap(
    alone,
  );
}

/** A step that does not depend on what else a run sends. */
function alone({ until, watchedBy = 0, ...step }: Step): Step[] {
  const readers = Array.from({ length: watchedBy }, (): Step => ({ ...read(step.of), together: true }));
  if (until === 'the end') return [{ ...step, pause: untilLater }];
  return [{ ...step, ...(until && { until: 'decided' as const }) }, ...readers];
}

/** The scenarios in which one request depends on another. */
export const sequences = (hasSandbox: boolean): Step[][] =>
  scenarios
    .filter(({ needs, setting, steps, observe }) => {
      const isPossible = needs === undefined || (hasSandbox && needs === 'sandbox');
      return isPossible && setting.length + steps.length + observe.length > 1;
    })
    .map(sequenceOf)
    .filter((steps) => steps.every(({ change }) => isNew(change?.idempotencyKey ?? '{unique}')));
