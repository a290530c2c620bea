import type { Header } from '../exchange.ts';

/** The first line and the headers of an HTTP/1.1 message. */
export interface Head {
  line: string;
  headers: Header[];
}

/** How the body of a message is delimited (RFC 9112 §6.3): by nothing, its length in bytes, chunks or the connection. */
export type Framing = number | 'chunked' | 'until close';

/** Receives the messages of one direction of a connection. */
export interface MessageHandler {
  /** @returns how the body is delimited and the head to pass on; undefined when what follows cannot be read */
  head(head: Head, bytes: Buffer): { framing: Framing; bytes: Buffer } | undefined;
  body(bytes: Buffer): void;
  end(): void;
  /** the rest cannot be read */
  unreadable(): void;
  /** receives the bytes after `stop` */
  unread?(bytes: Buffer): void;
}

// Bytes.
const longestHead = 128 * 1024;
const longestLine = 16 * 1024;
const lineEnd = '\r\n';
const headEnd = '\r\n\r\n';

/** So many bytes were read, and these are passed on for them. */
type Read = [count: number, passed: Buffer];

/**
 * Reads HTTP/1.1 messages from the bytes of a connection, which pass through unchanged except for the heads that the
 * handler changes. What cannot be read is opaque: its bytes pass through too.
 */
export class MessageReader {
  readonly #handler: MessageHandler;
  #state: 'head' | 'body' | 'chunk size' | 'chunk' | 'chunk end' | 'trailers' | 'opaque' = 'head';
  /** the beginning of a head or a line, which is passed on when it is whole */
  #held: Buffer = Buffer.alloc(0);
  /** bytes of the body or the chunk that have not arrived; infinite if the body ends with the connection */
  #left = 0;

  constructor(handler: MessageHandler) {
    this.#handler = handler;
  }

  /** Reads no more messages; the bytes still pass through. */
  stop(): void {
    this.#state = 'opaque';
  }

  /** @returns the bytes to pass on */
  push(bytes: Buffer): Buffer[] {
    const all: Buffer[] = [];
    let rest = this.#held.length === 0 ? bytes : Buffer.concat([this.#takeHeld(), bytes]);
    while (rest.length > 0) {
      const read = this.#read(rest);
      if (!read) {
        this.#held = rest;
        break;
      }
      const [count, passed] = read;
      if (count > 0) all.push(passed);
      rest = rest.subarray(count);
    }
    return all;
  }

  /** The connection ended. @returns the bytes that were held back */
  close(): Buffer {
    if (this.#state === 'body' && this.#left === Infinity) this.#handler.end();
    this.#state = 'opaque';
    return this.#takeHeld();
  }

  #takeHeld(): Buffer {
    const held = this.#held;
    this.#held = Buffer.alloc(0);
    return held;
  }

  /** Returns undefined if more bytes are needed. */
  #read(bytes: Buffer): Read | undefined {
    if (this.#state === 'head') return this.#readHead(bytes);
    if (this.#state === 'body' || this.#state === 'chunk') return this.#readBody(bytes.subarray(0, this.#left));
    if (this.#state !== 'opaque') return this.#readLine(bytes);
    this.#handler.unread?.(bytes);
    return [bytes.length, bytes];
  }

  #readHead(bytes: Buffer): Read | undefined {
    // A line end between messages is legal (RFC 9112 §2.2).
    if (bytes[0] === 0x0d || bytes[0] === 0x0a) return [1, bytes.subarray(0, 1)];
    const end = bytes.indexOf(headEnd);
    if (end < 0) return mayBeHead(bytes) ? undefined : this.#giveUp();
    const head = headIn(bytes.subarray(0, end).toString('latin1'));
    const own = bytes.subarray(0, end + headEnd.length);
    const read = head && this.#handler.head(head, own);
    if (!read) return this.#giveUp();
    this.#begin(read.framing);
    return [own.length, read.bytes];
  }

  #begin(framing: Framing): void {
    if (framing === 'chunked') {
      this.#state = 'chunk size';
      return;
    }
    this.#state = 'body';
    this.#left = framing === 'until close' ? Infinity : framing;
    if (this.#left === 0) this.#end();
  }

  #end(): void {
    // The handler may stop the reader.
    this.#state = 'head';
    this.#handler.end();
  }

  #readBody(own: Buffer): Read {
    this.#handler.body(own);
    this.#left -= own.length;
    if (this.#left === 0 && this.#state === 'chunk') this.#state = 'chunk end';
    else if (this.#left === 0) this.#end();
    return [own.length, own];
  }

  #readLine(bytes: Buffer): Read | undefined {
    const end = bytes.indexOf(lineEnd);
    if (end < 0) return bytes.length <= longestLine ? undefined : this.#giveUp();
    this.#endLine(bytes.subarray(0, end).toString('latin1'));
    const own = bytes.subarray(0, end + lineEnd.length);
    return [own.length, own];
  }

  #endLine(line: string): void {
    if (this.#state === 'chunk size') {
      const size = /^([0-9a-f]{1,8})[ \t]*(;.*)?$/i.exec(line)?.[1];
      if (size === undefined) return void this.#giveUp();
      this.#left = Number.parseInt(size, 16);
      this.#state = this.#left === 0 ? 'trailers' : 'chunk';
    } else if (line === '' && this.#state === 'trailers') this.#end();
    else if (line === '') this.#state = 'chunk size';
    else if (this.#state === 'chunk end') this.#giveUp();
  }

  #giveUp(): Read {
    this.#state = 'opaque';
    this.#handler.unreadable();
    return [0, this.#held];
  }
}

const mayBeHead = (bytes: Buffer) =>
  bytes.length <= longestHead && /^[!#$%&'*+.^_`|~\w/-]*( |$)/.test(bytes.subarray(0, 40).toString('latin1'));

function headIn(text: string): Head | undefined {
  const [line, ...fields] = text.split(lineEnd) as [string, ...string[]];
  const headers = fields.map((field): Header | undefined => {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/s.exec(field) ?? [];
    return name === undefined ? undefined : [name, value!];
  });
  const isWhole = headers.every((header) => header !== undefined);
  return isWhole ? { line, headers } : undefined;
}

/** How the headers delimit a body; undefined when they contradict each other. */
export function framingOf(headers: Header[], otherwise: Framing): Framing | undefined {
  const all = (name: string) => headers.filter(([known]) => known.toLowerCase() === name).map(([, value]) => value);
  const codings = all('transfer-encoding');
  const lengths = [...new Set(all('content-length'))];
  if (codings.length > 0) return lengths.length === 0 && /^chunked$/i.test(codings.join(', ')) ? 'chunked' : undefined;
  if (lengths.length === 0) return otherwise;
  return lengths.length === 1 && /^[0-9]{1,15}$/.test(lengths[0]!) ? Number(lengths[0]) : undefined;
}

/** How the headers of a response delimit its body. */
export function responseFraming(method: string, status: number, headers: Header[]): Framing | undefined {
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return 0;
  return framingOf(headers, 'until close');
}
