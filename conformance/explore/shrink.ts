import { isObject } from '../wire/json.ts';
import type { Finding } from '../oracle/terms.ts';
import type { Outcome, Sender } from './sender.ts';
import type { Step } from './step.ts';

interface Broken {
  steps: Step[];
  outcome: Outcome;
  finding: Finding;
}

/** Sequences that are sent to shrink one of them. */
const maxTries = 100;

/**
 * The shortest sequence found that breaks the same requirement by itself: steps are removed, then what makes a step
 * unlike the plain request. A plainer request may break another requirement by the same response; that is nearer to the
 * cause. A sequence that breaks it only after other sequences stays as it is.
 *
 * @param maxTime milliseconds after which no more sequences are sent
 */
export async function shrunk(sender: Sender, first: Broken, maxTime: number): Promise<Broken> {
  const { requirement, actual } = first.finding;
  let tries = 0;
  const started = performance.now();
  const breaks = async (steps: Step[]): Promise<Broken | undefined> => {
    if (tries >= maxTries || performance.now() - started > maxTime || steps.length === 0) return undefined;
    tries += 1;
    const outcome = await sender.send(steps, true);
    const { findings } = outcome;
    const same = findings.find((each) => each.requirement === requirement);
    const finding = same ?? findings.find((each) => each.actual === actual);
    return finding && { steps, outcome, finding };
  };
  let best = (await breaks(first.steps)) ?? (await breaks(first.steps));
  if (!best) return first;
  const isEnough = async (steps: Step[]): Promise<boolean> => {
    const found = await breaks(steps);
    best = found ?? best;
    return found !== undefined;
  };
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const smaller of halvesOf(best.steps)) if (await isEnough(smaller)) isSmaller = true;
    for (let at = best.steps.length - 1; at >= 0; at -= 1)
      if (await isEnough(without(best.steps, at))) isSmaller = true;
    for (let at = 0; at < best.steps.length; at += 1)
      for (const path of pathsIn(best.steps[at]!).filter(([name]) => name !== 'do' && name !== 'of')) {
        const step = omit(best.steps[at]!, path);
        if (step && (await isEnough(best.steps.with(at, step)))) isSmaller = true;
      }
  }
  return best;
}

function halvesOf(steps: Step[]): Step[][] {
  const half = Math.floor(steps.length / 2);
  return half > 1 ? [[steps[0]!, ...steps.slice(half)], steps.slice(0, half)] : [];
}

/** Without a step; the cases behind one that it opened are counted from 0 again. */
function without(steps: Step[], at: number): Step[] {
  const rest = steps.toSpliced(at, 1);
  if (steps[at]!.do !== 'create') return rest;
  const opened = steps.slice(0, at).filter((step) => step.do === 'create').length;
  return rest.map((step) => (typeof step.of === 'number' && step.of > opened ? { ...step, of: step.of - 1 } : step));
}

type Path = [name: string, ...within: string[]];

/** Where the properties of a value are: each object before what is in it. */
const pathsIn = (value: object): Path[] =>
  Object.entries(value).flatMap(([name, each]) => [
    [name] satisfies Path,
    ...(isObject(each) ? pathsIn(each).map((path): Path => [name, ...path]) : []),
  ]);

/** The value without the property at the path; undefined if it has none there. */
function omit<T extends object>(value: T, [name, ...within]: Path): T | undefined {
  const { [name]: property, ...others } = value as Record<string, unknown>;
  if (within.length === 0) return name in value ? (others as T) : undefined;
  const rest = isObject(property) ? omit(property, within as Path) : undefined;
  return rest && { ...value, [name]: rest };
}
