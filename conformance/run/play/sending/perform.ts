// Sends the steps of scenarios.
import type { Exchange } from '../../../wire/exchange.ts';
import { memoize } from '../../../wire/memoize.ts';
import { wait } from '../../../wire/http.ts';
import { isDecidedIn } from '../../../oracle/facts.ts';
import type { Step } from '../../../scenarios/vocabulary.ts';
import { EventInbox } from '../events/inbox.ts';
import { requireKeyModes, requireKnownKey } from './keys.ts';
import { requireUndecided } from './undecided.ts';
import { requestOf } from './request.ts';
import { decisionTime, untilDecided } from './until-decided.ts';
import { noteOpened, pathOf, type Surroundings } from './surroundings.ts';
import type { Run } from '../run.ts';
import type { OthersEnded } from '../turns.ts';
import type { Opened, Part, Sent } from '../../../recording/recording.ts';

/** Equal for steps that are equal, also in the properties of a create that are undefined, and so missing. */
export const textOf = (steps: readonly Step[]): string => steps.map(textOfStep).join('\n');

const textOfStep = memoize((step: Step) => JSON.stringify([step, Object.keys(step.change?.json ?? {})]));

/** False for races, for what is sent alone, and for what lasts until the run ends. */
export const areShared = (steps: readonly Step[]): boolean =>
  !steps.some(({ together, alone, until }) => together || alone || until === 'the end');

/**
 * Sends the steps one after the other. Scenarios with the same steps have the same exchanges: they are sent once in a run.
 *
 * @param attempt counted from 1: of how many times a scenario is performed
 */
export function performed(
  run: Run,
  othersEnded: OthersEnded,
  steps: readonly Step[],
  attempt: number,
  control?: Opened,
): Promise<Part> {
  const send = () => perform(run, othersEnded, steps, control);
  return areShared(steps) ? run.once(`${attempt} ${control?.id} ${textOf(steps)}`, send) : send();
}

/** Sends the steps until one is about a case that was not opened, and waits for the event that a receiver awaits. */
export async function perform(
  run: Run,
  othersEnded: OthersEnded,
  steps: readonly Step[],
  control?: Opened,
): Promise<Part> {
  for (const as of sandboxSenders(steps)) await requireKeyModes(run, run.credential(as));
  return new Performance(run, steps, control).perform(othersEnded);
}

/** A step with its place among the steps. */
type Placed = [at: number, step: Step];

class Performance {
  readonly #run: Run;
  readonly #steps: readonly Step[];
  readonly #around: Surroundings;
  /** receives the event of the case, if a receiver awaits it */
  readonly #inbox: EventInbox | undefined;
  readonly #exchanges: Exchange[] = [];
  readonly #sent: Sent[] = [];

  constructor(run: Run, steps: readonly Step[], control: Opened | undefined) {
    this.#run = run;
    this.#steps = steps;
    const own = { unique: run.reference(), uuid: crypto.randomUUID(), number: run.number() };
    this.#around = { run, ...own, opened: [], control };
    this.#inbox = inboxOf(run, steps, own.unique);
  }

