import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { shipped } from '../../shipped/files.ts';
import { type Exchange, pairs } from './exchange.ts';
import type { Arrival, FromThread, ThreadOptions, ToThread } from './receiver-thread.ts';

/** A request that the candidate sent to the receiver. */
export interface Delivery {
  exchange: Exchange;
  body: Buffer;
  /** without the query */
  path: string;
  /** when its headers arrived, by `performance.now` */
  arrived: number;
  /** when the suite responded or closed the connection; undefined until then */
  respondedAt?: number;
}

/**
 * How the suite responds to a delivery: `close` closes the connection without a response, `silence` leaves it open. With
 * `ended`, the response has a body that ends only then.
 */
export type Reply = { status: number; headers?: Record<string, string>; ended?: Promise<void> } | 'close' | 'silence';

type MakeReply = (delivery: Delivery) => Reply | Promise<Reply>;

/** The deliveries whose body or path contains a certain text. */
export interface Inbox {
  deliveries: Delivery[];
}

const accepted: Reply = { status: 204 };
const probeHeader = 'idv-conformance-probe';

/**
 * An HTTP server for the webhook requests of the candidate; each scenario decides the responses. It has its own thread, so
 * that an event arrives in time although the suite is busy.
 */
export class Receiver {
  /** the address that the candidate is configured with */
  readonly url: string;
  /** the host and port on which it listens */
  readonly at: string;
  /** when the last delivery arrived, by `performance.now` */
  lastArrival = 0;
  /** how many deliveries arrived */
  count = 0;
  /** every delivery, in the order of arrival */
  readonly exchanges: Exchange[] = [];
  /** when it began to listen, by `performance.now` */
  readonly since = performance.now();
  readonly #thread: Worker;
  readonly #inboxes: (Inbox & { text: string; reply: MakeReply })[] = [];
  /** the deliveries whose connections are open, by the id of the thread */
  readonly #open = new Map<number, Delivery>();
  readonly #probe: string;

  private constructor(thread: Worker, probe: string, at: string, url: string) {
    this.#thread = thread;
    this.#probe = probe;
    this.at = at;
    this.url = url;
    thread.on('message', (message: FromThread) => {
      if (message.is === 'request') void this.#receive(message.arrival);
      if (message.is === 'closed') this.#noteClosed(message.id, message.at);
    });
  }

  /**
   * Listens until `close`.
   *
   * @param url the address that the candidate is configured with, if it is another one
   * @throws the error of `listen`, with its code
   */
  static async open(at: { host: string; port: number }, url?: string): Promise<Receiver> {
    const probe = randomUUID();
    const options: ThreadOptions = { ...at, probe: { name: probeHeader, value: probe }, zero: zeroOfClock() };
    const thread = shipped.startThread('conformance/wire/receiver-thread', { workerData: options });
    const [begun] = (await once(thread, 'message')) as [Extract<FromThread, { is: `${string}listening` }>];
    if (begun.is === 'listening') return new Receiver(thread, probe, begun.at, url ?? `http://${begun.at}/`);
    await thread.terminate();
    throw Object.assign(new Error(begun.message), { code: begun.code });
  }

  /** Responds with `reply` to the deliveries that contain the text; to all others the receiver responds with 204. */
  inbox(text: string, reply: MakeReply): Inbox {
    const inbox = { deliveries: [], text, reply };
    this.#inboxes.push(inbox);
    return inbox;
  }

  /** Sends a request to its own address. Returns why it does not arrive, or undefined. */
  async probe(): Promise<string | undefined> {
    try {
      const options = { redirect: 'manual', signal: AbortSignal.timeout(5000) } as const;
      const { headers, status } = await fetch(this.url, { ...options, headers: { [probeHeader]: this.#probe } });
      return headers.get(probeHeader) === this.#probe ? undefined : `something else responds there with ${status}`;
    } catch (error) {
      const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
      return cause?.code ?? cause?.message ?? message;
    }
  }

  close(): void {
    void this.#thread.terminate();
  }

  async #receive(arrival: Arrival): Promise<void> {
    const delivery = this.#deliveryOf(arrival);
    this.#open.set(arrival.id, delivery);
    this.lastArrival = performance.now();
    this.count += 1;
    this.exchanges.push(delivery.exchange);
    const found = this.#inboxes.find(({ text }) => delivery.body.includes(text) || delivery.path.includes(text));
    found?.deliveries.push(delivery);
    const reply = found ? await replyOf(found, delivery) : accepted;
    const { exchange } = delivery;
    if (reply === 'silence') return void (exchange.failure = 'the suite did not respond to the event');
    delivery.respondedAt = performance.now();
    exchange.milliseconds = delivery.respondedAt - delivery.arrived;
    if (reply === 'close') exchange.failure = 'the suite closed the connection';
    else
      exchange.response = { status: reply.status, headers: Object.entries(reply.headers ?? {}), body: Buffer.alloc(0) };
    this.#respond(arrival.id, reply);
  }

  #respond(id: number, reply: Exclude<Reply, 'silence'>): void {
    const post = (message: ToThread) => this.#thread.postMessage(message);
    if (reply === 'close') return post({ id, reply });
    const { ended, ...head } = reply;
    post({ id, reply: { ...head, isOpen: ended !== undefined } });
    void ended?.then(() => post({ id, reply: 'end' }));
  }

  #deliveryOf({ method, url, rawHeaders, body, at, arrivedAt }: Arrival): Delivery {
    const exchange: Exchange = {
      request: {
        method,
        url: new URL(this.url).origin + url,
        headers: pairs(rawHeaders),
        body: body.length === 0 ? [] : [body],
        credential: undefined,
        chunked: false,
      },
      milliseconds: 0,
      received: true,
      started: at,
      arrivedAt,
    };
    return { path: url.split('?', 1)[0]!, body: Buffer.from(body), exchange, arrived: at };
  }

  #noteClosed(id: number, at: number): void {
    const delivery = this.#open.get(id);
    this.#open.delete(id);
    if (delivery && delivery.respondedAt === undefined) delivery.exchange.abandonedAfter = at - delivery.arrived;
  }
}

const clockReadings = 20;

/**
 * What `process.hrtime` was in milliseconds when `performance.now` was 0. Time passes between the two readings, much of it when
 * the machine is busy, and makes the result too small: the greatest of several is right. If it were too small, events would
 * arrive in the future of the suite, and a read after an event would seem to be one before it.
 */
function zeroOfClock(): number {
  const readings = Array.from(
    { length: clockReadings },
    () => Number(process.hrtime.bigint()) / 1e6 - performance.now(),
  );
  return Math.max(...readings);
}

/** The reply; a closed connection if the run ended first. */
async function replyOf({ reply }: { reply: MakeReply }, delivery: Delivery): Promise<Reply> {
  try {
    return await reply(delivery);
  } catch {
    return 'close';
  }
}
