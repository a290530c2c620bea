import { setTimeout } from 'node:timers/promises';
import type { RequirementId } from '../../generated/requirements.ts';
import { isObject, valueOf } from '../engine/json.ts';
import { Inconclusive } from '../engine/inconclusive.ts';
import { releaseTime } from '../oracle/idempotency.ts';
import type { Finding } from '../oracle/terms.ts';
import type { Manifest } from '../manifest.ts';
import { Plan } from './plan.ts';
import { lastRead, type Outcome, Sender } from './sender.ts';
import { shrunk } from './shrink.ts';
import type { Step } from './step.ts';

export interface ExploreOptions {
  /** milliseconds */
  duration: number;
  seed: number;
  workers: number;
  /** requests a second; undefined: as fast as the candidate responds */
  rate?: number;
  /** sequences that are sent first */
  corpus: Step[][];
  /** milliseconds that one response may take */
  timeout: number;
  /** ends the exploration at the first counterexample */
  stopAtFirst?: boolean;
}

/** A sequence that breaks the contract. */
export interface Counterexample {
  requirement: RequirementId;
  finding: Finding;
  steps: Step[];
  /** how it went when it was sent last */
  outcome: Outcome;
  /** in how many sequences the same requirement was broken */
  seen: number;
}

export interface Exploration {
  counterexamples: Counterexample[];
  requests: number;
  sequences: number;
  milliseconds: number;
  visited: number;
  cells: number;
  /** why it ended before its time: the candidate crashed, or asked to wait again and again */
  ended?: string;
}

type Found = Map<RequirementId, Omit<Counterexample, 'requirement'>>;

/** Steps that follow a sequence later. */
interface Revisit {
  due: number;
  more: Step[];
  steps: Step[];
  outcome: Outcome;
}

/** Milliseconds to shrink one counterexample. All of them together take as long, or as long as the exploration took. */
const longestShrinking = 15_000;

/** True when the sandbox still has to decide: it has five seconds (D54). */
const isUndecided = ({ exchanges }: Outcome) => {
  const { response } = exchanges.at(-1) ?? {};
  const shown = response && valueOf(response.body);
  return isObject(shown) && shown['status'] === 'PENDING' && /^sandbox:(approve|deny)/.test(String(shown['reference']));
};

/** What shows later whether a key stays in use, whether a decision is late, or, at times, whether something changes. */
function laterSteps(steps: Step[], outcome: Outcome, isChosen: boolean): Step[] {
  const [used] = outcome.inUse;
  if (used) return [{ ...used, pause: releaseTime + 200 }];
  if (isUndecided(outcome)) return [lastRead(steps, 5200)];
  return isChosen ? [lastRead(steps, 1200)] : [];
}

/**
 * Sends sequences of requests until the time is over, and shrinks those that break the contract. It ends early if the
 * candidate can no longer be reached, or asks to wait again and again.
 */
export async function explore(manifest: Manifest, run: string, options: ExploreOptions): Promise<Exploration> {
  const started = performance.now();
  const stop = new AbortController();
  const sender = new Sender(manifest, run, options.timeout, stop.signal);
  const plan = new Plan(options.seed, manifest);
  const found: Found = new Map();
  let ended: string | undefined;
  const whileSending = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error;
      ended ??= error.message;
      return undefined;
    }
  };
  try {
    const isOver = () =>
      ended !== undefined ||
      performance.now() - started > options.duration ||
      (options.stopAtFirst === true && found.size > 0);
    const sequences = await sendUntil(isOver, { sender, plan, found, options, started, whileSending });
    const { requests } = sender;
    const milliseconds = performance.now() - started;
    const counterexamples = new Map<RequirementId, Counterexample>();
    // Some steps wait for seconds, so many counterexamples could take minutes.
    const end = performance.now() + Math.max(options.duration, longestShrinking);
    for (const [at, [requirement, first]] of [...found].entries()) {
      const share = Math.min(longestShrinking, (end - performance.now()) / (found.size - at));
      const least = (await whileSending(() => shrunk(sender, requirement, first, share))) ?? first;
      const by = least.finding.requirement;
      counterexamples.set(by, { requirement: by, seen: first.seen, ...(counterexamples.get(by) ?? least) });
    }
    return {
      counterexamples: [...counterexamples.values()],
      requests,
      sequences,
      milliseconds,
      visited: plan.visited,
      cells: plan.cells,
      ...(ended !== undefined && { ended }),
    };
  } finally {
    stop.abort();
    sender.http.close();
  }
}

interface Work {
  sender: Sender;
  plan: Plan;
  found: Found;
  options: ExploreOptions;
  started: number;
  /** returns undefined, and ends the exploration, when no more requests can be sent */
  whileSending: <T>(work: () => Promise<T>) => Promise<T | undefined>;
}

/** @returns how many sequences were sent */
async function sendUntil(isOver: () => boolean, given: Work): Promise<number> {
  const { sender, plan, found, options, started, whileSending } = given;
  const waiting = [...options.corpus];
  const revisits: Revisit[] = [];
  let sequences = 0;
  const keep = (findings: Finding[], steps: Step[], outcome: Outcome) => {
    for (const finding of findings) {
      const known = found.get(finding.requirement);
      if (known) known.seen += 1;
      else found.set(finding.requirement, { steps, outcome, finding, seen: 1 });
    }
  };
  const work = async () => {
    while (!isOver()) {
      const due = revisits.findIndex((each) => each.due < performance.now());
      if (due >= 0) {
        const [{ steps, more, outcome }] = revisits.splice(due, 1) as [Revisit];
        keep(await outcome.sendMore(more), [...steps, ...more], outcome);
      }
      const steps = waiting.shift() ?? plan.next();
      const outcome = await sender.send(steps);
      sequences += 1;
      keep(outcome.findings, steps, outcome);
      const more = laterSteps(steps, outcome, sequences % 4 === 0);
      if (more[0]) revisits.push({ due: performance.now() + more[0].pause!, more, steps, outcome });
      await paced(sender.requests, started, options.rate);
    }
  };
  await Promise.all(Array.from({ length: options.workers }, () => whileSending(work)));
  return sequences;
}

/** Waits until the number of requests fits the rate. */
async function paced(requests: number, started: number, rate: number | undefined): Promise<void> {
  if (rate === undefined) return;
  const early = (requests / rate) * 1000 - (performance.now() - started);
  if (early > 0) await setTimeout(early);
}
