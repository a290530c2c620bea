// A service as a client meets it behind a gateway: passes whole requests on, records what the client sent and saw, and does
// what a fault says.
import net from 'node:net';
import { MessageReader, responseFraming } from '../wire/connection/message-reader.ts';
import { type Exchange, type Header, headerIn, sizeOf } from '../wire/exchange.ts';
import { isObject, valueOf } from '../wire/json.ts';
import type { Effect, Operation } from './faults.ts';

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

/** A response of the service with its bytes. */
export interface Whole {
  status: number;
  headers: Header[];
  body: Buffer;
}

interface UpstreamOptions {
  /** the service */
  target: URL;
  effects: Partial<Record<Operation, Effect>>;
  /** called when the service has accepted evidence of this case */
  uploaded: (caseId: string) => void;
}

// A client with one task sends a few requests; one that never stops must not fill the memory. Bytes of all bodies.
const mostRequests = 20_000;
const mostBytes = 64 * 1024 * 1024;
// Milliseconds.
const serviceTime = 30_000;

/** Headers that belong to one connection. */
export const transport = /^(host|connection|keep-alive|transfer-encoding|content-length|expect)$/i;

export const operationOf = ({ method, url }: Exchange['request']): Operation | undefined => {
  const { pathname } = new URL(url);
  if (method === 'GET' && /\/cases\/[^/]+$/.test(pathname)) return 'read';
  if (method !== 'POST') return undefined;
  if (pathname.endsWith('/artifacts')) return 'upload';
  return pathname.endsWith('/cases') ? 'create' : undefined;
};

/** The id in a path such as `/cases/{case_id}/artifacts`. */
export const caseIn = (url: string): string | undefined => {
  const [, id] = /\/cases\/([^/]+)(?:\/artifacts)?$/.exec(new URL(url).pathname) ?? [];
  return id === undefined ? undefined : decodeURIComponent(id);
};

export class Upstream {
  readonly passed: Passed[] = [];
  /** the ids of the cases that it has opened, and the idempotency keys that it has seen */
  readonly cases = new Set<string>();
  readonly keys = new Set<string>();
  readonly #options: UpstreamOptions;
  readonly #left: Map<Operation, Effect>;
  #kept = 0;

  constructor(options: UpstreamOptions) {
    this.#options = options;
    this.#left = new Map(Object.entries(options.effects) as [Operation, Effect][]);
  }

  /** Records a request, which names the gateway until now. @returns false if the client has sent more than is kept */
  add(passed: Passed): boolean {
    this.#kept += sizeOf(passed.request.body);
    if (this.passed.length >= mostRequests || this.#kept > mostBytes) return false;
    const { pathname, search } = new URL(passed.request.url);
    passed.request.url = this.#options.target.origin + pathname + search;
    this.passed.push(passed);
    return true;
  }

  /** True if the client sent the same create before, and was told of no case that it opened. */
  misses({ body }: Exchange['request']): boolean {
    const bytes = Buffer.concat(body);
    const creates = this.passed.filter(({ request }) => operationOf(request) === 'create');
    const isSame = creates.some(({ request }) => Buffer.concat(request.body).equals(bytes));
    return isSame && creates.every(({ response }) => response?.status !== 201);
  }

  /** The effect for this request, if it is the first one that it concerns. */
  effectOn({ request }: Passed): Effect | undefined {
    const operation = operationOf(request);
    const effect = operation && this.#left.get(operation);
    if (!effect || !operation) return undefined;
    const needsKey = effect.kind === 'rejected' && effect.onlyWithKey;
    if (needsKey && headerIn(request.headers, 'Idempotency-Key') === undefined) return undefined;
    this.#left.delete(operation);
    return effect;
  }

  /** Another program sends the same: a request without the key of the client. */
  async precede({ request }: Passed): Promise<void> {
    const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'idempotency-key');
    await ask({ ...request, headers });
  }

  /** The response of the service. */
  async carryOut(passed: Passed): Promise<Whole> {
    const whole = await ask(passed.request);
    passed.served = whole.status;
    if (whole.status !== 201) return whole;
    const caseId = caseIn(passed.request.url);
    if (caseId !== undefined) this.#options.uploaded(caseId);
    const opened = valueOf(whole.body);
    if (caseId === undefined && isObject(opened)) this.cases.add(String(opened['id']));
    return whole;
  }
}

/** Sends the request to the service on a connection of its own. */
function ask({ method, url, headers, body }: Exchange['request']): Promise<Whole> {
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
