/** Where one request of a race stands. */
export interface BarrierTicket {
  /** has come as far as can be without being answered; resolves when all have, or will not any more */
  ready: () => Promise<void>;
  /** will not come any more; said by those that came, too */
  leave: () => void;
}

// Who cannot come as far, such as one connection more than the candidate takes, does not keep the others for long.
const longest = 500;

// Milliseconds for the candidate to take in what has come: servers accept one connection after the other.
const pause = 20;

/**
 * Requests that begin in the same turn of the event loop are let go together: however long it takes to connect and to
 * send most of each, their last bytes leave at once, so that the candidate has them all in its hands.
 */
export class RaceBarrier {
  #group: Group | undefined;

  join(): BarrierTicket {
    this.#group ??= this.#begin();
    return this.#group.take();
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
  #coming = 0;
  #isOpen = true;
  #start = () => {};
  readonly #started = new Promise<void>((resolve) => {
    this.#start = resolve;
  });

  take(): BarrierTicket {
    let isComing = true;
    this.#size += 1;
    this.#coming += 1;
    const leave = () => {
      if (!isComing) return;
      isComing = false;
      this.#coming -= 1;
      if (!this.#isOpen) this.#startIfComplete();
    };
    const ready = () => {
      leave();
      return this.#started;
    };
    return { ready, leave };
  }

  /** Nobody joins any more. */
  close(): void {
    this.#isOpen = false;
    const timer = setTimeout(this.#start, longest);
    void this.#started.then(() => clearTimeout(timer));
    this.#startIfComplete();
  }

  #startIfComplete(): void {
    if (this.#coming > 0) return;
    if (this.#size === 1) this.#start();
    else setTimeout(this.#start, pause);
  }
}
