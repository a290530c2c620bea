import type { RequirementId } from '../../generated/requirements.ts';
import { Inconclusive } from '../wire/inconclusive.ts';
import type { Finding } from '../oracle/terms.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { Manifest } from '../manifest.ts';
import { Run } from '../run/play/run.ts';
import { Plan } from './plan.ts';
import { type Outcome, Sender } from './sender.ts';
import { shrunk } from './shrink.ts';
import type { Step } from './step.ts';

export interface ExploreOptions {
  /** milliseconds */
  duration: number;
  /** milliseconds after the duration in which it shrinks counterexamples, and after which it ends whatever still waits */
  overtime: number;
  seed: number;
  workers: number;
  /** requests a second; undefined: as fast as the candidate responds */
  rate?: number | undefined;
  /** sequences that are sent first */
  corpus: Step[][];
  /** milliseconds that one response may take */
  timeout: number;
  /** ends it, with what has been found by then */
  interruption?: AbortSignal;
  /** called with each exchange that has ended */
  ended?: ((exchange: Exchange) => void) | undefined;
}

/** A sequence that breaks the contract. */
export interface Counterexample {
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

/** By the requirement that is broken. */
type Found = Map<RequirementId, Counterexample>;

// Milliseconds to shrink one counterexample, and the part of the overtime for all of them; the rest is for what they wait for.
const longestShrinking = 15_000;
const shareOfShrinking = 0.75;

// So many sequences of each worker wait beside the one that it sends; others do not wait.
const waitingOfWorker = 2;
const isWaiting = ({ pause }: Step) => pause !== undefined;
const withoutPause = ({ pause: _, ...step }: Step): Step => step;

/**
 * Sends sequences of requests until the time is over, and shrinks those that break the contract. It ends early if the
 * candidate can no longer be reached, or asks to wait again and again.
 */
export async function explore(manifest: Manifest, id: string, options: ExploreOptions): Promise<Exploration> {
  const started = performance.now();
  const stop = new AbortController();
  const { timeout, rate, duration, overtime, ended: note } = options;
  const end = setTimeout(() => stop.abort(), duration + overtime);
  const run = new Run(manifest, id, { timeout, rate, signal: stop.signal });
  if (note) run.ended = note;
  const sender = new Sender(run);
  const plan = new Plan(options.seed, manifest);
  const found: Found = new Map();
  let ended: string | undefined;
  const whileSending = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error;
      if (!stop.signal.aborted) ended ??= error.message;
      return undefined;
    }
  };
  try {
    const { interruption } = options;
    const isOver = () => {
      if (interruption?.aborted) ended ??= String(interruption.reason);
      return ended !== undefined || performance.now() - started > duration;
    };
    const sequences = await sendUntil(isOver, { sender, plan, found, options, whileSending });
    if (sequences === 0) ended ??= 'the candidate did not respond to any whole sequence in this time';
    const { requests } = sender;
    const milliseconds = performance.now() - started;
    const counterexamples: Found = new Map();
    // Some steps wait for seconds, so many counterexamples could take minutes.
    const last = interruption?.aborted ? 0 : started + duration + overtime * shareOfShrinking;
    for (const [at, first] of [...found.values()].entries()) {
      const share = Math.min(longestShrinking, (last - performance.now()) / (found.size - at));
      const least = (await whileSending(() => shrunk(sender, first, share))) ?? first;
      const { requirement } = least.finding;
      if (!counterexamples.has(requirement)) counterexamples.set(requirement, { ...least, seen: first.seen });
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
    clearTimeout(end);
    stop.abort();
    run.close();
  }
}

interface Work {
  sender: Sender;
  plan: Plan;
  found: Found;
  options: ExploreOptions;
  /** returns undefined, and ends the exploration, when no more requests can be sent */
  whileSending: <T>(work: () => Promise<T>) => Promise<T | undefined>;
}

/** @returns how many sequences were sent */
async function sendUntil(isOver: () => boolean, given: Work): Promise<number> {
  const { sender, plan, found, options, whileSending } = given;
  const corpus = [...options.corpus];
  let waiting = 0;
  let sequences = 0;
  const keep = (steps: Step[], outcome: Outcome) => {
    // The time was over before its first request.
    if (outcome.exchanges.length === 0) return;
    sequences += 1;
    for (const finding of outcome.findings) {
      const known = found.get(finding.requirement);
      if (known) known.seen += 1;
      else found.set(finding.requirement, { steps, outcome, finding, seen: 1 });
    }
  };
  const work = async () => {
    while (!isOver()) {
      const kept = corpus.shift();
      const planned = kept ?? plan.next();
      const mayWait = waiting < waitingOfWorker * options.workers;
      const steps = kept || mayWait ? planned : planned.map(withoutPause);
      const sent = whileSending(async () => keep(steps, await sender.send(steps, false, isOver)));
      if (mayWait && steps.some(isWaiting)) {
        waiting += 1;
        void sent.finally(() => (waiting -= 1));
      } else await sent;
    }
  };
  await Promise.all(Array.from({ length: options.workers }, work));
  return sequences;
}
