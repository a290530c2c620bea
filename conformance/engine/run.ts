import type { Capability, Requirement, TestableId } from '../../generated/requirements.ts';
import type { Exchange } from './exchange.ts';
import { settled } from './settle.ts';
import { Inconclusive, judge, type Result } from './verdict.ts';
import { deadlineReached } from './connection/time-limit.ts';

/** What the engine gives to one check: a place for its exchanges, and the moment when all other checks have ended. */
export interface Step {
  /** of several requests that wait to be sent, those with the highest go first; 0 if not given */
  priority?: number | undefined;
  record(exchange: Exchange): void;
  /** resolves when every other check has ended or waits here too */
  waitForOtherChecks(): Promise<void>;
  /** waits for work that another check began; meanwhile a third one may run */
  waitFor<T>(work: Promise<T>): Promise<T>;
}

/** The requirements, one check for each, and the context that a check receives. */
export interface Suite<Context> {
  requirements: Requirement[];
  checks: Record<TestableId, (context: Context) => Promise<void>>;
  contextFor(step: Step): Context;
}

export interface RunOptions {
  claimed: Capability[];
  /** checks that do not run, and what they need: `--slow` */
  leftOut?: Partial<Record<TestableId, string>>;
  /** how many checks run at the same time; those that waited for work of another one go on in addition */
  concurrency: number;
  /** the checks that run alone at first, because the run cannot end until long after they have begun to wait */
  beginsAlone?: (requirement: Requirement) => boolean;
  /** which requests go first: those of the checks with the highest number */
  priorityOf?: (requirement: Requirement) => number;
  /** ends the run: checks that have not ended by then are inconclusive */
  signal: AbortSignal;
  /** called with each result as it becomes available; one that is inconclusive may yet pass in part */
  progress?: (result: Result, done: number, of: number) => void;
  /** called when only checks are left that waited for all others */
  whenOthersEnded?: () => void;
}

/**
 * Runs the checks of the given requirements and returns their results in the same order. Untestable requirements have
 * no check and no result.
 */
export async function runChecks<Context>(suite: Suite<Context>, options: RunOptions): Promise<Result[]> {
  const testable = suite.requirements.filter(({ untestable }) => untestable === null);
  const turns = new CheckScheduler(options.concurrency, testable.length, options.whenOthersEnded);
  const applicable = testable.filter((requirement) => !notApplicable(requirement, options));
  const headStart = new HeadStart(applicable.filter((requirement) => options.beginsAlone?.(requirement)));
  let done = 0;
  const results = await Promise.all(
    testable.map(async (requirement) => {
      const run = async () => {
        await headStart.begin(requirement);
        return turns.run(() => runCheck(suite, requirement, { turns, headStart }, options));
      };
      const result = notApplicable(requirement, options) ?? (await run());
      headStart.leave(requirement);
      turns.end();
      done += 1;
      options.progress?.(result, done, testable.length);
      return result;
    }),
  );
  return settled(results);
}

/** The result for a requirement that does not apply; undefined when it does. */
export function notApplicable(
  requirement: Requirement,
  { claimed, leftOut }: Pick<RunOptions, 'claimed' | 'leftOut'>,
): Result | undefined {
  const missing = requirement.capability.find((capability) => !claimed.includes(capability));
  const excluded = requirement.unless && claimed.includes(requirement.unless) ? requirement.unless : undefined;
  const omitted = leftOut?.[requirement.id as TestableId];
  const unclaimed = missing && `the capability ${missing} is not claimed`;
  const reason =
    unclaimed ??
    (excluded && `only applicable if the capability ${excluded} is not claimed`) ??
    (omitted && `only checked with ${omitted}`);
  if (reason === undefined) return undefined;
  return { requirement, verdict: 'not-applicable', reason, exchanges: [], milliseconds: 0 };
}

async function runCheck<Context>(
  suite: Suite<Context>,
  requirement: Requirement,
  { turns, headStart }: { turns: CheckScheduler; headStart: HeadStart },
  { signal, priorityOf }: RunOptions,
): Promise<Result> {
  const exchanges: Exchange[] = [];
  const step: Step = {
    priority: priorityOf?.(requirement),
    record: (exchange) => exchanges.push(exchange),
    waitForOtherChecks: () => {
      headStart.leave(requirement);
      return turns.waitForOtherChecks();
    },
    waitFor: turns.waiter(),
  };
  const started = performance.now();
  let thrown: unknown;
  try {
    if (signal.aborted) throw new Inconclusive(deadlineReached);
    await suite.checks[requirement.id as TestableId](suite.contextFor(step));
  } catch (error) {
    thrown = error ?? new Error('the check threw nothing');
  }
  const decisive = exchanges.at(-1);
  return {
    ...(decisive && { decisive }),
    ...judge(requirement, thrown),
    exchanges,
    milliseconds: performance.now() - started,
  };
}

// Milliseconds. Longer than a candidate nearby needs for the first steps; one far away is not slowed down much.
const longestHeadStart = 200;

/** The time in which some checks run alone: until each of them waits for the others or has ended, or for a while. */
class HeadStart {
  readonly #isOver: Promise<void>;
  readonly #ahead: Set<Requirement>;
  #end = () => {};

  constructor(ahead: Requirement[]) {
    this.#ahead = new Set(ahead);
    this.#isOver = new Promise((resolve) => {
      const timer = setTimeout(resolve, longestHeadStart);
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    if (ahead.length === 0) this.#end();
  }

  /** Resolves when the check may begin. */
  async begin(requirement: Requirement): Promise<void> {
    if (!this.#ahead.has(requirement)) await this.#isOver;
  }

  /** This check waits or has ended. */
  leave(requirement: Requirement): void {
    if (this.#ahead.delete(requirement) && this.#ahead.size === 0) this.#end();
  }
}

/** Limits how many checks run at the same time, and wakes the waiting ones when all others have ended. */
class CheckScheduler {
  #free: number;
  #running: number;
  readonly #whenOthersEnded: (() => void) | undefined;
  readonly #queue: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];

  constructor(concurrency: number, checks: number, whenOthersEnded: (() => void) | undefined) {
    this.#free = concurrency;
    this.#running = checks;
    this.#whenOthersEnded = whenOthersEnded;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free <= 0) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#free -= 1;
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  /**
   * `waitFor` of one check. It gives up one turn, however many of its parallel steps wait, and goes on at once: until
   * enough checks have ended, no other one begins.
   */
  waiter(): Step['waitFor'] {
    let waiting = 0;
    return async (work) => {
      waiting += 1;
      if (waiting === 1) this.#release();
      try {
        return await work;
      } finally {
        waiting -= 1;
        if (waiting === 0) this.#free -= 1;
      }
    };
  }

  /** A check has ended, so the waiting ones have one less to wait for. */
  end(): void {
    this.#running -= 1;
    this.#wakeWhenAlone();
  }

  async waitForOtherChecks(): Promise<void> {
    this.#release();
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#wakeWhenAlone();
    });
    // The waiting checks go on together, without a limit, because all others have ended. `run` releases this turn again.
    this.#free -= 1;
  }

  #release(): void {
    this.#free += 1;
    if (this.#free <= 0 || this.#queue.length === 0) return;
    this.#free -= 1;
    this.#queue.shift()!();
  }

  #wakeWhenAlone(): void {
    if (this.#running > this.#waiting.length || this.#waiting.length === 0) return;
    this.#whenOthersEnded?.();
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
