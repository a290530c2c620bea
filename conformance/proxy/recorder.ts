import { closedByClient, type Credential, type Exchange, type Header, type Interim } from '../wire/exchange.ts';
import { decoded, maxResponse, tooLarge } from '../wire/connection/result.ts';
import type { Slot } from './watch.ts';
import {
  contradiction,
  type Framing,
  framingOf,
  type MessageHandler,
  responseFraming,
  statusIn,
} from '../wire/connection/message-reader.ts';

/** One request on a connection, and what has arrived of its response. */
interface Pending extends Slot {
  request: Exchange['request'];
  response?: { status: number; headers: Header[]; pieces: Buffer[]; size: number };
  interim: Interim[];
  requestEnded: boolean;
  /** when the last byte of the response arrived, by `performance.now()` */
  ended?: number;
}

/** What becomes of the requests of a connection. */
export interface Listener {
  begin(slot: Slot): void;
  /** the whole request has passed */
  sent?(request: Exchange['request']): void;
  end(slot: Slot, exchange: Exchange): void;
  /** the connection carries something else than HTTP/1.1 from here on */
  opaque(): void;
}

// Bytes. What is longer is passed through and not kept: no request of the contract is, and no response.
const longestRequest = 12 * 1024 * 1024;

export interface RecorderOptions {
  target: URL;
  listener: Listener;
  /** the key that a request carries */
  credentialOf: (headers: Header[]) => Credential | undefined;
}

/** Pairs the requests of one connection with their responses. */
export class Recorder {
  readonly #options: RecorderOptions;
  /** requests without a whole response, in their order */
  readonly #open: Pending[] = [];
  #count = 0;
  #isHalfClosed = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Reads the requests; the `Host` header is changed to that of the target. */
  get requests(): MessageHandler {
    let current: Pending;
    let size = 0;
    return {
      head: ({ line, headers }, bytes) => {
        const [, method, path] = /^([!#$%&'*+.^_`|~\w-]+) (\S+) HTTP\/1\.[01]$/.exec(line) ?? [];
        const framing = framingOf(headers, 0);
        if (method === undefined || method === 'CONNECT' || framing === undefined) return 'no request of HTTP/1.1';
        size = 0;
        current = this.#begin(method, path!, headers, framing);
        return { framing, bytes: withHost(bytes, this.#options.target.host) };
      },
      body: (bytes) => {
        size += bytes.length;
        if (size > longestRequest) {
          current.request.body.length = 0;
          current.request.incomplete = true;
        } else current.request.body.push(bytes);
      },
      end: () => {
        current.requestEnded = true;
        this.#options.listener.sent?.(current.request);
        this.#settle(current);
      },
      unreadable: () => this.#unreadable(),
    };
  }

  /** Reads the responses. */
  get responses(): MessageHandler {
    let current: Pending | undefined;
    return {
      head: ({ line, headers }, bytes) => {
        const { status } = statusIn(line) ?? {};
        if (status === undefined || status === 101) return 'no response of HTTP/1.1';
        current = undefined;
        const awaited = this.#open.find(({ response }) => !response);
        if (status < 200) {
          awaited?.interim.push({ status, headers });
          return { framing: 0, bytes };
        }
        current = awaited;
        if (!current) return 'a response without a request';
        const framing = responseFraming(current.request.method, status, headers);
        if (framing === undefined) return contradiction;
        current.response = { status, headers, pieces: [], size: 0 };
        return { framing, bytes };
      },
      body: (bytes) => {
        const { response } = current!;
        response!.size += bytes.length;
        if (response!.size <= maxResponse) response!.pieces.push(bytes);
      },
      end: () => {
        if (!current) return;
        current.ended = performance.now();
        this.#settle(current);
      },
      unreadable: () => this.#unreadable(),
    };
  }

  /** The client sends no more; a service may take this for the end of the connection. */
  halfClose(): void {
    this.#isHalfClosed = true;
  }

  /** The connection is closed: ends what is still open. */
  close(closedBy: 'client' | 'target' | 'proxy', problem?: string): void {
    for (const pending of this.#open.splice(0)) {
      if (!pending.requestEnded) pending.request.incomplete = true;
      this.#end(pending, pending.ended === undefined ? this.#failureOf(pending, closedBy, problem) : undefined);
    }
  }

  /** @param failure why there is no whole response */
  #end(pending: Pending, failure: string | undefined): void {
    const { request, started, ended = performance.now(), response, interim } = pending;
    const result =
      failure === undefined && response
        ? decoded(response.status, response.headers, Buffer.concat(response.pieces))
        : { failure: failure ?? 'no response' };
    const before = interim.length > 0 ? { interim } : {};
    this.#options.listener.end(pending, { request, started, milliseconds: ended - started, ...before, ...result });
  }

  #failureOf(pending: Pending, closedBy: string, problem: string | undefined): string {
    if (problem !== undefined) return problem;
    const first = closedBy === 'target' && this.#isHalfClosed ? 'client' : closedBy;
    if (first !== 'target') return first === 'client' ? closedByClient : 'the proxy closed the connection';
    if (pending.response) return 'connection closed before the end of the response';
    // A server may close a kept connection at any time, and what is sent at that moment is lost.
    return this.#count === 1
      ? 'connection closed without a response'
      : 'the kept connection was closed, so that the request may not have arrived';
  }

  #begin(method: string, path: string, headers: Header[], framing: Framing): Pending {
    const url = this.#options.target.origin + path.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/');
    const chunked = framing === 'chunked';
    const credential = this.#options.credentialOf(headers);
    const request = { method, url, headers: withoutTransport(headers), body: [], credential, chunked };
    const pending: Pending = { request, started: performance.now(), requestEnded: false, interim: [] };
    this.#count += 1;
    this.#open.push(pending);
    this.#options.listener.begin(pending);
    return pending;
  }

  #settle(pending: Pending): void {
    if (!pending.requestEnded || pending.ended === undefined) return;
    this.#open.splice(this.#open.indexOf(pending), 1);
    this.#end(pending, pending.response!.size > maxResponse ? tooLarge : undefined);
  }

  #unreadable(): void {
    this.#options.listener.opaque();
    this.close('proxy', 'the connection carries something that is not read');
  }
}

/** The headers without those that delimit the body, which an exchange of a run does not list either. */
const withoutTransport = (headers: Header[]) =>
  headers.filter(([name]) => !/^(host|connection|keep-alive|transfer-encoding)$/i.test(name));

const withHost = (head: Buffer, host: string) =>
  Buffer.from(
    head.toString('latin1').replace(/^(host:[ \t]*)[^\r\n]*/im, (_, name: string) => name + host),
    'latin1',
  );
