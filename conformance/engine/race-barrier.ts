/** One request of a race. */
export interface BarrierTicket {
  /** call when all but the end of the request is sent; resolves when every other request has arrived or withdrawn */
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
 * time, however long it takes to connect and to send the rest.
 */
export class RaceBarrier {
  #group: Group | undefined;

  join(): BarrierTicket {
    this.#group ??= this.#begin();
    return this.#group.join();
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
  #start = () => {};
  readonly #started = new Promise<void>((resolve) => {
    this.#start = resolve;
  });

  join(): BarrierTicket {
    let isExpected = true;
    this.#size += 1;
    this.#expected += 1;
    const withdraw = () => {
      if (!isExpected) return;
      isExpected = false;
      this.#expected -= 1;
      if (!this.#isOpen) this.#startIfComplete();
    };
    const arrive = () => {
      withdraw();
      return this.#started;
    };
    return { arrive, withdraw };
  }

  /** No request joins any more. */
  close(): void {
    this.#isOpen = false;
    const timer = setTimeout(this.#start, maxWait);
    void this.#started.then(() => clearTimeout(timer));
    this.#startIfComplete();
  }

  #startIfComplete(): void {
    if (this.#expected > 0) return;
    if (this.#size === 1) this.#start();
    else setTimeout(this.#start, settlingTime);
  }
}
