import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Exchange, pairs } from './exchange.ts';

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

/** How the suite responds to a delivery: `close` closes the connection without a response, `silence` leaves it open. */
export type Reply = { status: number; headers?: Record<string, string> } | 'close' | 'silence';

type MakeReply = (delivery: Delivery) => Reply | Promise<Reply>;

/** The deliveries whose body or path contains a certain text. */
export interface Inbox {
  deliveries: Delivery[];
}

const accepted: Reply = { status: 204 };
const maxBody = 1024 * 1024;
const probeHeader = 'idv-conformance-probe';

/** An HTTP server for the webhook requests of the candidate; each scenario decides the responses. */
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
  readonly #server: http.Server;
  readonly #inboxes: (Inbox & { text: string; reply: MakeReply })[] = [];
  readonly #probe = randomUUID();

  private constructor(server: http.Server, at: string, url: string) {
    this.#server = server;
    this.at = at;
    this.url = url;
    server.on('request', (request, response) => this.#receive(request, response));
  }

  /**
   * Listens until `close`.
   *
   * @param url the address that the candidate is configured with, if it is another one
   * @throws the error of `listen`, with its code
   */
  static async open(at: { host: string; port: number }, url?: string): Promise<Receiver> {
    // Closing an idle connection could lose an event, and the candidate would seem to have sent none.
    const server = http.createServer({ keepAliveTimeout: 0 });
    server.listen(at.port, at.host);
    await once(server, 'listening');
    const { address: host, family, port } = server.address() as AddressInfo;
    const address = `${family === 'IPv6' ? `[${host}]` : host}:${port}`;
    return new Receiver(server, address, url ?? `http://${address}/`);
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
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #receive(request: http.IncomingMessage, response: http.ServerResponse): void {
    if (request.headers[probeHeader] === this.#probe)
      return void response.writeHead(204, { [probeHeader]: this.#probe }).end();
    const [arrived, arrivedAt] = [performance.now(), Date.now()];
    const pieces: Buffer[] = [];
    let size = 0;
    request.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size > maxBody) request.destroy();
      else pieces.push(piece);
    });
    request.on('error', () => {});
    response.on('error', () => {});
    request.on('end', () => void this.#respond(this.#deliveryOf(request, pieces, arrived, arrivedAt), response));
  }

  #deliveryOf(request: http.IncomingMessage, pieces: Buffer[], arrived: number, arrivedAt: number): Delivery {
    const { method = '', url = '' } = request;
    const body = Buffer.concat(pieces);
    const exchange: Exchange = {
      request: {
        method,
        url: new URL(this.url).origin + url,
        headers: pairs(request.rawHeaders),
        body: body.length === 0 ? [] : [body],
        credential: undefined,
        chunked: false,
      },
      milliseconds: 0,
      received: true,
      started: arrived,
      arrivedAt,
    };
    return { path: url.split('?', 1)[0]!, body, exchange, arrived };
  }

  async #respond(delivery: Delivery, response: http.ServerResponse): Promise<void> {
    this.lastArrival = performance.now();
    this.count += 1;
    this.exchanges.push(delivery.exchange);
    const found = this.#inboxes.find(({ text }) => delivery.body.includes(text) || delivery.path.includes(text));
    found?.deliveries.push(delivery);
    response.on('close', () => {
      if (delivery.respondedAt !== undefined) return;
      delivery.exchange.abandonedAfter = performance.now() - delivery.arrived;
    });
    const reply = found ? await replyOf(found, delivery) : accepted;
    const { exchange } = delivery;
    if (reply === 'silence') return void (exchange.failure = 'the suite did not respond to the event');
    delivery.respondedAt = performance.now();
    exchange.milliseconds = delivery.respondedAt - delivery.arrived;
    if (reply === 'close') {
      exchange.failure = 'the suite closed the connection';
      response.destroy();
    } else {
      exchange.response = { status: reply.status, headers: Object.entries(reply.headers ?? {}), body: Buffer.alloc(0) };
      response.writeHead(reply.status, reply.headers).end();
    }
  }
}

/** The reply; a closed connection if the run ended first. */
async function replyOf({ reply }: { reply: MakeReply }, delivery: Delivery): Promise<Reply> {
  try {
    return await reply(delivery);
  } catch {
    return 'close';
  }
}
