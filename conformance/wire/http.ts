import { setTimeout } from 'node:timers/promises';
import {
  type Credential,
  type Exchange,
  type Header,
  hasProblemType,
  isOverloaded,
  type KeyHeader,
  retryAfter,
  sizeOf,
} from './exchange.ts';
import { Connections } from './connection/connections.ts';
import type { BarrierTicket } from './connection/race-barrier.ts';
import { type Order, Schedule } from './connection/schedule.ts';
import { whyEnded } from './connection/time-limit.ts';
import { Inconclusive } from './inconclusive.ts';
import { connectionRefused, type SendResult, unknownHost } from './connection/result.ts';
import { sendRequest } from './connection/wire.ts';

/** A request as a scenario describes it; `path` is relative to the base address. */
export interface Request extends Order {
  method: string;
  path: string;
  /** each value of a list becomes a separate header line */
  headers?: Record<string, string | string[]>;
  body?: Uint8Array | Uint8Array[];
  credential?: Credential | undefined;
  /** how this request carries its key, if not as usual */
  key?: KeyHeader;
  /** send no Content-Length */
  chunked?: boolean;
  /** send each chunk of the body separately, so many milliseconds apart, to find servers that read only the first chunk */
  inPieces?: number;
  /** open a new connection, and wait for bytes after the response */
  listens?: boolean;
  /** only requests with the same name, sent one after the other, have this connection */
  connection?: string;
  /** called when the request was sent; the connection is closed when it resolves, if no response came; not with `listens` */
  until?: () => Promise<void>;
  /** close the connection right behind the request, and read no response */
  leaves?: true;
  /** the scenario judges this status, so `send` returns it instead of waiting and trying again */
  expects?: 429 | 503 | 'either';
  /**
   * Why else it is sent again after an exchange: returns the milliseconds to wait before that, or undefined to end.
   *
   * @param attempt counted from 1
   * @param milliseconds since the first attempt began
   */
  retry?: (exchange: Exchange, attempt: number, milliseconds: number) => number | undefined;
}

/** Nothing listens at the address, so there is no candidate to judge. */
export class Unreachable extends Inconclusive {
  constructor(exchange: Exchange) {
    super(`nothing listens at the address of the candidate: ${exchange.failure}; start it, and run again`, exchange);
  }
}

export interface HttpOptions {
  baseUrl: string;
  key: KeyHeader;
  /** sent with every request that does not set the same header itself */
  headers?: Header[];
  /** milliseconds from the last byte of a request to the end of its response */
  timeout: number;
  /** how many requests may begin in one second, retries included */
  rate?: number | undefined;
  signal: AbortSignal;
}

const maxWaits = 30;
// Seconds. A candidate whose limit recovers in less than one second can only send `Retry-After: 0`.
const extraPausePerWait = 0.05;
const maxPause = 10;
// A load that rejects so often in a row the same request, and none of the others between, is none.
const mostRejections = 3;

/** The rejections for a while of one request. */
interface Rejections {
  /** since others with its key were not accepted between two of them */
  inARow: number;
  /** how many requests with its key were accepted before the last one */
  accepts: number;
}

// The statuses that say nothing about a request: a gateway sends them while the service is away, and a limit at any time.
const ofAnyRequest = [429, 502, 503, 504];

/** Sends requests to the candidate and records every exchange. */
export class Http {
  readonly options: HttpOptions;
  readonly #connections: Connections;
  readonly #schedule: Schedule;
  /** the kinds of requests that a gateway rejects each time, and until when it asks to wait, by `performance.now()` */
  readonly #rejectedKinds = new Map<string, number>();

  constructor(options: HttpOptions) {
    this.options = options;
    this.#connections = new Connections(options.baseUrl);
    const { rate, signal, timeout } = options;
    this.#schedule = new Schedule({ timeout, rate, wait: (milliseconds) => wait(milliseconds, signal) });
  }

