// Receives the event of one case, and responds to it as its scenario says.
import type { Exchange } from '../../../wire/exchange.ts';
import { wait } from '../../../wire/http.ts';
import type { Delivery, Inbox, Receiver, Reply as Response } from '../../../wire/receiver.ts';
import { arrivalTime, responseTime, retryTime, shortestWait } from '../../../oracle/facts.ts';
import type { Reply } from '../../../scenarios/events.ts';

// Milliseconds. A candidate that locks the case until its event is accepted would otherwise block forever.
const longestHold = 2000;
// Until then, an event that waits for the end of a response is late.
const longestBody = arrivalTime + 2500;
// A sender may be busy with other events, but not for ever.
const longestArrival = 4 * arrivalTime;

interface Planned {
  reply: Reply;
  /** a part of the reference of the case, which no other one contains */
  text: string;
  isOfSecondTenant: boolean;
  /** a read comes before the response */
  isRead: boolean;
}

export class EventInbox {
  readonly #receiver: Receiver;
  readonly #signal: AbortSignal;
  readonly #planned: Planned;
  readonly #inbox: Inbox;
  #wasRead = false;
  /** when the body of an unended response has ended */
  #ended: Promise<void> | undefined;

  constructor(receiver: Receiver, planned: Planned, signal: AbortSignal) {
    this.#receiver = receiver;
    this.#planned = planned;
    this.#signal = signal;
    this.#inbox = receiver.inbox(planned.text, (delivery) => this.#responseTo(delivery));
  }

  /** True when the event has arrived, and no read that began after that has ended. */
  get waitsForRead(): boolean {
    return this.#own.length > 0 && !this.#wasRead;
  }

  /** Takes note of a read of the case that has ended. */
  noteRead({ started }: Exchange): void {
    const [first] = this.#own;
    if (first && started! >= first.arrived) this.#wasRead = true;
  }

  /** Waits so many milliseconds, but no longer than until the event arrives. */
  pause(milliseconds: number): Promise<void> {
    const end = performance.now() + milliseconds;
    return this.#until(
      () => this.waitsForRead,
      () => end,
    );
  }

  /** Waits for the event of a case that is decided. */
  arrival(): Promise<void> {
    const decided = performance.now();
    return this.#until(
      () => this.#own.length > 0,
      () => Math.min(Math.max(decided, this.#receiver.lastArrival) + arrivalTime, decided + longestArrival),
    );
  }

  /** Waits until the receiver has responded to the event, and after a failure until it is sent again. */
  async end(): Promise<void> {
    const [first] = this.#own;
    if (!first) return;
    const { status } = this.#planned.reply;
    const isFailure = status !== 410 && !(Number(status) < 300);
    const failed = () => first.respondedAt ?? first.arrived + (first.exchange.abandonedAfter ?? responseTime);
    const isRetried = () => this.#own.some((each) => each !== first && each.arrived >= failed());
    await this.#until(
      () => (isFailure ? isRetried() : first.respondedAt !== undefined),
      () => failed() + retryTime,
    );
    await this.#ended;
  }

  /** The deliveries at the endpoint of the tenant. */
  get #own(): Delivery[] {
    return this.#inbox.deliveries.filter((delivery) => this.#isOwn(delivery));
  }

  /** True for the attempt after the first one, and its copies. */
  #isSecond(delivery: Delivery): boolean {
    const [first] = this.#own;
    const second = this.#own.find(({ arrived }) => arrived > first!.respondedAt!);
    return delivery === second || second?.respondedAt === undefined;
  }

  #isOwn({ path }: Delivery): boolean {
    return path.endsWith('/other') === this.#planned.isOfSecondTenant && !path.includes(redirected);
  }

  async #responseTo(delivery: Delivery): Promise<Response> {
    const [first] = this.#own;
    if (!first || !this.#isOwn(delivery)) return { status: 204 };
    const { reply, isRead } = this.#planned;
    const { status, after = 0, second = 204 } = reply;
    if (delivery !== first && (first.respondedAt !== undefined || isGivenUp(first, delivery)))
      return { status: this.#isSecond(delivery) ? second : 204 };
    await this.#until(
      () => !isRead || this.#wasRead,
      () => first.arrived + longestHold,
    );
    await wait(Math.max(0, first.arrived + after - performance.now()), this.#signal);
    if (typeof status === 'string') return status;
    if (reply.unended) this.#ended = this.#otherArrival(performance.now());
    return { status, headers: this.#headersOf(status), ...(this.#ended && { ended: this.#ended }) };
  }

  /** An event at the endpoint of another tenant. */
  #otherArrival(since: number): Promise<void> {
    const isOther = ({ request, started }: Exchange) =>
      started! > since && request.url.endsWith('/other') !== this.#planned.isOfSecondTenant;
    return this.#until(
      () => this.#receiver.exchanges.some(isOther),
      () => since + longestBody,
    ).catch(() => {});
  }

  /** Headers that a sender might obey, although the contract tells it where and when to send the event again. */
  #headersOf(status: number): Record<string, string> {
    if (status === 429 || status === 503) return { 'Retry-After': '3600' };
    if (status < 300 || status >= 400 || status === 304) return {};
    return { Location: new URL(`${redirected}${this.#planned.text}`, this.#receiver.url).href };
  }

  async #until(holds: () => boolean, latest: () => number): Promise<void> {
    for (let left = latest() - performance.now(); !holds() && left > 0; left = latest() - performance.now())
      await wait(Math.min(10, Math.ceil(left)), this.#signal);
  }
}

/** Without a response, an attempt is given up when its connection is closed, or at the latest after the time for that. */
const isGivenUp = ({ arrived, exchange }: Delivery, later: Delivery): boolean =>
  exchange.failure !== undefined && (exchange.abandonedAfter !== undefined || later.arrived > arrived + shortestWait);

const redirected = '/redirected/';
