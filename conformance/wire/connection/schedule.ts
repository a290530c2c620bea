import PQueue from 'p-queue';
import { Overload } from './overload.ts';
import { Pacer } from './pacer.ts';
import { type BarrierTicket, RaceBarrier } from './race-barrier.ts';
import { Uplink } from './uplink.ts';
import type { SendResult } from './result.ts';

type Send = (ticket: BarrierTicket | undefined) => Promise<SendResult>;

/** What decides when a request goes. */
export interface Order {
  /** open a new connection, and send the end of the request together with the other racing requests */
  racing?: boolean;
  /** milliseconds by which this request ends later than the others of its race */
  behindRace?: number;
  /** send it before others that wait for the rate */
  urgent?: boolean;
}

/** A request in the schedule. */
interface Scheduled {
  order: Order;
  /** the value of the API key */
  key: string | undefined;
  /** the size of the body */
  bytes: number;
  /** how often it was sent before */
  repetition: number;
}

interface Limits {
  /** milliseconds that a response may take */
  timeout: number;
  /** how many requests may begin in one second */
  rate?: number | undefined;
  /** rejects when the run has ended */
  wait: (milliseconds: number) => Promise<void>;
}

// Requests that wait for their responses.
const maxInFlight = 64;
// However slow the candidate is.
const minInFlight = 10;
// The part of the time limit that a response may take until fewer requests are sent at the same time: a candidate that
// handles one request after the other needs longer for each, the more of them wait.
const slow = 1 / 5;
// Milliseconds.
const maxJitter = 500;

/**
 * Decides when a request goes. It goes when all of these allow it, in this order:
 *
 * 1. The load. While the candidate rejects most requests with an API key (429 or 503 with `Retry-After`), all requests
 *    with this key wait as long as the last rejection asks for. A random part spreads them, except those of a race;
 *    without it they would all exceed the limit again.
 * 2. Large bodies. They are sent one after the other, because two would only share the uplink.
 * 3. The requests in flight. There are at most 64; after a response that took a fifth of the time limit, half as many,
 *    and never fewer than ten. Racing and urgent requests do not wait.
 * 4. The uplink. While a large body fills it, nothing else is sent (see `Uplink`).
 * 5. The rate (`--rate`). Requests are spaced, and those of a race begin together (see `Pacer`). Urgent ones go first.
 * 6. The race. Its requests end at the same moment (see `RaceBarrier`). Which races run at the same time is not decided
 *    here: a run sends one after the other, when all scenarios have ended that do not watch.
 *
 * When a request is sent again is decided by `Http.send`. It then passes through all of this again. A rejected request
 * waits by itself before that, and the others go on.
 */
export class Schedule {
  readonly uplink = new Uplink();
  readonly #limits: Limits;
  readonly #barrier = new RaceBarrier();
  readonly #pacer: Pacer | undefined;
  readonly #overloads = new Map<string | undefined, Overload>();
  readonly #queue = new PQueue({ concurrency: maxInFlight });
  #limitedAt = -Infinity;

  constructor(limits: Limits) {
    const { rate, wait } = limits;
    this.#limits = limits;
    if (rate !== undefined) this.#pacer = new Pacer(rate, { now: () => performance.now(), wait });
  }

  /** Calls `send` when the request may go. */
  async run(scheduled: Scheduled, send: Send): Promise<SendResult> {
    await this.#untilNotOverloaded(scheduled);
    const { racing, urgent } = scheduled.order;
    const sendNow = () => this.#sendNow(scheduled, send);
    return this.uplink.inTurn(scheduled.bytes, () => (racing || urgent ? sendNow() : this.#queue.add(sendNow)));
  }

  /** What the responses to an API key show about the load: a rate limit applies to a key. */
  overloadOf(key: string | undefined): Overload {
    const overload = this.#overloads.get(key) ?? new Overload();
    this.#overloads.set(key, overload);
    return overload;
  }

  async #untilNotOverloaded({ key, repetition, order }: Scheduled): Promise<void> {
    const overload = this.overloadOf(key);
    const isRace = order.racing && repetition === 0;
    const jitter = isRace ? 0 : (Math.random() * maxJitter) / (repetition + 1);
    while (overload.pause > 0) await this.#limits.wait(overload.pause + jitter);
  }

  /** Sends the request when the rate admits it, and no other one is being sent alone. */
  async #sendNow({ order, bytes }: Scheduled, send: Send): Promise<SendResult> {
    // A body may have begun to be sent alone while this waited for the rate.
    do {
      await this.uplink.busy;
      await this.#pacer?.turn(order);
    } while (this.uplink.busy);
    const started = performance.now();
    const ticket = order.racing ? this.#barrier.join(order.behindRace, bytes > 0) : undefined;
    const result = await this.uplink.send(bytes, () => send(ticket));
    this.#learn(started, performance.now() - started);
    return result;
  }

  /** Sends fewer requests at the same time to a slow candidate. */
  #learn(started: number, milliseconds: number): void {
    // The requests that began before the last change do not show its effect.
    if (milliseconds < slow * this.#limits.timeout || started < this.#limitedAt) return;
    this.#queue.concurrency = Math.max(minInFlight, Math.floor(this.#queue.concurrency / 2));
    this.#limitedAt = performance.now();
  }
}
