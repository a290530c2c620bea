// Notices that the service is away, and waits until it is back.
import { type Exchange, isClosed } from '../../wire/exchange.ts';
import { connectionRefused } from '../../wire/connection/result.ts';
import { Inconclusive } from '../../wire/inconclusive.ts';
import { isAskedError, isOfGateway, mayBeOfGateway, type SandboxError } from '../../oracle/facts.ts';
import type { Interruption, TakenOut } from '../../recording/recording.ts';

// Milliseconds that are waited in a row. A supervisor or a deployment has started a service by then; a gateway that takes a
// service out after one bad response mostly tries it again after ten or thirty seconds.
const longest = { service: 20_000, gateway: 35_000 };
/** Milliseconds that a run waits at most, in all. */
export const longestWait = 120_000;
const pause = 1000;

// A gateway may need two errors, and shows what it does after them to a read within this time.
const errorsAsked = 2;
const looksAfterError = 4;
const betweenLooks = 250;
// Milliseconds. HAProxy tries again after a second.
const longestLook = 500;
// Milliseconds from a response to the end of the service that it may have caused.
const soon = 3000;

interface Means {
  /** every exchange so far */
  exchanges: readonly Exchange[];
  /** asks the sandbox for an error; undefined if it is not claimed */
  ask: ((status: SandboxError) => Promise<Exchange>) | undefined;
  /** sends a cheap request on a new connection */
  probe: () => Promise<Exchange>;
  /** rejects when the run has ended */
  wait: (milliseconds: number) => Promise<void>;
  /** called once a second with how long the service has been away, in milliseconds; at last with nothing */
  waiting: (milliseconds?: number) => void;
}

/** What one look at the service has shown. */
interface Look {
  began: number;
  /** undefined: it responds */
  seen: Promise<Interruption | undefined>;
}

/**
 * A response that a gateway wrote itself, a refused connection, and one that was cut while the service is away, say nothing
 * about the request. One look at the service decides, and everything else waits for it.
 */
export class Interruptions {
  readonly list: Interruption[] = [];
  /** milliseconds that the run has waited */
  waited = 0;
  /** known when a gateway was seen to respond itself after an error of the sandbox */
  takenOut: TakenOut | undefined;
  #served: Promise<void> | undefined;
  #isTried = false;
  /** true when the service itself responds to the cheap request with such a page as some gateways do when it is away */
  #isOwnPage: Promise<boolean> | undefined;
  /** the last look has shown such a response */
  #isNowPage = false;
  readonly #means: Means;
  #look: Look | undefined;
  /** the service itself has responded to something */
  hasResponded = false;
  /** what a gateway has responded to, or nothing was there for, before that */
  readonly #early: Exchange[] = [];
  readonly #hidden = new Set<Exchange>();
  #isGone = false;

  constructor(means: Means) {
    this.#means = means;
  }

  /** True when the look after it took long: a gateway that waits for the service hides that it is away. */
  wasHidden(exchange: Exchange): boolean {
    return this.#hidden.has(exchange);
  }

  /** Resolves when the service is back, or is not waited for any more; undefined while it seems to be there. */
  get over(): Promise<unknown> | undefined {
    return this.#look?.seen;
  }

