// Notices that the service is away, and waits until it is back.
import { type Exchange, isClosed } from '../../wire/exchange.ts';
import { connectionRefused } from '../../wire/connection/result.ts';
import { Inconclusive } from '../../wire/inconclusive.ts';
import { isOfGateway } from '../../oracle/facts.ts';
import type { Interruption } from '../../recording/recording.ts';

// Milliseconds that are waited in a row. A supervisor or a deployment has started a service by then; a gateway that takes a
// service out after one bad response mostly tries it again after ten or thirty seconds.
const longest = { service: 20_000, gateway: 35_000 };
const pause = 1000;

interface Means {
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
  readonly #means: Means;
  #look: Look | undefined;
  #hasResponded = false;
  #isGone = false;

  constructor(means: Means) {
    this.#means = means;
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
    const mayBeCut = isClosed(exchange);
    if (!mayBeCut && failure !== connectionRefused && !(response && isOfGateway(exchange))) {
      if (response) this.#responded();
      return;
    }
    if (!this.#hasResponded) return;
    const isAway = this.#isGone || (await this.#isAway()) !== undefined;
    if (!mayBeCut || isAway) exchange.interrupted = isAway ? 'away' : 'briefly';
  }

  #responded(): void {
    this.#hasResponded = true;
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
    const interruption: Interruption = { start, by: state };
    this.list.push(interruption);
    try {
      for (let away = 0; state !== 'there' && away < longest[state]; away = performance.now() - start) {
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
    if (state === 'there') interruption.end = performance.now();
    else this.#isGone = true;
    return interruption;
  }

  async #state(): Promise<'there' | Interruption['by']> {
    try {
      const seen = await this.#means.probe();
      if (seen.response) return isOfGateway(seen) ? 'gateway' : 'there';
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error;
    }
    return 'service';
  }
}
