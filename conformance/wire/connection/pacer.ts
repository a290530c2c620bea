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
  /** when the last turn began, and how many requests */
  #last = { at: -Infinity, size: 1 };
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
      this.#last = { at: this.#clock.now(), size };
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

  /**
   * Milliseconds until this number of requests may begin together: the part of the quota for them and the last ones must be
   * free, which a whole second always frees.
   */
  #delay(size: number): number {
    const { at, size: before } = this.#last;
    const whole = Math.max(second, paced(size, this.#rate));
    return at + Math.min(whole, paced(before + size - 1, this.#rate)) - this.#clock.now();
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
