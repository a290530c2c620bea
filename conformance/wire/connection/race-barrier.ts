import { setTimeout as wait } from 'node:timers/promises';

/** One request of a race. */
export interface BarrierTicket {
  /** call when all but the end of the request is sent; resolves when this request may end */
  arrive: () => Promise<void>;
  /** call when the request has ended, also after `arrive` */
  withdraw: () => void;
}

// Milliseconds. A request that cannot arrive, because the candidate accepts no more connections, must not block the others.
const maxWait = 500;

// Milliseconds for the candidate to read what was sent: servers accept one connection after the other.
const settlingTime = 20;

/**
 * Makes requests race. All requests that begin in the same turn of the event loop send their last bytes at the same
 * time, or a given time later, however long it takes to connect and to send the rest.
 */
export class RaceBarrier {
  #group: Group | undefined;

  /** @param delay milliseconds from the start of the race to the end of this request */
  join(delay = 0): BarrierTicket {
    this.#group ??= this.#begin();
    return this.#group.join(delay);
  }

  #begin(): Group {
    const group = new Group();
    setImmediate(() => {
      this.#group = undefined;
      group.close();
    });
    return group;
  }
}

class Group {
  #size = 0;
  #expected = 0;
  #isOpen = true;
  readonly #start = Promise.withResolvers<void>();

  join(delay: number): BarrierTicket {
    let isExpected = true;
    this.#size += 1;
    this.#expected += 1;
    const withdraw = () => {
      if (!isExpected) return;
      isExpected = false;
      this.#expected -= 1;
      if (!this.#isOpen) this.#startIfComplete();
    };
    const arrive = async () => {
      withdraw();
      await this.#start.promise;
      if (delay > 0) await wait(delay);
    };
    return { arrive, withdraw };
  }

  /** No request joins any more. */
  close(): void {
    this.#isOpen = false;
    const timer = setTimeout(this.#start.resolve, maxWait);
    void this.#start.promise.then(() => clearTimeout(timer));
    this.#startIfComplete();
  }

  #startIfComplete(): void {
    if (this.#expected > 0) return;
    if (this.#size === 1) this.#start.resolve();
    else setTimeout(this.#start.resolve, settlingTime);
  }
}
