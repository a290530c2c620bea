import type { Agent } from 'node:http';
import { type HttpResponse, responseOf, type Credential, type Exchange, type Header } from './exchange.ts';
import { http, https } from './node-http.ts';
import { RaceBarrier } from './race-barrier.ts';
import { Inconclusive, Violation } from './verdict.ts';
import { sendRequest, deadlineReached, connectionRefused, unknownHost } from './wire.ts';

/** A request as a check asks for it; `path` is relative to the base address. */
export interface Request {
  method: string;
  path: string;
  /** several values of one name are lines of their own */
  headers?: Record<string, string | string[]>;
  body?: Uint8Array | Uint8Array[];
  credential?: Credential | undefined;
  /** how this one carries its key, where that is what is judged */
  key?: { header: string; template: string };
  /** announce no length */
  chunked?: boolean;
  /** let each piece of the body arrive by itself, as far as that can be had: for readers that take it for the whole */
  inPieces?: boolean;
  /** open a connection of its own and wait for no other: for requests that must race */
  racing?: boolean;
  /** milliseconds after which this request is given up and its connection closed, where it cannot be answered */
  timeout?: number;
  /** what is judged by the check, so that it is not waited out as a passing 429 or 503 */
  expects?: 429 | 503 | 'either';
}

/** No answer came: refused, reset, cut, or too late. A violation when the request was judged. */
export class NoResponse extends Violation {
  constructor(exchange: Exchange) {
    super({ code: 'no-response', expected: 'a response', actual: exchange.failure ?? 'none', exchange });
  }
}

/** Nothing listens at the address, or no longer: there is no candidate to judge. */
export class Unreachable extends Inconclusive {
  constructor(exchange: Exchange) {
    super(`nothing listens at the address of the candidate: ${exchange.failure}`, undefined, exchange);
  }
}

export interface HttpOptions {
  baseUrl: string;
  /** how a key is carried: the header and its value with `{key}` in it */
  key: { header: string; template: string };
  /** what goes with every request that does not set it itself */
  headers?: Header[];
  /** milliseconds from the whole request to the whole answer */
  timeout: number;
  signal: AbortSignal;
}

const mostWaits = 30;
// Seconds; who limits by less than one asks for none.
const longerEachTime = 0.05;
const longestWait = 10;
// Milliseconds over which requests go on after a pause.
const longestSpread = 500;

/** Sends requests to the candidate and keeps every exchange. Knows HTTP, knows no case. */
export class Http {
  readonly options: HttpOptions;
  readonly #agent: Agent;
  readonly #barrier = new RaceBarrier();
  #reuses = true;
  /** by key: until when the candidate asked not to be sent more */
  readonly #pausedUntil = new Map<string | undefined, number>();

  constructor(options: HttpOptions) {
    this.options = options;
    const { Agent } = options.baseUrl.startsWith('https:') ? https : http;
    this.#agent = new Agent({ keepAlive: true });
  }

  /**
   * Sends a request and waits for its answer. A 429 or 503 with `Retry-After` is waited out: every conformant service
   * may give it at any time.
   *
   * @param record is given each exchange as it ends
   * @throws NoAnswer when none came, Unreachable when nothing listens, Inconclusive when the candidate asks to wait
   *   without end
   */
  async send(request: Request, record: (exchange: Exchange) => void): Promise<HttpResponse> {
    for (let waits = 0; ; waits += 1) {
      await this.#pauseOver(request, waits);
      const response = await this.#sendOnce(request, record);
      const seconds = secondsAskedFor(response);
      if (seconds === undefined || asksFor(request, response.status)) return response;
      // Who limits the rate of one request limits those beside it: all of this key wait.
      this.#pause(request, Math.min(Math.max(seconds, waits * longerEachTime), longestWait));
      if (waits === mostWaits || seconds > longestWait)
        throw new Inconclusive(
          `the candidate answers ${response.status} and asks to wait ${seconds} s; raise its limit for the run, or lower --concurrency`,
          undefined,
          response.exchange,
        );
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #pause({ credential }: Request, seconds: number): void {
    const until = performance.now() + seconds * 1000;
    this.#pausedUntil.set(credential?.value, Math.max(until, this.#pausedUntil.get(credential?.value) ?? 0));
  }

  /** Who has waited more often goes on sooner: all at once would meet the limit again. */
  async #pauseOver({ credential }: Request, waits: number): Promise<void> {
    const behind = (Math.random() * longestSpread) / (waits + 1);
    for (;;) {
      const left = (this.#pausedUntil.get(credential?.value) ?? 0) - performance.now();
      if (left <= 0) return;
      await wait(left + behind, this.options.signal);
    }
  }

  async #sendOnce(request: Request, record: (exchange: Exchange) => void): Promise<HttpResponse> {
    const exchange = this.#begin(request);
    const started = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      const { signal } = this.options;
      const timeout = request.timeout ?? this.options.timeout;
      if (signal.aborted) throw new Inconclusive(deadlineReached);
      const ticket = request.racing ? this.#barrier.join() : undefined;
      const agent = ticket || !this.#reuses ? (false as const) : this.#agent;
      const options = { agent, timeout, signal, inPieces: request.inPieces, ticket };
      const { response, failure, staleConnection } = await sendRequest(exchange.request, options);
      // A server may close an idle connection at any moment; the request that meets this was not answered by anybody.
      // From then on each request has a connection of its own: what is sent twice may also arrive twice.
      if (staleConnection) this.#reuses = false;
      if (staleConnection && attempt === 1) continue;
      exchange.milliseconds = performance.now() - started;
      if (failure !== undefined) exchange.failure = failure;
      if (response) exchange.response = response;
      record(exchange);
      if (!response && signal.aborted) throw new Inconclusive(deadlineReached, undefined, exchange);
      if (exchange.failure === connectionRefused || exchange.failure === unknownHost) throw new Unreachable(exchange);
      if (!response) throw new NoResponse(exchange);
      return responseOf(exchange, response);
    }
  }

  #begin(request: Request): Exchange {
    const { baseUrl } = this.options;
    const key = request.key ?? this.options.key;
    const body = request.body === undefined ? [] : [request.body].flat();
    const headers = Object.entries(request.headers ?? {}).flatMap(([name, values]) =>
      [values].flat().map((value): Header => [name, value]),
    );
    if (request.credential) headers.push([key.header, key.template.replace('{key}', () => request.credential!.value)]);
    const own = new Set(headers.map(([name]) => name.toLowerCase()));
    headers.push(...(this.options.headers ?? []).filter(([name]) => !own.has(name.toLowerCase())));
    const { method, credential, chunked = false } = request;
    return {
      request: { method, url: baseUrl.replace(/\/$/, '') + request.path, headers, body, credential, chunked },
      milliseconds: 0,
    };
  }
}

/** The seconds of `Retry-After` on a 429 or 503. */
function secondsAskedFor(response: HttpResponse): number | undefined {
  if (response.status !== 429 && response.status !== 503) return undefined;
  const value = response.header('Retry-After');
  return value !== undefined && /^[0-9]+$/.test(value) ? Number(value) : undefined;
}

const asksFor = ({ expects }: Request, status: number) => expects === 'either' || expects === status;

/** Waits, but not beyond the deadline of the run. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = () => {
      clearTimeout(timer);
      reject(new Inconclusive(deadlineReached));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', late);
      resolve();
    }, milliseconds);
    if (signal.aborted) late();
    else signal.addEventListener('abort', late, { once: true });
  });
}