  /**
   * Sends a request and returns its last exchange, also one without a response. This is the only place that sends one again:
   *
   * - when a server closed the kept connection as the request was sent, at once and once;
   * - after a 429 or 503 with `Retry-After` that the scenario does not expect, because a conformant service may respond so
   *   at any time: when the time has passed that it asks for. Of a race, only the rejected requests are sent again;
   *   One that is rejected three times, while others with its key are accepted, is not sent again: the load is no reason for it.
   *   If these are pages of a gateway, one with the same headers is not sent again when it is rejected once, after that pause;
   * - when `retry` of the request says so: its idempotency key is in use, or the response to a long body was lost.
   *
   * @param record receives each exchange as it ends
   * @throws Unreachable when nothing listens, Inconclusive when the candidate asks to wait again and again
   */
  async send(request: Request, record: (exchange: Exchange) => void): Promise<Exchange> {
    const begun = performance.now();
    const rejections: Rejections = { inARow: 0, accepts: 0 };
    const until = this.#rejectedKinds.get(kindOf(request));
    if (until !== undefined) await wait(Math.max(0, until - performance.now()), this.options.signal);
    for (let attempt = 1, waits = 0; ; attempt += 1) {
      const exchange = await this.#exchange(request, waits);
      record(exchange);
      this.#requireReachable(exchange);
      if (rejections.inARow > 0) await this.#requireOther(request, rejections);
      const pause = this.#pauseAfterRejection(request, exchange, waits, rejections);
      if (pause !== undefined) waits += 1;
      const before = pause ?? request.retry?.(exchange, attempt, performance.now() - begun);
      if (before === undefined) return exchange;
      await wait(before, this.options.signal);
    }
  }

  /** From now on, every request has its own connection, unless it names one. */
  reconnect(): void {
    this.#connections.areLost = true;
  }

  /** True when the candidate has rejected requests with this key for a while, which no scenario had asked for. */
  isLimiting(credential: Credential | undefined): boolean {
    return this.#schedule.overloadOf(credential?.value).hasRejected;
  }

  /** Milliseconds that large bodies took so far, from their first byte to the response. */
  get uploadTime(): number {
    return this.#schedule.uplink.time;
  }

  close(): void {
    this.#connections.close();
  }

