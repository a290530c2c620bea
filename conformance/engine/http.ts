import type { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import {
  type Credential,
  type Exchange,
  type Header,
  type HttpResponse,
  isOverloaded,
  responseOf,
  retryAfter,
} from './exchange.ts';
import { InFlight } from './connection/in-flight.ts';
import { sendAndListen } from './connection/listener.ts';
import { http, https } from './connection/node-http.ts';
import { Overload } from './connection/overload.ts';
import { Pacer } from './connection/pacer.ts';
import { RaceBarrier } from './connection/race-barrier.ts';
import { deadlineReached } from './connection/time-limit.ts';
import { Uplink } from './connection/uplink.ts';
import { Inconclusive, Violation } from './verdict.ts';
import { connectionRefused, type SendResult, sendRequest, sizeOf, unknownHost } from './connection/wire.ts';

/** How requests carry the API key: a header, and its value with `{key}` in it. */
export interface KeyHeader {
  header: string;
  template: string;
}

/** The default of the contract (D19). */
export const bearerKey: KeyHeader = { header: 'Authorization', template: 'Bearer {key}' };

/** A request as a check describes it; `path` is relative to the base address. */
export interface Request {
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
  /** send each chunk of the body separately, to find servers that read only the first chunk */
  inPieces?: boolean;
  /** open a new connection, and send the end of the request together with the other racing requests */
  racing?: boolean;
  /** milliseconds by which this request ends later than the others of its race */
  behindRace?: number;
  /** open a new connection, and wait for bytes after the response */
  listens?: boolean;
  /** only requests with the same name, sent one after the other, have this connection */
  connection?: string;
  /** send it before others that wait for the rate */
  urgent?: boolean;
  /** of several requests that wait until fewer are in flight, those with the highest go first; 0 if not given */
  priority?: number | undefined;
  /** called when the request was sent; the connection is closed when it resolves, if no response came; not with `listens` */
  until?: () => Promise<void>;
  /** the check judges this status, so `send` returns it instead of waiting and trying again */
  expects?: 429 | 503 | 'either';
}

/** No complete response arrived: the connection was refused, reset or closed, or the time limit was reached. */
export class NoResponse extends Violation {
  constructor(exchange: Exchange) {
    super({ code: 'no-response', expected: 'a response', actual: exchange.failure ?? 'none', exchange });
  }
}

/** Nothing listens at the address, so there is no candidate to judge. */
export class Unreachable extends Inconclusive {
  constructor(exchange: Exchange) {
    super(
      `nothing listens at the address of the candidate: ${exchange.failure}; start it, and run again`,
      undefined,
      exchange,
    );
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
// Milliseconds.
const maxJitter = 500;

/** Sends requests to the candidate and records every exchange. */
export class Http {
  readonly options: HttpOptions;
  readonly #agent: Agent;
  readonly #connections = new Map<string, Agent>();
  readonly #barrier = new RaceBarrier();
  readonly #uplink = new Uplink();
  readonly #inFlight: InFlight;
  readonly #pacer: Pacer | undefined;
  #reusesConnections = true;
  readonly #overloads = new Map<string | undefined, Overload>();

  constructor(options: HttpOptions) {
    this.options = options;
    this.#agent = this.#newAgent();
    const { rate, signal, timeout } = options;
    this.#inFlight = new InFlight(timeout);
    const clock = { now: () => performance.now(), wait: (milliseconds: number) => wait(milliseconds, signal) };
    if (rate !== undefined) this.#pacer = new Pacer(rate, clock);
  }

  /**
   * Sends a request and returns its response. After a 429 or 503 with `Retry-After` it waits and tries again, because a
   * conformant service may respond so at any time.
   *
   * @param record receives each exchange as it ends
   * @throws NoResponse when no response arrived, Unreachable when nothing listens, Inconclusive when the candidate asks
   *   to wait again and again
   */
  async send(request: Request, record: (exchange: Exchange) => void): Promise<HttpResponse> {
    const overload = this.#overloadOf(request);
    for (let waits = 0, pause = 0; ; waits += 1) {
      await this.#waitForLoad(overload, pause, waits);
      const response = await this.#sendOnce(request, record);
      const seconds = isOverloaded(response.status) ? retryAfter(response) : undefined;
      if (seconds === undefined) overload.accepted();
      if (seconds === undefined || isExpected(request, response.status)) return response;
      pause = Math.min(Math.max(seconds, waits * extraPausePerWait), maxPause) * 1000;
      overload.rejected(pause);
      if (waits === maxWaits || seconds > maxPause)
        throw new Inconclusive(
          `the candidate responds with ${response.status} and asks to wait ${seconds} s; raise its limit for the run, or set --rate to what it allows`,
          undefined,
          response.exchange,
        );
    }
  }

  /** Milliseconds that large bodies took so far, from their first byte to the response. */
  get uploadTime(): number {
    return this.#uplink.time;
  }

  close(): void {
    for (const agent of [this.#agent, ...this.#connections.values()]) agent.destroy();
  }

  #newAgent(maxSockets = Infinity): Agent {
    const { Agent } = this.options.baseUrl.startsWith('https:') ? https : http;
    return new Agent({ keepAlive: true, maxSockets });
  }

  /** The connections that may be used again; false for a new one. */
  #agentFor({ racing, connection }: Request): Agent | false {
    if (connection === undefined) return racing || !this.#reusesConnections ? false : this.#agent;
    const agent = this.#connections.get(connection) ?? this.#newAgent(1);
    this.#connections.set(connection, agent);
    return agent;
  }

  #overloadOf({ credential }: Request): Overload {
    const overload = this.#overloads.get(credential?.value) ?? new Overload();
    this.#overloads.set(credential?.value, overload);
    return overload;
  }

  /**
   * Waits as long as the candidate asked for, and as long as all requests with this key have to. Then the random part
   * spreads the requests; without it they would all exceed the limit again.
   */
  async #waitForLoad(overload: Overload, pause: number, waits: number): Promise<void> {
    if (pause > 0) await wait(pause, this.options.signal);
    const jitter = (Math.random() * maxJitter) / (waits + 1);
    while (overload.pause > 0) await wait(overload.pause + jitter, this.options.signal);
  }

  async #sendOnce(request: Request, record: (exchange: Exchange) => void): Promise<HttpResponse> {
    const exchange = this.#exchangeFor(request);
    const bytes = sizeOf(exchange.request.body);
    for (let attempt = 1; ; attempt += 1) {
      const { signal } = this.options;
      const { racing, urgent, priority = 0 } = request;
      const result = await this.#uplink.inTurn(bytes, () =>
        this.#inFlight.run(() => this.#sendPaced(request, exchange), {
          isAhead: racing === true || urgent === true,
          priority,
        }),
      );
      const { response, failure, staleConnection } = result;
      // A server may close an idle connection at any time, and the request sent at that moment is lost. A request that is
      // sent twice may arrive twice, so from now on every request opens its own connection.
      if (staleConnection) this.#reusesConnections = false;
      if (staleConnection && attempt === 1) {
        exchange.sentTwice = true;
        continue;
      }
      if (failure !== undefined) exchange.failure = failure;
      if (response) exchange.response = response;
      record(exchange);
      if (!response && signal.aborted) throw new Inconclusive(deadlineReached, undefined, exchange);
      if (exchange.failure === connectionRefused || exchange.failure === unknownHost) throw new Unreachable(exchange);
      if (!response) throw new NoResponse(exchange);
      return responseOf(exchange, response);
    }
  }

  /** Sends the request when the rate admits it, and no other one is being sent alone. */
  async #sendPaced(request: Request, exchange: Exchange): Promise<SendResult> {
    // A body may have begun to be sent alone while this waited for the rate.
    do {
      await this.#uplink.busy;
      await this.#pacer?.turn(request);
    } while (this.#uplink.busy);
    const { signal, timeout } = this.options;
    if (signal.aborted) throw new Inconclusive(deadlineReached);
    exchange.started ??= performance.now();
    const ticket = request.racing ? this.#barrier.join(request.behindRace) : undefined;
    const { inPieces, listens, until } = request;
    const options = { agent: this.#agentFor(request), timeout, uplink: this.#uplink, signal, inPieces, ticket, until };
    const bytes = sizeOf(exchange.request.body);
    const send = listens ? sendAndListen : sendRequest;
    const result = await this.#uplink.send(bytes, () => send(exchange.request, options));
    exchange.milliseconds = performance.now() - exchange.started;
    this.#inFlight.ended(exchange.started, exchange.milliseconds);
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
      request: { method, url: baseUrl.replace(/\/$/, '') + request.path, headers, body, credential, chunked },
      milliseconds: 0,
    };
  }
}

const isExpected = ({ expects }: Request, status: number) => expects === 'either' || expects === status;

/**
 * Waits, at most until the deadline of the run.
 *
 * @throws Inconclusive at the deadline
 */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, { signal });
  } catch (error) {
    throw signal.aborted ? new Inconclusive(deadlineReached) : error;
  }
}
