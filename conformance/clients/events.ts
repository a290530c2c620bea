// Sends events to a client, until it acknowledges them or ends.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import PQueue from 'p-queue';
import { numbers } from '../../generated/limits.ts';
import { attemptsThatShow, cutByEnd, type Delivery, type Events } from '../oracle/client/session.ts';
import { type Exchange, type Header, pairs } from '../wire/exchange.ts';
import { type DecidedCase, type EventMessage, forgedEvents, genuineEvents, newId, ownEvent } from './event-messages.ts';

/** Where a client listens, and the secret that it verifies with. */
export interface Endpoint {
  url: string;
  secret: string;
}

interface SenderOptions {
  endpoint: Endpoint;
  /** it reads the decision at the service */
  key: string;
  /** also sends what only receivers of events have to stand */
  isThorough: boolean;
}

// Milliseconds: between two attempts at a port where nothing listens, and after an attempt without success.
const beforeAttempt = 100;
const firstRetry = 1000;
const mostAttempts = 3;
// Milliseconds for the response that a client sent before it ended.
const lastResponse = 200;
// Receivers with one thread get more than one connection, as from a real service.
const atOnce = 3;

export class Sender implements Events {
  wereSent = false;
  /** when the events before that of the decision had been sent as often as they show something, by `Date.now()` */
  othersEnded: number | undefined;
  readonly deliveries: Delivery[] = [];
  readonly #options: SenderOptions;
  readonly #over = new AbortController();
  readonly #cut = new AbortController();
  readonly #inFlight = new Set<Promise<unknown>>();
  readonly #begun = new Set<string>();

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** The service at this address has accepted evidence of this case. */
  uploaded(caseId: string, baseUrl: string): void {
    if (this.#begun.has(caseId)) return;
    this.#begun.add(caseId);
    this.wereSent = true;
    // It ends with the client, wherever it is then.
    void this.#sendAll(`${baseUrl}/cases/${encodeURIComponent(caseId)}`).catch((error: unknown) => {
      if (!this.#over.signal.aborted) throw error;
    });
  }

