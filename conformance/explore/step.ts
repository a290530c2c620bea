import { both, type Change, type Step as Request } from '../scenarios/vocabulary.ts';

/** One request of a sequence, as data: it can be kept in a file and sent again. */
export interface Step extends Request {
  /** milliseconds to wait before it */
  readonly pause?: number;
}

/** What makes a request unlike the valid one of its operation, wherever it is sent. */
export type Variation = Pick<Step, 'change' | 'of' | 'listens' | 'aborted'>;

export const varied = (step: Step, variation: Variation): Step => ({
  ...step,
  ...variation,
  change: both(step.change ?? {}, variation.change ?? {}),
});

export const changed = (step: Step, change: Change): Step => varied(step, { change });

/** A small generator of numbers from a seed (mulberry32). */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
