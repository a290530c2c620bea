import { memoize } from '../memoize.ts';
import type { Uplink } from './uplink.ts';

const deadlineReached = 'the deadline of the run came first; raise --deadline';

/** Why a scenario is inconclusive when the run ended before it: the reason of the signal, or else its deadline. */
export const whyEnded = ({ reason }: AbortSignal): string => (typeof reason === 'string' ? reason : deadlineReached);

// By how much longer than a response it may take until a connection accepts more of a body. Buffers of several megabytes
// accept more only when a part of them is empty.
const patience = 3;

interface Limits {
  /** milliseconds from the last byte of the request to the end of its response */
  timeout: number;
  uplink: Uplink;
  /** ends the run */
  signal: AbortSignal;
}

/** What ends the requests in flight with the run. They share one listener: each further one makes adding another slower. */
const endsWith = memoize((signal: AbortSignal) => {
  const ends = new Set<() => void>();
  signal.addEventListener('abort', () => ends.forEach((end) => end()), { once: true });
  return ends;
});

/**
 * Ends a request with the run, or when it takes too long (D78): sending lasts as long as the connection accepts more, and
 * the time for the response begins when the last byte has probably arrived.
 */
export class TimeLimit {
  readonly #bytes: number;
  readonly #limits: Limits;
  readonly #exceeded: (failure: string) => void;
  readonly #started = performance.now();
  readonly #abort = () => this.#exceeded(whyEnded(this.#limits.signal));
  #timer: NodeJS.Timeout | undefined;
  #accepted = 0;
  #hasEnded = false;
  /** milliseconds that sending took */
  #sending: number | undefined;

  /** @param exceeded is called with what happened */
  constructor(bytes: number, limits: Limits, exceeded: (failure: string) => void) {
    this.#bytes = bytes;
    this.#limits = limits;
    this.#exceeded = exceeded;
    endsWith(limits.signal).add(this.#abort);
    this.#begin(limits.timeout);
  }

  /** The connection accepted so many more bytes of the body. Returns the milliseconds to wait before more are sent. */
  progress(bytes: number): number {
    const before = this.#accepted;
    this.#accepted += bytes;
    this.#begin(patience * this.#limits.timeout);
    return this.#limits.uplink.progress(this.#bytes, before, this.#accepted);
  }

  /** The connection accepted the whole request. */
  sent(): void {
    const { timeout, uplink } = this.#limits;
    this.#sending = performance.now() - this.#started;
    this.#begin(uplink.arrivalTime(this.#bytes, this.#sending) - this.#sending + timeout);
  }

  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    endsWith(this.#limits.signal).delete(this.#abort);
  }

  #begin(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (!this.#hasEnded) this.#timer = setTimeout(() => this.#expire(), milliseconds);
  }

  #expire(): void {
    this.#limits.uplink.gaveUp(this.#bytes);
    this.#exceeded(this.#failure());
  }

  #failure(): string {
    const { timeout } = this.#limits;
    const advice =
      'if the candidate or the network is slow, raise --timeout, or lower concurrency in conformance.yaml (D84)';
    if (this.#sending !== undefined)
      return `no response within ${timeout / 1000} s after the request was sent, which took ${inSeconds(this.#sending)}; ${advice}`;
    if (this.#accepted === 0) return `no response within ${timeout / 1000} s; ${advice}`;
    const part = `${megabytes(this.#accepted)} of ${megabytes(this.#bytes)} MB`;
    return `no response, and for ${(patience * timeout) / 1000} s the connection accepted no more of the body than ${part}; ${advice}`;
  }
}

const inSeconds = (milliseconds: number) =>
  milliseconds < 1000 ? 'less than 1 s' : `${Math.round(milliseconds / 1000)} s`;

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);
