/** The turn of one scenario. */
export interface Turn {
  /** of several requests that wait to be sent, those with the highest go first */
  priority: number;
  /** gives the turn up, and resolves when every other scenario has ended or waits here too */
  othersEnded(): Promise<void>;
}

/** Limits how many scenarios run at the same time, and wakes the waiting ones when all others have ended. */
export class Turns {
  #free: number;
  /** those that have neither ended nor wait for the others */
  #busy: number;
  readonly #queue: (() => void)[] = [];
  readonly #alone = Promise.withResolvers<void>();

  /**
   * @param atOnce how many run at the same time; those that waited for the others go on without a limit
   * @param scenarios how many there are
   */
  constructor(atOnce: number, scenarios: number) {
    this.#free = atOnce;
    this.#busy = scenarios;
  }

  /** Resolves when all scenarios have ended or wait for that. */
  get othersEnded(): Promise<void> {
    return this.#alone.promise;
  }

  async run<T>(priority: number, work: (turn: Turn) => Promise<T>): Promise<T> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#free -= 1;
    let isOver = false;
    const giveUp = () => {
      if (!isOver) this.#release();
      isOver = true;
    };
    const othersEnded = () => {
      giveUp();
      return this.othersEnded;
    };
    try {
      return await work({ priority, othersEnded });
    } finally {
      giveUp();
    }
  }

  #release(): void {
    this.#busy -= 1;
    if (this.#busy === 0) this.#alone.resolve();
    const next = this.#queue.shift();
    if (next) next();
    else this.#free += 1;
  }
}
