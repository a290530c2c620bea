// Runs the scenarios of requirements.
import { inspect } from 'node:util';
import type { Requirement, TestableId } from '../../../generated/requirements.ts';
import { whyEnded } from '../../wire/connection/time-limit.ts';
import { type Exchange, isOverloaded } from '../../wire/exchange.ts';
import { Inconclusive } from '../../wire/inconclusive.ts';
import { scenarios } from '../../scenarios/families.ts';
import type { Scenario } from '../../scenarios/vocabulary.ts';
import { applies, missingNeed, missingOption, notApplicable } from '../applies.ts';
import { resultsOf } from '../judge/scenario.ts';
import { isAboutEvents, resultsByEvents } from '../judge/events.ts';
import { inOrder } from './order.ts';
import { performed } from './sending/perform.ts';
import type { Run } from './run.ts';
import { settled } from '../judge/settle.ts';
import { type OthersEnded, Turns } from './turns.ts';
import { DecidedLive } from './sending/undecided.ts';
import { type Result, type ScenarioResult, verdictBy } from '../judge/verdict.ts';

interface Options {
  /** how many scenarios run at the same time */
  concurrency: number;
  /** called with each result as it becomes available; one that is inconclusive may yet pass in part */
  progress: (result: Result, done: number, of: number) => void;
  /** called when only scenarios are left that waited for all others */
  whenOthersEnded: () => void;
}

/**
 * Runs the scenarios of the given requirements and returns the results in the same order. Untestable requirements have no
 * scenarios and no result.
 */
export async function runSuite(run: Run, chosen: Requirement[], options: Options): Promise<Result[]> {
  const testable = chosen.filter(({ untestable }) => untestable === null);
  const planned = testable.map((requirement) => ({ requirement, ...planOf(requirement, run) }));
  const list = planned.flatMap((each) => each.scenarios);
  const turns = new Turns(options.concurrency);
  const play = (each: Planned) => turns.run((othersEnded) => runScenario(run, othersEnded, each));
  const ended = new Map(inOrder(list).map((each) => [each, play(each)]));
  void turns.othersEnded().then(options.whenOthersEnded);
  let done = 0;
  const results = planned.map(async ({ requirement, scenarios: some, inapplicable }) => {
    const result = inapplicable ?? resultBy(requirement, await Promise.all(some.map((each) => ended.get(each)!)));
    done += 1;
    options.progress(result, done, planned.length);
    return result;
  });
  return settled(await Promise.all(results));
}

interface Planned {
  id: TestableId;
  scenario: Scenario;
}

/** How a scenario ended. */
interface Ended {
  results: ScenarioResult[];
  exchanges: Exchange[];
  milliseconds: number;
  /** of a scenario that does not apply to the candidate: it counts only if no other scenario judges the requirement */
  omitted?: ScenarioResult;
  /** of the suite itself */
  error?: Error;
}

/** The scenarios of a requirement, or the result without any. */
function planOf(requirement: Requirement, run: Run): { scenarios: Planned[]; inapplicable?: Result } {
  const unjudged = (verdict: 'not-applicable' | 'inconclusive', reason: string) => ({
    scenarios: [],
    inapplicable: { requirement, verdict, reason, exchanges: [], milliseconds: 0 },
  });
  const reason = notApplicable(requirement, run.manifest.claims);
  if (reason !== undefined) return unjudged('not-applicable', reason);
  const id = requirement.id as TestableId;
  const option = missingOption(scenarios[id], run.manifest);
  if (option !== undefined) return unjudged('not-applicable', `only judged with ${option}`);
  const possible = scenarios[id].filter((each) => applies(each, run));
  if (possible.length === 0) return unjudged('inconclusive', missingNeed(scenarios[id], run));
  // A header that every request of this run has (`--header`) may be needed to reach the candidate. A requirement that is
  // about this header is judged nevertheless.
  const reaching = possible.filter((each) => !replacesHeader(each, run));
  return { scenarios: (reaching.length > 0 ? reaching : possible).map((scenario) => ({ id, scenario })) };
}

function replacesHeader({ steps }: Scenario, { manifest }: Run): boolean {
  const replaced = steps.flatMap(({ change }) => Object.keys(change?.headers ?? {}).map((name) => name.toLowerCase()));
  return (manifest.headers ?? []).some(([name]) => replaced.includes(name.toLowerCase()));
}

// A request in 150 that is rejected for a while interrupts a scenario of ten requests three times once in 3,000 times.
const mostAttempts = 3;

/**
 * True when a scenario shows nothing because a request was rejected for a while, or sent twice. Nobody knows what such a
 * request has done, so the next one with its idempotency key may be answered in several ways.
 */
const wasInterrupted = ({ results, exchanges }: Pick<Ended, 'results' | 'exchanges'>): boolean =>
  results.some(({ verdict, blockedBy }) => verdict === 'inconclusive' && blockedBy === undefined) &&
  exchanges.some(({ response, sentTwice }) => sentTwice ?? (response && isOverloaded(response.status)));

async function runScenario(run: Run, othersEnded: OthersEnded, { id, scenario }: Planned): Promise<Ended> {
  const begun = performance.now();
  const ended = (results: ScenarioResult[], exchanges: Exchange[]) => {
    for (const exchange of exchanges)
      if (!run.senders.has(exchange)) run.senders.set(exchange, { id, label: scenario.label });
    return { results, exchanges, milliseconds: performance.now() - begun };
  };
  try {
    if (run.signal.aborted) throw new Inconclusive(whyEnded(run.signal));
    if (isAboutEvents(scenario)) {
      const judged = await resultsByEvents(run, othersEnded, id, scenario);
      return ended(judged.results, judged.exchanges);
    }
    for (let attempt = 1; ; attempt += 1) {
      const judged = await resultsOf(id, scenario, run.manifest, (steps, control) =>
        performed(run, othersEnded, steps, attempt, control?.opened[0]),
      );
      if (attempt === mostAttempts || !wasInterrupted(judged)) return ended(judged.results, judged.exchanges);
    }
  } catch (error) {
    if (!(error instanceof Inconclusive))
      return { ...ended([], []), error: error instanceof Error ? error : new Error(inspect(error)) };
    const { message: reason, exchange: decisive } = error;
    const result = { label: scenario.label, verdict: 'inconclusive', reason, ...(decisive && { decisive }) } as const;
    if (error instanceof DecidedLive) return { ...ended([], [error.exchange!]), omitted: result };
    return ended([result], decisive ? [decisive] : []);
  }
}

function resultBy(requirement: Requirement, ends: Ended[]): Result {
  const exchanges = [...new Set(ends.flatMap((end) => end.exchanges))].toSorted((a, b) => a.started! - b.started!);
  const milliseconds = Math.max(...ends.map((end) => end.milliseconds));
  const error = ends.find((end) => end.error)?.error;
  const last = exchanges.at(-1);
  const counts = { exchanges, milliseconds, ...(last && { decisive: last }) };
  if (error)
    return { requirement, verdict: 'error', reason: error.message, stack: error.stack ?? error.message, ...counts };
  const judged = ends.flatMap((end) => end.results);
  const omitted = ends.flatMap((end) => end.omitted ?? []);
  return { ...counts, ...verdictBy(requirement, judged.length > 0 ? judged : omitted) };
}
