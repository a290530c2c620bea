import PQueue from 'p-queue';

// Milliseconds. The quota of one second is used in a little more, because a network delays some requests more than others,
// so that they arrive closer together.
const second = 1050;

/** The time that this number of requests takes at a rate per second, in milliseconds. */
export const paced = (requests: number, rate: number): number => (requests * second) / rate;

export interface Clock {
  now: () => number;
  /** rejects when the run has ended */
  wait: (milliseconds: number) => Promise<void>;
}

/**
 * Spaces requests, so that in no second more than `rate` of them begin. Requests of a race that ask in the same turn of
 * the event loop begin together: as much of the quota as they use is left unused before and behind them. A race leaves a
 * fifth of the quota, because single requests may arrive late; a larger one is split. Two requests are the smallest race.
 */
export class Pacer {
  readonly #rate: number;
  readonly #largestRace: number;
  readonly #clock: Clock;
  readonly #queue = new PQueue({ concurrency: 1 });
  /** when the next single request may begin */
  #free = -Infinity;
  #race: (() => void)[] = [];

  constructor(rate: number, clock: Clock) {
    this.#rate = rate;
    this.#largestRace = Math.max(2, Math.floor(0.8 * rate));
    this.#clock = clock;
  }

  /** Resolves when the request may be sent, or when the run has ended. */
  turn({ racing, urgent }: { racing?: boolean; urgent?: boolean } = {}): Promise<void> {
    return new Promise((start) => {
      if (racing) this.#joinRace(start);
      else this.#add([start], urgent ? 1 : 0);
    });
  }

  #joinRace(start: () => void): void {
    this.#race.push(start);
    if (this.#race.length > 1) return;
    setImmediate(() => {
      for (const part of inParts(this.#race, this.#largestRace)) this.#add(part);
      this.#race = [];
    });
  }

  /** Adds requests that begin at the same moment. */
  #add(starts: (() => void)[], priority = 0): void {
    const time = paced(starts.length, this.#rate);
    const begin = async () => {
      await this.#until(this.#free + time - paced(1, this.#rate));
      for (const start of starts) start();
      this.#free = this.#clock.now() + time;
      // An urgent request may come meanwhile.
      await this.#until(this.#free);
    };
    void this.#queue.add(begin, { priority });
  }

  async #until(time: number): Promise<void> {
    const left = time - this.#clock.now();
    if (left > 0) await this.#clock.wait(left).catch(() => {});
  }
}

/** Equal parts of at most so many elements. */
function inParts<T>(all: T[], most: number): T[][] {
  const size = Math.ceil(all.length / Math.ceil(all.length / most));
  return all.flatMap((_, at) => (at % size === 0 ? [all.slice(at, at + size)] : []));
}
