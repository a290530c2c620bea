import { setTimeout as wait } from 'node:timers/promises';

/** One request of a race. */
export interface BarrierTicket {
  /** call when all but the end of the request is sent; resolves when this request may end */
  arrive: () => Promise<void>;
  /** call when the response has arrived or will not, also after `arrive` */
  withdraw: () => void;
}

// Milliseconds. A request that cannot arrive, because the candidate accepts no more connections, must not block the others.
const maxWait = 500;

// Milliseconds in a race during which later requests wait for earlier ones: a candidate that serves one connection after
// the other responds to none before it has the rest of a body.
const patience = 2000;

// Milliseconds for the candidate to read what was sent: servers accept one connection after the other.
const settlingTime = 20;

/**
 * Makes requests race. All requests that begin in the same turn of the event loop send their last bytes at the same
 * time, or a given time later, however long it takes to connect and to send the rest. What is later keeps its place
 * however slow this machine or the candidate is: it also waits for the end of every earlier request, and for the response
 * to one without a body, because only that shows that the candidate has seen it.
 */
export class RaceBarrier {
  #group: Group | undefined;

  /**
   * @param delay milliseconds from the start of the race to the end of this request
   * @param hasBody false for a request that ends with its headers
   */
  join(delay = 0, hasBody = true): BarrierTicket {
    this.#group ??= this.#begin();
    return this.#group.join(delay, hasBody);
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

interface Member {
  delay: number;
  /** resolves when later ones may end */
  passed: Promise<void>;
}

class Group {
  #expected = 0;
  #isOpen = true;
  readonly #members: Member[] = [];
  readonly #start = Promise.withResolvers<void>();
  #patienceEnds: Promise<void> | undefined;

  join(delay: number, hasBody: boolean): BarrierTicket {
    let isExpected = true;
    const { promise: passed, resolve: pass } = Promise.withResolvers<void>();
    this.#members.push({ delay, passed });
    this.#expected += 1;
    const arrived = () => {
      if (!isExpected) return;
      isExpected = false;
      this.#expected -= 1;
      if (!this.#isOpen) this.#startIfComplete();
    };
    const arrive = async () => {
      arrived();
      await this.#start.promise;
      if (delay > 0) await this.#turn(delay);
      if (hasBody) pass();
    };
    const withdraw = () => {
      arrived();
      pass();
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

  /** Resolves so many milliseconds after the start, and when the earlier ones have passed. */
  async #turn(delay: number): Promise<void> {
    const earlier = this.#members.filter((member) => member.delay < delay);
    const latest = Math.max(...earlier.map((member) => member.delay), 0);
    this.#patienceEnds ??= wait(patience, undefined, { ref: false });
    await Promise.race([Promise.all(earlier.map(({ passed }) => passed)), this.#patienceEnds]);
    await wait(delay - latest);
  }

  #startIfComplete(): void {
    if (this.#expected > 0) return;
    if (this.#members.length === 1) this.#start.resolve();
    else setTimeout(this.#start.resolve, settlingTime);
  }
}