  /** Sends nothing more, because the client has ended; its last response may still be on its way. */
  async stop(): Promise<void> {
    this.#over.abort();
    await Promise.race([Promise.allSettled(this.#inFlight), pause(lastResponse)]);
    this.#cut.abort();
    await Promise.allSettled(this.#inFlight);
  }

  async #sendAll(url: string): Promise<void> {
    const id = newId();
    if (this.#options.isThorough) await this.#sendOthers(await this.#read(url), id);
    let found = await this.#read(url);
    for (; found.decided_at === null; found = await this.#read(url)) await this.#wait(beforeAttempt);
    const own = ownEvent(found, id, this.#options.endpoint.secret);
    await this.#send(own, Number.POSITIVE_INFINITY).acknowledged;
  }

  async #sendOthers(found: DecidedCase, id: string): Promise<void> {
    const { secret } = this.#options.endpoint;
    const queue = new PQueue({ concurrency: atOnce });
    await queue.addAll(forgedEvents(found, id, secret).map((each) => () => this.#send(each, 1).judged));
    const sent = genuineEvents(found, secret).map((each) => this.#send(each, mostAttempts));
    const [first] = sent;
    const kind = 'a copy of an event that was acknowledged';
    if (await first!.judged) await this.#send({ ...first!.planned, kind }, mostAttempts).judged;
    await Promise.all(sent.map(({ judged }) => judged));
    this.othersEnded = Date.now();
  }

  /**
   * Sends an event until it is acknowledged, so many times at most; where nothing listens, until something does.
   *
   * @returns promises of whether it was acknowledged: at the end, and as soon as the attempts so far show something
   */
  #send(planned: EventMessage, most: number) {
    const judged = Promise.withResolvers<boolean>();
    const event = randomUUID();
    const attempts = async () => {
      for (let attempt = 1, wait = firstRetry; attempt <= most; attempt += 1, wait *= 2) {
        const exchange = await this.#arrive(planned, event);
        if (!exchange.response) this.#over.signal.throwIfAborted();
        const status = exchange.response?.status ?? 0;
        if (status >= 200 && status < 300) return true;
        if (attempt === attemptsThatShow) judged.resolve(false);
        if (attempt < most) await this.#wait(wait);
      }
      return false;
    };
    const acknowledged = attempts();
    acknowledged.then(judged.resolve, judged.reject);
    judged.promise.catch(ignore);
    return { planned, judged: judged.promise, acknowledged };
  }

  async #arrive(planned: EventMessage, event: string): Promise<Exchange> {
    for (;;) {
      this.#over.signal.throwIfAborted();
      const sending = this.#attempt(planned, event);
      this.#inFlight.add(sending);
      const exchange = await sending;
      this.#inFlight.delete(sending);
      if (exchange) return exchange;
      await this.#wait(beforeAttempt);
    }
  }

  /** Sends the event once, and records the attempt. */
  async #attempt(planned: EventMessage, event: string): Promise<Exchange | undefined> {
    const exchange = await post(this.#options.endpoint.url, planned, this.#cut.signal);
    if (!exchange) return undefined;
    const isCut = !exchange.response && this.#over.signal.aborted;
    const { kind } = planned;
    this.deliveries.push({ kind, event, exchange: isCut ? { ...exchange, failure: cutByEnd } : exchange });
    return exchange;
  }

  async #read(url: string): Promise<DecidedCase> {
    for (;;) {
      // A kept connection may end just before it is used again.
      const found = await this.#readOnce(url).catch(ignore);
      if (found) return found;
      await this.#wait(beforeAttempt);
    }
  }

  async #readOnce(url: string): Promise<DecidedCase | undefined> {
    const headers = { Authorization: `Bearer ${this.#options.key}` };
    const response = await fetch(url, { headers, signal: this.#over.signal });
    const body = await response.text();
    return response.status === 200 ? (JSON.parse(body) as DecidedCase) : undefined;
  }

  #wait(milliseconds: number): Promise<void> {
    return pause(milliseconds, undefined, { signal: this.#over.signal });
  }
}

const ignore = () => {};
/** Undefined if nothing listens. @param cut ends it */
async function post(url: string, { body, headers }: EventMessage, cut: AbortSignal): Promise<Exchange | undefined> {
  const sent: Header[] = [['Content-Type', 'application/json'], ...headers(Math.floor(Date.now() / 1000))];
  const bytes = Buffer.from(body);
  const started = performance.now();
  const exchange = (result: Pick<Exchange, 'response' | 'failure'>): Exchange => ({
    request: { method: 'POST', url, headers: sent, body: [bytes], credential: undefined, chunked: false },
    started,
    milliseconds: performance.now() - started,
    ...result,
  });
  const { promise, resolve } = Promise.withResolvers<Exchange | undefined>();
  const signal = AbortSignal.any([cut, AbortSignal.timeout(numbers['event-response'])]);
  const options = {
    method: 'POST',
    signal,
    agent: false,
    headers: { ...Object.fromEntries(sent), 'Content-Length': bytes.length },
  };
  const { request: begin } = url.startsWith('https:') ? https : http;
  const request = begin(url, options, (response) => {
    const pieces: Buffer[] = [];
    const { statusCode: status = 0, rawHeaders } = response;
    // The status alone counts.
    const end = () =>
      resolve(exchange({ response: { status, headers: pairs(rawHeaders), body: Buffer.concat(pieces) } }));
    response
      .on('data', (piece: Buffer) => void pieces.push(piece))
      .on('end', end)
      .on('error', end);
  });
  request.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'ECONNREFUSED') resolve(undefined);
    else if (signal.aborted) resolve(exchange({ failure: `no response within ${numbers['event-response'] / 1000} s` }));
    else resolve(exchange({ failure: 'the connection was closed without a response' }));
  });
  request.end(bytes);
  return promise;
}
