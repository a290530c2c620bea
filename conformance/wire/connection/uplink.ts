import PQueue from 'p-queue';

/** Bytes. Smaller bodies neither fill an uplink nor show how fast it is. */
export const large = 1_000_000;

/** Bytes in a millisecond: the slowest uplink that is expected as long as none was measured. */
export const slowestUplink = 100;

// Bytes in a millisecond. A large body fills an uplink that is slower for longer than two seconds.
const fast = 5000;

// Bytes and milliseconds. A candidate may reject a body at once, and has this time for it when the first part has arrived:
// what is sent needlessly is in the way of other requests.
const firstPart = 256 * 1024;
const timeToReject = { least: 50, most: 200 };

// Milliseconds. A candidate that responds faster is in the same network, where an uplink is fast enough for others to send
// during this time.
const near = 10;

interface Result {
  response?: { status: number };
}

/**
 * How fast bytes reach the candidate. Buffers of the system and of proxies accept a body long before it arrives, so only
 * the response shows that it has arrived. In a buffer that a large body fills, small requests would wait for longer than
 * a candidate has to wait for them; so a large body is sent alone, unless the last one has shown that the uplink is fast.
 * As long as none has shown how fast it is, the first part is sent beside other requests if the candidate is near.
 */
export class Uplink {
  #isFast = false;
  /** bytes in a millisecond; undefined as long as no large body was accepted */
  #slowest: number | undefined;
  /** milliseconds of the fastest response to a small request */
  #fastest = Infinity;
  readonly #largeOnes = new PQueue({ concurrency: 1 });
  /** the large body that is being sent over an uplink that is not known to be fast */
  #large: Promise<unknown> | undefined;
  /** the same, while it is being sent alone */
  #alone: Promise<unknown> | undefined;
  /** milliseconds that large bodies took */
  time = 0;

  /** Sends a large body when no other one is being sent. */
  inTurn<T>(bytes: number, send: () => Promise<T>): Promise<T> {
    return bytes < large ? send() : this.#largeOnes.add(send);
  }

  /** Resolves when no body is being sent alone; undefined when none is. */
  get busy(): Promise<unknown> | undefined {
    return this.#alone;
  }

  /** Sends a request, and learns from it how fast the uplink and the candidate are. */
  async send<R extends Result>(bytes: number, send: () => Promise<R>): Promise<R> {
    const started = performance.now();
    const sending = send();
    if (bytes >= large && !this.#isFast) {
      this.#large = sending.catch(() => {}).finally(() => (this.#large = this.#alone = undefined));
      if (this.#slowest !== undefined || this.#fastest > near) this.#alone = this.#large;
    }
    const result = await sending;
    const milliseconds = performance.now() - started;
    if (bytes < large) {
      if (result.response) this.#fastest = Math.min(this.#fastest, milliseconds);
      return result;
    }
    if (result.response) this.time += milliseconds;
    // A candidate may reject a body before all of it has arrived.
    if (result.response && result.response.status < 300) this.#learn(bytes / milliseconds);
    return result;
  }

  /** Of a body, `before` and now `after` bytes were sent. Returns the milliseconds to wait before more are sent. */
  progress(bytes: number, before: number, after: number): number {
    if (this.#isFast || bytes < large || after < firstPart) return 0;
    if (before >= firstPart) {
      this.#alone = this.#large;
      return 0;
    }
    // Twice as long as it took at worst, because a network is not always alike.
    const arrival = (2 * firstPart) / (this.#slowest ?? Infinity);
    return arrival + Math.min(Math.max(timeToReject.least, 3 * this.#fastest), timeToReject.most);
  }

  /**
   * Milliseconds from the start of a request until its last byte has arrived, when `accepted` milliseconds passed until
   * the connection had accepted it. Buffers hold no more than half of a body that took time, but may hold all of one
   * that took none. It is twice as long as the slowest measured one, because a network is not always alike.
   */
  arrivalTime(bytes: number, accepted: number): number {
    const speed = this.#slowest === undefined ? slowestUplink : this.#slowest / 2;
    return Math.max(2 * accepted, bytes / speed);
  }

  /** No response came in all the time that a large body was given: the candidate is slow and not the uplink. */
  gaveUp(bytes: number): void {
    if (bytes >= large && this.#slowest === undefined) this.#learn(Infinity);
  }

  #learn(speed: number): void {
    this.#isFast = speed >= fast;
    this.#slowest = Math.min(speed, this.#slowest ?? Infinity);
  }
}
