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

/** Requests that are sent at the same moment: one, or those of a race. */
interface Turn {
  size: number;
  start: () => void;
}

/**
 * Spaces requests, so that in no second more than `rate` of them begin. Requests of a race that ask in the same turn of
 * the event loop begin together, which a quota admits because it is left unused before. A race leaves a fifth of the quota,
 * because single requests may arrive late; a larger one is split. Two requests are the smallest race.
 */
export class Pacer {
  readonly #rate: number;
  readonly #largestRace: number;
  readonly #clock: Clock;
  readonly #queue: Turn[] = [];
  /** when the latest requests began */
  readonly #begun: number[] = [];
  #race: (() => void)[] = [];
  #isRunning = false;

  constructor(rate: number, clock: Clock) {
    this.#rate = rate;
    this.#largestRace = Math.max(2, Math.floor(0.8 * rate));
    this.#clock = clock;
  }

  /** Resolves when the request may be sent, or when the run has ended. */
  turn({ racing, urgent }: { racing?: boolean; urgent?: boolean } = {}): Promise<void> {
    return new Promise((start) => {
      if (racing) this.#joinRace(start);
      else if (urgent) this.#queue.unshift({ size: 1, start });
      else this.#queue.push({ size: 1, start });
      void this.#run();
    });
  }

  #joinRace(start: () => void): void {
    this.#race.push(start);
    if (this.#race.length > 1) return;
    setImmediate(() => {
      this.#queue.push(...inParts(this.#race, this.#largestRace));
      this.#race = [];
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#queue.length > 0) {
      const delay = this.#delay(this.#queue[0]!.size);
      // An urgent request may come while this waits.
      if (delay > 0 && (await this.#hasWaited(delay))) continue;
      const { size, start } = this.#queue.shift()!;
      this.#begun.push(...Array<number>(size).fill(this.#clock.now()));
      this.#begun.splice(0, this.#begun.length - this.#rate);
      start();
    }
    this.#isRunning = false;
  }

  #hasWaited(milliseconds: number): Promise<boolean> {
    return this.#clock.wait(milliseconds).then(
      () => true,
      () => false,
    );
  }

  /** Milliseconds until this number of requests may begin together. */
  #delay(size: number): number {
    const rate = this.#rate;
    const last = this.#begun.at(-1);
    if (last === undefined) return 0;
    // So many of the latest requests and these are too many for one second.
    const tooMany = (size > 1 ? this.#largestRace : rate) - size + 1;
    const oldest = this.#begun.at(-Math.max(1, tooMany)) ?? -Infinity;
    const free = Math.max(last + 1000 / rate, oldest + Math.max(second, paced(size, rate)));
    return free - this.#clock.now();
  }
}

/** Equal parts of at most so many elements, as turns. */
function inParts(starts: (() => void)[], most: number): Turn[] {
  const size = Math.ceil(starts.length / Math.ceil(starts.length / most));
  return starts.flatMap((_, at) => {
    if (at % size > 0) return [];
    const part = starts.slice(at, at + size);
    return [{ size: part.length, start: () => part.forEach((start) => start()) }];
  });
}