  /** It was waited for, and did not come back. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Marks an exchange that was interrupted, and waits until the service is back. */
  async examine(exchange: Exchange): Promise<void> {
    const { response, failure } = exchange;
    // A gateway may also put its page in the place of the error that was asked for, while the service is there.
    const isPage = mayBeOfGateway(exchange) && !(await this.#isOwnPage);
    const mayBeCut = isClosed(exchange) || isPage || (response && isOfGateway(exchange) && isAskedError(exchange));
    if (!mayBeCut && failure !== connectionRefused && !(response && isOfGateway(exchange))) {
      if (response) await this.#responded();
      if (this.takenOut && isAskedError(exchange))
        await (this.#served ??= this.#untilServed().finally(() => (this.#served = undefined)));
      return;
    }
    if (!this.hasResponded) {
      if (!mayBeCut) this.#early.push(exchange);
      return;
    }
    const asked = performance.now();
    const isAway = this.#isGone || (await this.#isAway()) !== undefined;
    if (performance.now() - asked > longestLook) this.#hidden.add(exchange);
    if (!mayBeCut || isAway || isClosed(exchange)) exchange.interrupted = isAway ? 'away' : 'briefly';
  }

  /** After errors of the sandbox, which take the service out. This is no interruption: nothing else is being sent. */
  async #untilServed(): Promise<void> {
    const start = performance.now();
    while ((await this.#state()) !== 'there' && performance.now() - start < longest.gateway)
      await this.#means.wait(betweenLooks);
    this.waited += performance.now() - start;
  }

  async #responded(): Promise<void> {
    if (!this.hasResponded && this.#early.length > 0) {
      const start = Math.min(...this.#early.map(({ started }) => started!));
      this.list.push({ start, end: performance.now(), by: 'gateway' });
      for (const each of this.#early) each.interrupted = 'away';
    }
    this.hasResponded = true;
    await (this.#isOwnPage ??= this.#isProbePage());
    if (!this.#isGone) return;
    this.#isGone = false;
    this.list.at(-1)!.end = performance.now();
  }

  /** What a look shows that began after this was asked. */
  async #isAway(): Promise<Interruption | undefined> {
    const asked = performance.now();
    for (;;) {
      const look = (this.#look ??= this.#newLook());
      const seen = await look.seen;
      if (seen || look.began >= asked) return seen;
    }
  }

  #newLook(): Look {
    const began = performance.now();
    const seen = this.#untilBack(began).finally(() => (this.#look = undefined));
    return { began, seen };
  }

  async #untilBack(start: number): Promise<Interruption | undefined> {
    const { wait, waiting } = this.#means;
    let state = await this.#state();
    if (state === 'there') return undefined;
    // The end of the run cuts a look off as well, which shows nothing then: this rejects.
    await wait(0);
    const interruption: Interruption = { start, by: state };
    this.list.push(interruption);
    try {
      const most = () => longest[this.#isNowPage ? 'service' : interruption.by];
      for (let away = 0; state !== 'there' && away < most(); away = performance.now() - start) {
        waiting(away);
        await wait(pause);
        state = await this.#state();
        if (state === 'gateway') interruption.by = state;
      }
    } catch (error) {
      // The run has ended.
      if (!(error instanceof Inconclusive)) throw error;
    }
    this.waited += performance.now() - start;
    waiting();
    if (state !== 'there' && this.#isNowPage) {
      // It fails, whatever it is asked for, and is there.
      this.#isOwnPage = Promise.resolve(true);
      this.list.pop();
      return undefined;
    }
    if (state !== 'there') this.#isGone = true;
    else if (interruption.by === 'gateway') await this.#tryErrors(start);
    if (state === 'there') interruption.end = performance.now();
    return interruption;
  }

  /** Finds out whether the gateway takes the service out after an error of the sandbox, if there was one. */
  async #tryErrors(start: number): Promise<void> {
    const { exchanges, ask } = this.#means;
    const isNear = (each: Exchange) => each.started! > start - soon && each.started! <= start && isAskedError(each);
    if (!ask || this.#isTried || !exchanges.some(isNear)) return;
    this.#isTried = true;
    for (const after of [503, 429] as const) {
      const milliseconds = await this.#awayAfter(() => ask(after));
      if (milliseconds === undefined) continue;
      this.takenOut = { after, milliseconds };
      return;
    }
  }

  /** Milliseconds for which the gateway responds itself after errors; undefined if it does not. */
  async #awayAfter(ask: () => Promise<Exchange>): Promise<number | undefined> {
    const { wait } = this.#means;
    try {
      for (let asked = 0; asked < errorsAsked; asked += 1) await ask();
      const start = performance.now();
      for (let look = 0; (await this.#state()) === 'there'; look += 1) {
        if (look === looksAfterError) return undefined;
        await wait(betweenLooks);
      }
      const isOver = () => performance.now() - start > longest.gateway;
      while ((await this.#state()) !== 'there' && !isOver()) await wait(betweenLooks);
      return performance.now() - start;
    } catch (error) {
      if (error instanceof Inconclusive) return undefined;
      throw error;
    }
  }

  async #isProbePage(): Promise<boolean> {
    try {
      return mayBeOfGateway(await this.#means.probe());
    } catch (error) {
      if (error instanceof Inconclusive) return false;
      throw error;
    }
  }

  async #state(): Promise<'there' | Interruption['by']> {
    this.#isNowPage = false;
    try {
      const seen = await this.#means.probe();
      this.#isNowPage = mayBeOfGateway(seen);
      if (this.#isNowPage) return (await this.#isOwnPage) ? 'there' : 'gateway';
      // A gateway may also ask for a pause, as an overloaded service does.
      if (seen.response) return isOfGateway(seen) || seen.response.status === 503 ? 'gateway' : 'there';
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error;
    }
    return 'service';
  }
}
