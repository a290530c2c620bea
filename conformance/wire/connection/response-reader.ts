import { type Exchange, type Header, headerIn, type Interim } from '../exchange.ts';
import { show } from '../json.ts';
import { decoded, maxResponse, type SendResult, tooLarge } from './result.ts';
import { contradiction, MessageReader, responseFraming, statusIn } from './message-reader.ts';

// Switching Protocols
const switching = 101;
// Bytes.
const longestHead = 16 * 1024;
// A service sends one or two.
const mostInterim = 20;

/** Reads the response to one request from its connection: interim responses, the final one, and the bytes behind it. */
export class ResponseReader {
  readonly #interim: Interim[] = [];
  readonly #all: Buffer[] = [];
  readonly #body: Buffer[] = [];
  readonly #behind: Buffer[] = [];
  readonly #reader: MessageReader;
  readonly #listens: boolean;
  #head: { minor: number; status: number; headers: Header[]; hasEnd: boolean } | undefined;
  #failure: string | undefined;
  #size = 0;
  hasEnded = false;

  /** @param listens the response has the bytes behind it even if there are none */
  constructor(sent: Pick<Exchange['request'], 'method' | 'headers'>, listens = false) {
    this.#listens = listens;
    this.#reader = new MessageReader(
      {
        head: ({ line, headers }, bytes) => this.#readHead(sent, line, headers, bytes),
        body: (bytes) => void this.#body.push(bytes),
        end: () => this.#end(),
        unreadable: (why) => (this.#failure = `something that is not HTTP (${why})`),
        unread: (bytes) => void this.#behind.push(bytes),
      },
      { start: 'HTTP/1.', longestHead },
    );
  }

  push(bytes: Buffer): void {
    this.#size += bytes.length;
    this.#all.push(bytes);
    if (this.#size > maxResponse) this.#failure = tooLarge;
    else this.#reader.push(bytes);
  }

  /** The connection ended, so nothing follows. */
  close(): void {
    this.#reader.close();
    this.#failure ??= this.#size === 0 ? closedBefore : closedWithin;
  }

  /** Why no response can come any more. */
  get failure(): string | undefined {
    return this.hasEnded ? undefined : this.#failure;
  }

  /** Everything that has arrived. */
  get bytes(): Buffer {
    return Buffer.concat(this.#all);
  }

  /** True when nothing has arrived. */
  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** True when the connection may carry another request after this response. */
  get isKept(): boolean {
    const { minor, headers, hasEnd } = this.#head!;
    const options = headerIn(headers, 'Connection')?.toLowerCase() ?? '';
    const isPersistent = minor === 1 ? !/\bclose\b/.test(options) : /\bkeep-alive\b/.test(options);
    return isPersistent && hasEnd && this.#behind.length === 0;
  }

  /** Milliseconds after which the service may close the connection, as it says. */
  get keptFor(): number {
    const seconds = /\btimeout=([0-9]+)/i.exec(headerIn(this.#head!.headers, 'Keep-Alive') ?? '')?.[1];
    return seconds === undefined ? Infinity : Number(seconds) * 1000;
  }

  /** @param failure why there is no response, if there is none */
  result(failure = 'no response'): SendResult {
    const interim = this.#interim.length > 0 ? { interim: this.#interim } : {};
    if (!this.hasEnded) return { ...interim, failure };
    const { status, headers } = this.#head!;
    const result = decoded(status, headers, Buffer.concat(this.#body));
    if (result.response && status !== switching && (this.#listens || this.#behind.length > 0))
      result.response.behind = Buffer.concat(this.#behind);
    return { ...interim, ...result };
  }

  #readHead(sent: Pick<Exchange['request'], 'method' | 'headers'>, line: string, headers: Header[], bytes: Buffer) {
    const { minor = 0, status } = statusIn(line) ?? {};
    if (status === undefined) return `the status line ${show(line)}`;
    const isAsked = headerIn(sent.headers, 'Upgrade') !== undefined;
    if (status === switching && !isAsked) return 'a switch to another protocol, for which the request did not ask';
    const framing = responseFraming(sent.method, status, headers);
    if (framing === undefined) return contradiction;
    this.#head = { minor, status, headers, hasEnd: framing !== 'until close' && status !== switching };
    return { framing, bytes };
  }

  #end(): void {
    const { status, headers } = this.#head!;
    // What follows in another protocol is not read.
    this.hasEnded = status >= 200 || status === switching;
    if (this.hasEnded) this.#reader.stop();
    else this.#interim.push({ status, headers });
    if (this.#interim.length > mostInterim) this.#failure = `more than ${mostInterim} interim responses`;
  }
}

const closedBefore = 'connection closed without a response';
const closedWithin = 'connection closed before the end of the response';
