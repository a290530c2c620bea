// The address that a client is given: reads its requests, and writes the responses of the service that is behind it.
import net, { type Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { type Framing, framingOf, MessageReader } from '../wire/connection/message-reader.ts';
import { type Credential, type Exchange, type Header, headerIn } from '../wire/exchange.ts';
import type { Reply } from './faults.ts';
import { type Passed, transport, type Upstream, type Whole } from './upstream.ts';

export interface GatewayOptions {
  credential: Credential;
  /** the service that a request is for; undefined if there is none */
  upstreamFor: (request: Exchange['request']) => Promise<Upstream | undefined>;
}

// Bytes of one request that are kept; what is longer gets 413, as from any gateway.
const longestRequest = 12 * 1024 * 1024;
const tooLong: Reply = { status: 413, headers: [], body: '' };
const nobody: Reply = { status: 503, headers: [['Retry-After', '1']], body: '' };

export class Gateway {
  readonly #options: GatewayOptions;
  readonly #server: net.Server;
  readonly #sockets = new Set<Socket>();
  #origin = 'http://127.0.0.1';
  #open = 0;
  /** when a request began or a response ended, by `performance.now()` */
  #active = 0;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#server = net.createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
      this.#sockets.add(client);
      client.on('close', () => this.#sockets.delete(client));
      client.on('error', () => client.destroy());
      this.#serve(client);
    });
  }

  /** Begins to listen, on loopback unless told otherwise. @returns the base address for the client */
  async listen(port = 0, host = '127.0.0.1'): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once('error', reject).listen(port, host, resolve);
    await promise;
    const { port: own } = this.#server.address() as net.AddressInfo;
    this.#origin = `http://${host.includes(':') ? `[${host}]` : host}:${own}`;
    return this.#origin;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** The milliseconds since the last request was responded to; 0 while one is open. */
  get quiet(): number {
    return this.#open > 0 ? 0 : performance.now() - this.#active;
  }

  /** Reads the requests of one connection, and responds to one after the other. */
  #serve(client: Socket): void {
    let last = Promise.resolve();
    let current: (Passed & { size: number; isWhole: boolean }) | undefined;
    const reader = new MessageReader({
      head: ({ line, headers }, bytes) => {
        const [, method, path, version] = /^([!#$%&'*+.^_`|~\w-]+) (\S+) HTTP\/1\.([01])$/.exec(line) ?? [];
        const framing = framingOf(headers, 0);
        if (method === undefined || framing === undefined) return 'no request of HTTP/1.1';
        current = { ...this.#begin(method, path!, headers, framing), size: 0, isWhole: false };
        this.#open += 1;
        if (version === '1' && /^100-continue$/i.test(headerIn(headers, 'Expect') ?? ''))
          client.write('HTTP/1.1 100 Continue\r\n\r\n');
        return { framing, bytes };
      },
      body: (bytes) => {
        current!.size += bytes.length;
        if (current!.size <= longestRequest) current!.request.body.push(Buffer.from(bytes));
        else current!.request.incomplete = true;
      },
      end: () => {
        const whole = current!;
        whole.isWhole = true;
        last = last
          .then(() => this.#respond(client, whole))
          .catch(() => void client.destroy())
          .finally(() => this.#end());
      },
      unreadable: () => void client.destroy(),
    });
    client.on('data', (bytes: Buffer) => void reader.push(bytes));
    client.on('end', () => void last.then(() => client.end()));
    client.on('close', () => {
      if (current === undefined || current.isWhole) return;
      const cut = current;
      cut.request.incomplete = true;
      void this.#options.upstreamFor(cut.request).then((upstream) => upstream?.add(cut));
      this.#end();
    });
  }

  #end(): void {
    this.#open -= 1;
    this.#active = performance.now();
  }

  #begin(method: string, path: string, headers: Header[], framing: Framing): Passed {
    const url = this.#origin + path.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/');
    const { credential } = this.#options;
    const kept = headers.filter(([name]) => !/^(host|connection|keep-alive|transfer-encoding)$/i.test(name));
    const isOwn = headers.some(([, value]) => value.includes(credential.value));
    const request: Exchange['request'] = {
      method,
      url,
      headers: kept,
      body: [],
      credential: isOwn ? credential : undefined,
      chunked: framing === 'chunked',
    };
    return { request, started: performance.now() };
  }

  async #respond(client: Socket, passed: Passed): Promise<void> {
    const upstream = await this.#options.upstreamFor(passed.request);
    if (!upstream) return write(client, passed, nobody);
    if (!upstream.add(passed) || passed.request.incomplete) return write(client, passed, tooLong, true);
    const effect = upstream.effectOn(passed);
    if (effect?.kind === 'rejected') return write(client, passed, effect.reply);
    if (effect?.kind === 'preceded') await upstream.precede(passed);
    const whole = await upstream.carryOut(passed);
    if (effect?.kind === 'lost') return end(client, passed, 'the response was lost');
    if (effect?.kind === 'cut') {
      client.write(headOf(whole, Buffer.byteLength(whole.body)));
      client.write(whole.body.subarray(0, Math.floor(whole.body.length / 2)));
      return end(client, passed, 'the response was cut');
    }
    if (effect?.kind === 'replaced') return write(client, passed, effect.reply);
    write(client, passed, whole, /\bclose\b/i.test(headerIn(whole.headers, 'Connection') ?? ''));
    if (effect?.kind === 'closed') client.end();
  }
}

function write(client: Socket, passed: Passed, reply: Reply | Whole, closes = false): void {
  const { status, headers } = reply;
  const body = Buffer.from(reply.body);
  const hasBody = passed.request.method !== 'HEAD' && status !== 204 && status !== 304;
  const close: Header[] = closes ? [['Connection', 'close']] : [];
  // Before it is written: the client must not seem to come back sooner than it did.
  passed.ended = performance.now();
  passed.response = { status, headers: headers.filter(([name]) => !transport.test(name)), body };
  client.write(headOf({ status, headers: [...headers, ...close] }, body.length));
  if (hasBody) client.write(body);
  if (closes) client.end();
}

function headOf({ status, headers }: Pick<Whole, 'status' | 'headers'>, length: number): Buffer {
  const own = headers.filter(([name]) => !transport.test(name) || name === 'Connection');
  const lines = [...own, ['Content-Length', String(length)]].map((pair) => pair.join(': '));
  return Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

function end(client: Socket, passed: Passed, failure: string): void {
  passed.failure = failure;
  passed.ended = performance.now();
  client.end();
}
