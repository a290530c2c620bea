import PQueue from 'p-queue';

// Requests that wait for their responses.
const maxInFlight = 64;
// However many requests race, and however slow the candidate is.
const minInFlight = 10;
// The part of the time limit that a response may take until fewer requests are sent at the same time: a candidate that
// handles one request after the other needs longer for each, the more of them wait.
const slow = 1 / 5;

interface Order {
  /** it goes ahead of the limit, but counts */
  isAhead: boolean;
  /** of several that wait, those with the highest go first */
  priority: number;
}

/** Limits how many requests are in flight, so that a slow candidate can respond to each within the time limit. */
export class InFlight {
  readonly #timeout: number;
  readonly #queue = new PQueue({ concurrency: maxInFlight });
  #most = maxInFlight;
  #ahead = 0;
  #limitedAt = -Infinity;

  /** @param timeout milliseconds that a response may take */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** Sends when few enough others are in flight. */
  async run<T>(send: () => Promise<T>, { isAhead, priority }: Order): Promise<T> {
    if (!isAhead) return this.#queue.add(send, { priority });
    this.#letAhead(1);
    try {
      return await send();
    } finally {
      this.#letAhead(-1);
    }
  }

  /** Learns from a request how slow the candidate is: when it began, and the milliseconds until its response. */
  ended(started: number, milliseconds: number): void {
    // The requests that began before the last change do not show its effect.
    if (milliseconds < slow * this.#timeout || started < this.#limitedAt) return;
    this.#most = Math.max(minInFlight, Math.floor(this.#most / 2));
    this.#limitedAt = performance.now();
    this.#letAhead(0);
  }

  #letAhead(more: number): void {
    this.#ahead += more;
    this.#queue.concurrency = Math.max(minInFlight, this.#most - this.#ahead);
  }
}