  async perform(othersEnded: OthersEnded): Promise<Part> {
    const hasCase = (step: Step) => pathOf(step, this.#around) !== undefined;
    const exclusively = (send: () => Promise<void>) => this.#run.race(othersEnded(), send);
    const sendAll = async () => {
      for (const batch of batchesOf(this.#steps.filter(({ until }) => until !== 'the end'))) {
        if (!hasCase(batch[0]![1])) break;
        const watched = () => this.#sendWatched(batch);
        await (batch.length > 1 ? exclusively(watched) : watched());
      }
    };
    await (this.#steps[0]?.alone ? exclusively(sendAll) : sendAll());
    await this.#inbox?.end();
    const untilEnd = [...this.#steps.entries()].filter(([, step]) => step.until === 'the end' && hasCase(step));
    if (untilEnd.length > 0)
      await repeatUntilRunEnds(this.#run, othersEnded, async () => {
        for (const step of untilEnd) await this.#send(step);
      });
    return { sent: this.#sent, exchanges: this.#exchanges, opened: this.#around.opened };
  }

  /** Sends a step; one that waits for a decision, until it shows one. */
  async #send([at, step]: Placed, isRacing = false): Promise<Exchange | undefined> {
    const path = pathOf(step, this.#around);
    if (path === undefined) return undefined;
    const send = async () => {
      const isUrgent = step.do === 'read' && this.#inbox?.waitsForRead;
      const request = { ...requestOf(step, path, this.#around, isRacing), ...(isUrgent && { urgent: true }) };
      const exchange = await this.#run.send(request, (each) => this.#exchanges.push(each));
      await requireKnownKey(this.#run, exchange);
      if (!step.mayBeClosed) await requireUndecided(this.#run, request, exchange);
      this.#sent.push({ step, at, exchange });
      if (step.do === 'read') this.#inbox?.noteRead(exchange);
      return exchange;
    };
    const isRepeated = step.until === 'decided' || step.until === 'announced';
    const exchange = isRepeated ? await this.#untilDecided(step, send) : await send();
    noteOpened(step, exchange, this.#around);
    return exchange;
  }

  /** Repeats a read; one that waits for an event too, until that arrives. */
  async #untilDecided({ until }: Step, read: () => Promise<Exchange>): Promise<Exchange> {
    const run = this.#run;
    const inbox = this.#inbox;
    const begun = performance.now();
    const mayChange = (last: Exchange) => {
      run.slowestDecision = Math.max(run.slowestDecision, last.started! - begun);
      return this.#mayBeDecidedLater(last);
    };
    const pause = (milliseconds: number) => (inbox ? inbox.pause(milliseconds) : wait(milliseconds, run.signal));
    const exchange = await untilDecided(read, mayChange, pause);
    if (until !== 'announced' || !inbox || !isDecidedIn(exchange)) return exchange;
    await inbox.arrival();
    return inbox.waitsForRead ? read() : exchange;
  }

  /** Sends steps while readers read the case of a watched one, until it is decided after the last step, or cannot be. */
  async #sendWatched(batch: Placed[]): Promise<void> {
    let endedAt: number | undefined;
    const readAgain = async (read: Placed) => {
      for (let reads = 1; ; reads += 1) {
        const exchange = await this.#send(read);
        const isLate = endedAt !== undefined && performance.now() - endedAt > decisionTime;
        const isAfter = endedAt !== undefined && exchange !== undefined && exchange.started! >= endedAt;
        if (exchange === undefined || isLate || (isAfter && !this.#mayBeDecidedLater(exchange))) return;
        // Reads are close together at first; a decision that takes seconds does not need thousands of them.
        await wait(Math.min(Math.floor(reads / 20), 50), this.#run.signal);
      }
    };
    const readers = batch.flatMap(([at, { watchedBy = 0, of = 0, change }]) =>
      Array.from({ length: watchedBy }, () =>
        readAgain([at, { do: 'read', of, change: { as: change?.as ?? 'tenant' } }]),
      ),
    );
    const sending = Promise.all(batch.map((step) => this.#send(step, batch.length > 1)));
    await Promise.all([sending.finally(() => (endedAt = performance.now())), ...readers]);
  }

  /** True for a read of a pending case. When every upload to it was rejected, nothing can decide it. */
  #mayBeDecidedLater(read: Exchange): boolean {
    if (read.response?.status !== 200 || isDecidedIn(read)) return false;
    const uploads = this.#exchanges.filter(({ request }) => request.url === `${read.request.url}/artifacts`);
    return uploads.length === 0 || uploads.some(({ response }) => !response || response.status < 300);
  }
}

/**
 * Repeats requests about something that must not change: now, when every other scenario has ended, and until a while has
 * passed. The while is twice as long as the slowest decision of this run, because a late change of a case is probably made
 * by whatever decides cases.
 */
async function repeatUntilRunEnds(run: Run, othersEnded: OthersEnded, send: () => Promise<void>): Promise<void> {
  await send();
  const since = performance.now();
  await othersEnded();
  const duration = Math.min(decisionTime, Math.max(1000, 2 * run.slowestDecision + 500));
  // On a busy machine a time alone may be over before the candidate was asked twice at rest.
  const repeatUntil = async (end: number, atLeast = 1) => {
    for (let sent = 0; sent < atLeast || performance.now() < end; sent += 1) {
      await wait(Math.min(100, Math.max(0, Math.ceil(end - performance.now()))), run.signal);
      await send();
    }
  };
  await repeatUntil(Math.max(since + duration, performance.now() + 200), 3);
  // A candidate may lose something only when no request is in progress.
  if (!run.isRacing) return;
  await run.racesEnded;
  await repeatUntil(performance.now() + 100);
}

/** Those who send a reference of the sandbox. */
const sandboxSenders = (steps: readonly Step[]) =>
  new Set(
    steps
      .filter((step) => textOfStep(step).includes('"sandbox:'))
      .map(({ change }) => change?.as ?? 'tenant')
      .filter((as) => as !== 'nobody' && as !== 'stranger'),
  );

/** Each step, by its place, with those that are sent at the same moment. */
export function batchesOf<S extends Step>(steps: readonly S[]): [at: number, S][][] {
  const batches: [at: number, S][][] = [];
  for (const [at, step] of steps.entries()) {
    if (step.together && at > 0) batches.at(-1)!.push([at, step]);
    else batches.push([[at, step]]);
  }
  return batches;
}

/** Receives the event of the case that the first step opens, if a receiver awaits it. */
function inboxOf(run: Run, steps: readonly Step[], unique: string): EventInbox | undefined {
  const [{ receiver: reply, change } = {}] = steps as Partial<Step>[];
  if (!reply) return undefined;
  const { receiver } = run.manifest.webhook!;
  // The dot is in the reference too: without it, one text may be the beginning of another.
  const planned = { reply, text: `${unique}.`, isOfSecondTenant: change?.as === 'other' };
  const isRead = steps.some(({ until }) => until === 'announced');
  return new EventInbox(receiver, { ...planned, isRead }, run.signal);
}
