import PQueue from 'p-queue';

/** Gives the turn of a scenario up, and resolves when every other one has ended or waits for this too. */
export type OthersEnded = () => Promise<void>;

/** Limits how many scenarios run at the same time, and wakes the waiting ones when all others have ended. */
export class Turns {
  readonly #queue: PQueue;

  /** @param atOnce how many run at the same time; those that waited for the others go on without a limit */
  constructor(atOnce: number) {
    this.#queue = new PQueue({ concurrency: atOnce });
  }

  /** Resolves when all scenarios so far have ended or wait for that. */
  othersEnded(): Promise<void> {
    return this.#queue.onIdle();
  }

  run<T>(work: (othersEnded: OthersEnded) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const inTurn = () =>
        new Promise<void>((giveUp) => {
          const othersEnded = () => {
            giveUp();
            return this.othersEnded();
          };
          work(othersEnded).finally(giveUp).then(resolve, reject);
        });
      void this.#queue.add(inTurn);
    });
  }
}