  #requireReachable(exchange: Exchange): void {
    const { response, failure } = exchange;
    if (!response && this.options.signal.aborted) throw new Inconclusive(whyEnded(this.options.signal), exchange);
    if (failure === connectionRefused || failure === unknownHost) throw new Unreachable(exchange);
  }

  /** The milliseconds to wait after a rejection for a while; undefined after any other response. */
  #pauseAfterRejection(
    request: Request,
    exchange: Exchange,
    waits: number,
    rejections: Rejections,
  ): number | undefined {
    const { credential, expects } = request;
    const { response } = exchange;
    if (!response) return undefined;
    const { status, headers } = response;
    const overload = this.#schedule.overloadOf(credential?.value);
    const seconds = isOverloaded(status) ? retryAfter(headers) : undefined;
    if (seconds === undefined) overload.accepted(waits === 0);
    if (seconds === undefined || expects === 'either' || expects === status) return undefined;
    const { accepts, isLimiting } = overload;
    const kind = kindOf(request);
    const isKnown = this.#rejectedKinds.has(kind) && !hasProblemType(headers);
    const inARow = isKnown ? mostRejections : rejections.inARow + 1;
    rejections.inARow = (isKnown || accepts > rejections.accepts) && !isLimiting ? inARow : 1;
    rejections.accepts = accepts;
    const pause = Math.min(Math.max(seconds, waits * extraPausePerWait), maxPause) * 1000;
    if (rejections.inARow === mostRejections) {
      exchange.rejectedOften = true;
      if (kind !== '' && !hasProblemType(headers)) this.#rejectedKinds.set(kind, performance.now() + pause);
      return undefined;
    }
    overload.rejected(pause, waits === 0);
    if (waits < maxWaits && seconds <= maxPause) return pause;
    throw new Inconclusive(
      `the candidate responds with ${status} and asks to wait ${seconds} s; raise its limit for the run, or set --rate to what it allows`,
      exchange,
    );
  }

  /** Sends a read with the same key if nothing else was sent with it since the last rejection. */
  async #requireOther({ credential }: Request, { accepts }: Rejections): Promise<void> {
    if (this.#schedule.overloadOf(credential?.value).accepts > accepts) return;
    const read: Request = { method: 'GET', path: '/', credential, expects: 'either', racing: true };
    this.#pauseAfterRejection(read, await this.#exchange(read, 0), 0, { inARow: 0, accepts });
  }

  /** Sends the request once, or twice when a kept connection failed. */
  async #exchange(request: Request, waits: number): Promise<Exchange> {
    const exchange = this.#exchangeFor(request);
    const scheduled = {
      order: request,
      key: request.credential?.value,
      bytes: sizeOf(exchange.request.body),
      repetition: waits,
    };
    const send = (isNew = false) =>
      this.#schedule.run(scheduled, (ticket) => this.#sendNow(request, exchange, ticket, isNew));
    const first = await send();
    // A server may close an idle connection at any time, and the request sent at that moment is lost. A request that is
    // sent twice may arrive twice, so from now on every request opens its own connection.
    if (first.staleConnection) exchange.sentTwice = true;
    const result = first.staleConnection ? await send() : first;
    const ended = result.leftover ? await this.#confirmed(result, send, exchange) : result;
    const { response, interim, failure, connection } = ended;
    if (connection) exchange.connection = connection;
    if (interim) exchange.interim = interim;
    if (failure !== undefined) exchange.failure = failure;
    if (response) exchange.response = response;
    return exchange;
  }

  /**
   * A service that responds before it has read the whole body takes the rest for another request, and the response to that
   * may arrive when the next request was sent. A new connection shows whether a response belongs to its request.
   */
  async #confirmed(
    first: SendResult,
    send: (isNew: true) => Promise<SendResult>,
    exchange: Exchange,
  ): Promise<SendResult> {
    const again = await send(true);
    // A server that closes the connection before it has read the whole body may cut its own response.
    const status =
      first.response?.status ?? Number(/^HTTP\/1\.[01] (\d{3}) /.exec(first.leftover!.bytes.toString('latin1'))?.[1]);
    if (!again.response || [status, ...ofAnyRequest].includes(again.response.status)) return first;
    this.#connections.haveBytes = true;
    first.leftover!.before.behind = first.leftover!.bytes;
    exchange.sentTwice = true;
    return again;
  }

  async #sendNow(
    request: Request,
    exchange: Exchange,
    ticket: BarrierTicket | undefined,
    mustBeNew: boolean,
  ): Promise<SendResult> {
    const { signal, timeout } = this.options;
    if (signal.aborted) throw new Inconclusive(whyEnded(signal));
    exchange.started ??= performance.now();
    const { inPieces, listens, until, leaves, connection: name, racing } = request;
    const connections = this.#connections;
    const { uplink } = this.#schedule;
    const isAlone = mustBeNew || listens === true || connections.haveBytes;
    const isNew = isAlone || (name === undefined && (racing === true || connections.areLost));
    if (name !== undefined && !isNew) await connections.settled(name);
    const options = { connections, name, isNew, listens, timeout, uplink, signal, inPieces, ticket, until, leaves };
    const result = await sendRequest(exchange.request, options);
    exchange.milliseconds = performance.now() - exchange.started;
    return result;
  }

  #exchangeFor(request: Request): Exchange {
    const { baseUrl } = this.options;
    const key = request.key ?? this.options.key;
    const body = request.body === undefined ? [] : [request.body].flat();
    const headers = Object.entries(request.headers ?? {}).flatMap(([name, values]) =>
      [values].flat().map((value): Header => [name, value]),
    );
    if (request.credential)
      headers.push([key.header, key.template.replaceAll('{key}', () => request.credential!.value)]);
    const own = new Set(headers.map(([name]) => name.toLowerCase()));
    headers.push(...(this.options.headers ?? []).filter(([name]) => !own.has(name.toLowerCase())));
    const { method, credential } = request;
    const chunked = request.chunked === true && sizeOf(body) > 0;
    return {
      request: {
        method,
        url: baseUrl.replace(/\/$/, '') + request.path,
        headers,
        body,
        credential,
        chunked,
        ...(request.inPieces && { inPieces: request.inPieces }),
      },
      milliseconds: 0,
    };
  }
}

/** Equal for requests with the same unusual headers, which a gateway may reject; empty if there are none. */
function kindOf({ method, headers = {} }: Request): string {
  const unusual = Object.entries(headers).filter(([name]) => !/^(content-type|idempotency-key)$/i.test(name));
  return unusual.length === 0 ? '' : JSON.stringify([method, unusual]);
}

/**
 * Waits, at most until the deadline of the run.
 *
 * @throws Inconclusive at the deadline
 */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, { signal });
  } catch (error) {
    throw signal.aborted ? new Inconclusive(whyEnded(signal)) : error;
  }
}
