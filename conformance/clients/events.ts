// Sends events to a client: the one of its case and, to a client that is judged by them, genuine and forged ones before it.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import PQueue from 'p-queue';
import { numbers } from '../../generated/limits.ts';
import { attemptsThatShow, cutByEnd, type Delivery, type EventKind, type Events } from '../oracle/client/session.ts';
import { type Exchange, type Header, pairs } from '../wire/exchange.ts';

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

interface Case {
  id: string;
  status: string;
  decided_at: string | null;
}

/** One event; its headers are made for each attempt. */
interface Planned {
  kind: EventKind;
  id: string;
  body: string;
  /** the headers with the signature, at this time in seconds */
  headers: (now: number) => Header[];
}

// Seconds.
const tooFar = 360;
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
    const own = this.#signed('the event of its case', { id, body: eventText(found) });
    await this.#send(own, Number.POSITIVE_INFINITY).acknowledged;
  }

  async #sendOthers(found: Case, id: string): Promise<void> {
    const queue = new PQueue({ concurrency: atOnce });
    await queue.addAll(this.#forged(found, id).map((each) => () => this.#send(each, 1).judged));
    const sent = this.#genuine(found).map((each) => this.#send(each, mostAttempts));
    const [first] = sent;
    const kind = 'a copy of an event that was acknowledged';
    if (await first!.judged) await this.#send({ ...first!.planned, kind }, mostAttempts).judged;
    await Promise.all(sent.map(({ judged }) => judged));
    this.othersEnded = Date.now();
  }

  /** Of other cases of the tenant, which were decided otherwise. */
  #genuine(found: Case): Planned[] {
    const other = (reference: string) =>
      decided({ ...found, id: `case_${randomBytes(12).toString('base64url')}`, reference } as Case, opposite(found));
    const [dollars, several, spelled] = [other('US$$ 5 & $& 7'), other('order 5'), other('Ñandú 7')];
    const note = { type: 'case.note-added', timestamp: new Date().toISOString(), data: { note: 'x', pages: [1, 2] } };
    const dollarsKind = 'an event of a case that another program opened, with US$$ 5 & $& 7 in its reference';
    const manySigned = this.#signed('an event with several signatures', { id: newId(), body: eventText(several) });
    return [
      this.#signed(dollarsKind, { id: newId(), body: eventText(dollars) }),
      this.#signed('an event of an unknown type', { id: newId(), body: JSON.stringify(note) }),
      {
        ...manySigned,
        headers: (now) =>
          withSignature(manySigned.headers(now), (own) => `v1,${digest('another')} v2,${digest('x')} ${own}`),
      },
      this.#signed('an event with another spelling of the JSON', { id: newId(), body: spelling(spelled) }),
    ];
  }

  /** They show the wrong decision of this case. */
  #forged(found: Case, id: string): Planned[] {
    const body = eventText(decided(found, opposite(found)));
    const genuine = eventText(decided(found, opposite(found) === 'DENIED' ? 'APPROVED' : 'DENIED'));
    const { secret } = this.#options.endpoint;
    const planned = (kind: EventKind, headers: Planned['headers'], own = newId()): Planned => ({
      kind,
      id: own,
      body,
      headers,
    });
    const forId = newId();
    return [
      planned('an event without the headers of the signature', () => []),
      planned('an event without webhook-signature', (now) => signed(secret, id, now, body).slice(0, 2), id),
      planned('an event with an empty signature', (now) =>
        withSignature(signed(secret, forId, now, body), () => 'v1,'),
      ),
      planned('an event that is signed with another secret', (now) => signed(newSecret(), forId, now, body)),
      planned('an event whose body was altered', (now) => signed(secret, id, now, genuine), id),
      planned('an event whose id was altered', (now) => [
        ['webhook-id', newId()],
        ...signed(secret, forId, now, body).slice(1),
      ]),
      planned('an old event with a new time', (now) => {
        const [own, , signature] = signed(secret, forId, now - tooFar, body) as [Header, Header, Header];
        return [own, ['webhook-timestamp', String(now)], signature];
      }),
      planned('an event that was signed six minutes ago', (now) => signed(secret, newId(), now - tooFar, body)),
      planned('an event that is signed for the time in six minutes', (now) =>
        signed(secret, newId(), now + tooFar, body),
      ),
    ];
  }

  #signed(kind: EventKind, { id, body }: { id: string; body: string }): Planned {
    return { kind, id, body, headers: (now) => signed(this.#options.endpoint.secret, id, now, body) };
  }

  /**
   * Sends an event until it is acknowledged, so many times at most; where nothing listens, until something does.
   *
   * @returns promises of whether it was acknowledged: at the end, and as soon as the attempts so far show something
   */
  #send(planned: Planned, most: number) {
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

  async #arrive(planned: Planned, event: string): Promise<Exchange> {
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
  async #attempt(planned: Planned, event: string): Promise<Exchange | undefined> {
    const exchange = await post(this.#options.endpoint.url, planned, this.#cut.signal);
    if (!exchange) return undefined;
    const isCut = !exchange.response && this.#over.signal.aborted;
    const { kind } = planned;
    this.deliveries.push({ kind, event, exchange: isCut ? { ...exchange, failure: cutByEnd } : exchange });
    return exchange;
  }

  async #read(url: string): Promise<Case> {
    for (;;) {
      // A kept connection may end just before it is used again.
      const found = await this.#readOnce(url).catch(ignore);
      if (found) return found;
      await this.#wait(beforeAttempt);
    }
  }

  async #readOnce(url: string): Promise<Case | undefined> {
    const headers = { Authorization: `Bearer ${this.#options.key}` };
    const response = await fetch(url, { headers, signal: this.#over.signal });
    const body = await response.text();
    return response.status === 200 ? (JSON.parse(body) as Case) : undefined;
  }

  #wait(milliseconds: number): Promise<void> {
    return pause(milliseconds, undefined, { signal: this.#over.signal });
  }
}

const ignore = () => {};
const newId = () => `msg_${randomBytes(16).toString('base64url')}`;
const opposite = ({ status }: Case) => (status === 'DENIED' ? 'APPROVED' : 'DENIED');

function decided(found: Case, status: string): Case {
  const shown = { score: status === 'APPROVED' ? 95 : 20, reasons: [status === 'APPROVED' ? 'OCR_OK' : 'OCR_FAIL'] };
  return { ...found, status, ...shown, decided_at: new Date().toISOString() };
}

const eventOf = (found: Case) => ({ type: 'case.decided', timestamp: found.decided_at, data: found });
const eventText = (found: Case) => JSON.stringify(eventOf(found));

/** The properties in another order and further ones, indented, with escapes and other line ends. */
function spelling(found: Case): string {
  const { type, timestamp, data } = eventOf(found);
  const event = { trace: [null, 1], data: { ...data, risk: { level: 'low' } }, timestamp, type };
  return JSON.stringify(event, null, 2)
    .replaceAll('\n', '\r\n')
    .replace('"case.decided"', String.raw`"case\u002edecided"`)
    .replaceAll('/', String.raw`\/`);
}

const digest = (text: string) => createHmac('sha256', 'x').update(text).digest('base64');

/** A secret in which both characters occur that other alphabets of base64 write differently. */
export function newSecret(): string {
  for (;;) {
    const text = randomBytes(33).toString('base64');
    if (text.includes('+') && text.includes('/')) return `whsec_${text}`;
  }
}

function signed(secret: string, id: string, time: number, body: string): Header[] {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  return [
    ['webhook-id', id],
    ['webhook-timestamp', String(time)],
    ['webhook-signature', `v1,${signature}`],
  ];
}

const withSignature = (headers: Header[], change: (own: string) => string): Header[] =>
  headers.map(([name, value]) => [name, name === 'webhook-signature' ? change(value) : value]);

/** Undefined if nothing listens. @param cut ends it */
async function post(url: string, { body, headers }: Planned, cut: AbortSignal): Promise<Exchange | undefined> {
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

// Below the ports that systems give to connections, so that none of them takes it before the client does. Each runner
// holds the even port as long as its client may listen at the odd one above it: two runners never give out the same one.
const [lowest, highest] = [20_000, 32_000];

/** A port of loopback at which nothing listens, and that nobody else is given before it is released. */
export async function reservedPort(): Promise<{ port: number; release: () => void }> {
  for (;;) {
    const held = lowest + 2 * Math.floor((Math.random() * (highest - lowest)) / 2);
    const holder = await listener(held);
    const probe = holder && (await listener(held + 1));
    if (probe) {
      probe.close();
      await once(probe, 'close');
      return { port: held + 1, release: () => void holder.close() };
    }
    holder?.close();
  }
}

/** Undefined if the port is in use. */
function listener(port: number): Promise<net.Server | undefined> {
  const { promise, resolve } = Promise.withResolvers<net.Server | undefined>();
  const server = net.createServer((socket) => socket.destroy());
  server.on('error', () => resolve(undefined)).listen(port, '127.0.0.1', () => resolve(server));
  return promise;
}
