import type { RequirementId } from '../../generated/requirements.ts';
import type { Finding } from '../oracle/terms.ts';
import type { Outcome, Sender } from './sender.ts';
import type { Step } from './step.ts';

interface Broken {
  steps: Step[];
  outcome: Outcome;
  finding: Finding;
}

/** Sequences that are sent to shrink one of them. */
const maxTries = 60;

/**
 * The shortest sequence found that breaks the same requirement by itself: steps are removed, then what makes a step
 * unlike the plain request. A plainer request may break another requirement by the same response; that is nearer to the
 * cause. A sequence that breaks it only after other sequences stays as it is.
 *
 * @param maxTime milliseconds after which no more sequences are sent
 */
export async function shrunk(
  sender: Sender,
  requirement: RequirementId,
  first: Broken,
  maxTime: number,
): Promise<Broken> {
  let tries = 0;
  const started = performance.now();
  const breaks = async (steps: Step[]): Promise<Broken | undefined> => {
    if (tries >= maxTries || performance.now() - started > maxTime || steps.length === 0) return undefined;
    tries += 1;
    const outcome = await sender.send(steps, true);
    const { findings } = outcome;
    const same = findings.find((each) => each.requirement === requirement);
    const finding = same ?? findings.find(({ actual }) => actual === first.finding.actual);
    return finding && { steps, outcome, finding };
  };
  let best = (await breaks(first.steps)) ?? (await breaks(first.steps));
  if (!best) return first;
  for (let changed = true; changed;) {
    changed = false;
    for (const candidate of smaller(best.steps)) {
      const found: Broken | undefined = await breaks(candidate);
      if (!found) continue;
      best = found;
      changed = true;
      break;
    }
  }
  return best;
}

/** Sequences that are a little simpler: half of the steps, without one step, or with a plainer step. */
function* smaller(steps: Step[]): Generator<Step[]> {
  const half = Math.floor(steps.length / 2);
  if (half > 1) {
    yield [steps[0]!, ...steps.slice(half)];
    yield steps.slice(0, half);
  }
  for (let at = steps.length - 1; at >= 0; at -= 1) yield steps.toSpliced(at, 1);
  for (const [at, step] of steps.entries()) for (const plainer of plainerThan(step)) yield steps.with(at, plainer);
}

function* plainerThan(step: Step): Generator<Step> {
  const { together, key, type, directive, ...rest } = step;
  const without = (...names: string[]) =>
    Object.fromEntries(Object.entries(step).filter(([name]) => !names.includes(name))) as unknown as Step;
  if (together) yield without('together');
  if (key !== undefined) yield without('key');
  if (directive !== undefined) yield without('directive');
  if (type === 'PM') yield without('type');
  for (const name of rest.twists) yield { ...step, twists: rest.twists.filter((each) => each !== name) };
}
