// Between a client and the service that it is judged with: passes each request on when it is whole, records what the client
// sent and saw, and does what a fault says.
import net, { type Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { type Framing, framingOf, MessageReader, responseFraming } from '../wire/connection/message-reader.ts';
import { type Credential, type Exchange, type Header, headerIn } from '../wire/exchange.ts';
import type { Effect, Operation, Reply } from './faults.ts';

/** A request that arrived, as far as it is known. */
export interface Passed {
  request: Exchange['request'];
  started: number;
  /** what the client saw; both are missing until it has seen something */
  response?: Exchange['response'];
  failure?: string;
  ended?: number;
  /** the status with which the service responded */
  served?: number;
}

export interface GatewayOptions {
  /** the service */
  target: URL;
  credential: Credential;
  effects: Partial<Record<Operation, Effect>>;
  /** called when the service has accepted evidence of this case */
  uploaded: (caseId: string) => void;
}

/** A response of the service with its bytes. */
interface Whole {
  status: number;
  headers: Header[];
  body: Buffer;
}

// Bytes of one request that are kept; a request that is longer gets 413, as from any gateway.
const longestRequest = 12 * 1024 * 1024;
const tooLong: Reply = { status: 413, headers: [], body: '' };
// Milliseconds.
const serviceTime = 30_000;

const transport = /^(host|connection|keep-alive|transfer-encoding|content-length|expect)$/i;

const operationOf = ({ method, url }: Exchange['request']): Operation | undefined => {
  const { pathname } = new URL(url);
  if (method === 'GET' && /\/cases\/[^/]+$/.test(pathname)) return 'read';
  if (method !== 'POST') return undefined;
  if (pathname.endsWith('/artifacts')) return 'upload';
  return pathname.endsWith('/cases') ? 'create' : undefined;
};

export class Gateway {
  /** in the order in which they began */
  readonly passed: Passed[] = [];
  readonly #options: GatewayOptions;
  readonly #left: Map<Operation, Effect>;
  readonly #server: net.Server;
  readonly #sockets = new Set<Socket>();

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#left = new Map(Object.entries(options.effects) as [Operation, Effect][]);
    this.#server = net.createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
      this.#sockets.add(client);
      client.on('close', () => this.#sockets.delete(client));
      client.on('error', () => client.destroy());
      this.#serve(client);
    });
  }

  /** Begins to listen on loopback. @returns the base address for the client */
  async listen(port = 0, host = '127.0.0.1'): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once('error', reject).listen(port, host, resolve);
    await promise;
    const { port: own } = this.#server.address() as net.AddressInfo;
    return `http://${host.includes(':') ? `[${host}]` : host}:${own}`;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Reads the requests of one connection, and responds to one after the other. */
  #serve(client: Socket): void {
    let last = Promise.resolve();
    let current: Passed & { size: number };
    const reader = new MessageReader({
      head: ({ line, headers }, bytes) => {
        const [, method, path, version] = /^([!#$%&'*+.^_`|~\w-]+) (\S+) HTTP\/1\.([01])$/.exec(line) ?? [];
        const framing = framingOf(headers, 0);
        if (method === undefined || framing === undefined) return 'no request of HTTP/1.1';
        current = { ...this.#begin(method, path!, headers, framing), size: 0 };
        this.passed.push(current);
        if (version === '1' && /^100-continue$/i.test(headerIn(headers, 'Expect') ?? ''))
          client.write('HTTP/1.1 100 Continue\r\n\r\n');
        return { framing, bytes };
      },
      body: (bytes) => {
        current.size += bytes.length;
        if (current.size <= longestRequest) current.request.body.push(Buffer.from(bytes));
        else current.request.incomplete = true;
      },
      end: () => {
        const whole = current;
        last = last.then(() => this.#respond(client, whole)).catch(() => void client.destroy());
      },
      unreadable: () => void client.destroy(),
    });
    client.on('data', (bytes: Buffer) => void reader.push(bytes));
    client.on('end', () => void last.then(() => client.end()));
    client.on('close', () => {
      for (const open of this.passed)
        if (open === current && open.ended === undefined) open.request.incomplete ??= true;
    });
  }

  #begin(method: string, path: string, headers: Header[], framing: Framing): Passed {
    const url = this.#options.target.origin + path.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/');
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

  /** The effect for this request, if it is the first one that it concerns. */
  #effectOn({ request }: Passed): Effect | undefined {
    const operation = operationOf(request);
    const effect = operation && this.#left.get(operation);
    if (!effect || !operation) return undefined;
    const needsKey = effect.kind === 'rejected' && effect.onlyWithKey;
    if (needsKey && headerIn(request.headers, 'Idempotency-Key') === undefined) return undefined;
    this.#left.delete(operation);
    return effect;
  }

  async #respond(client: Socket, passed: Passed): Promise<void> {
    if (passed.request.incomplete) return this.#write(client, passed, tooLong, true);
    const effect = this.#effectOn(passed);
    if (effect?.kind === 'rejected') return this.#write(client, passed, effect.reply);
    const whole = await this.#ask(passed.request);
    passed.served = whole.status;
    const [, caseId] = /\/cases\/([^/]+)\/artifacts$/.exec(new URL(passed.request.url).pathname) ?? [];
    if (whole.status === 201 && caseId !== undefined) this.#options.uploaded(decodeURIComponent(caseId));
    if (effect?.kind === 'lost') return end(client, passed, 'the response was lost');
    if (effect?.kind === 'cut') {
      client.write(headOf(whole, Buffer.byteLength(whole.body)));
      client.write(whole.body.subarray(0, Math.floor(whole.body.length / 2)));
      return end(client, passed, 'the response was cut');
    }
    if (effect?.kind === 'replaced') return this.#write(client, passed, effect.reply);
    this.#write(client, passed, whole, /\bclose\b/i.test(headerIn(whole.headers, 'Connection') ?? ''));
    if (effect?.kind === 'closed') client.end();
  }

  #write(client: Socket, passed: Passed, reply: Reply | Whole, closes = false): void {
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

  /** Sends the request to the service on a connection of its own. */
  #ask({ method, url, headers, body }: Exchange['request']): Promise<Whole> {
    const { pathname, search, host, port, hostname } = new URL(url);
    const own = headers.filter(([name]) => !transport.test(name));
    const bytes = Buffer.concat(body);
    const lengths: Header[] = bytes.length > 0 || method === 'POST' ? [['Content-Length', String(bytes.length)]] : [];
    const lines = [['Host', host], ...own, ...lengths, ['Connection', 'close']].map((pair) => pair.join(': '));
    const { promise, resolve, reject } = Promise.withResolvers<Whole>();
    const socket = net.connect(Number(port), hostname);
    const found: Whole = { status: 0, headers: [], body: Buffer.alloc(0) };
    const pieces: Buffer[] = [];
    const reader = new MessageReader({
      head: ({ line, headers }, bytes) => {
        const status = Number(/^HTTP\/1\.[01] ([0-9]{3})/.exec(line)?.[1]);
        if (status < 200) return { framing: 0, bytes };
        Object.assign(found, { status, headers });
        const framing = responseFraming(method, status, headers);
        return framing === undefined ? 'a body whose length is unclear' : { framing, bytes };
      },
      body: (piece) => void pieces.push(Buffer.from(piece)),
      end: () => {
        if (found.status === 0) return;
        resolve({ ...found, body: Buffer.concat(pieces) });
        socket.destroy();
      },
      unreadable: () => reject(new Error('the service sent something that is not HTTP')),
    });
    socket.setTimeout(serviceTime, () => reject(new Error('the service did not respond')));
    socket.on('data', (piece: Buffer) => void reader.push(piece));
    socket.on('error', reject).on('close', () => {
      reader.close();
      reject(new Error('the service closed the connection'));
    });
    socket.write(
      Buffer.concat([
        Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1'),
        bytes,
      ]),
    );
    return promise;
  }
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
