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

/**
 * Reads HTTP/1.1 messages from the bytes of a connection, which pass through unchanged except for the heads that the
 * handler changes. What cannot be read is opaque: its bytes pass through too.
 */
export class MessageReader {
  readonly #handler: MessageHandler;
  #state: 'head' | 'body' | 'chunk size' | 'chunk' | 'chunk end' | 'trailers' | 'until close' | 'opaque' = 'head';
  /** the beginning of a head, which is passed on when it is whole */
  #held: Buffer = Buffer.alloc(0);
  /** the beginning of a line, which was passed on */
  #line = Buffer.alloc(0);
  /** bytes of the body or the chunk that have not arrived */
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
    const passed: Buffer[] = [];
    for (let rest = bytes; rest.length > 0;) {
      if (this.#state === 'head') rest = this.#readHead(rest, passed);
      else if (this.#state === 'opaque') rest = this.#passAll(rest, passed);
      else if (this.#state === 'until close') rest = this.#readBody(rest, rest.length, passed);
      else if (this.#state === 'body' || this.#state === 'chunk') rest = this.#readBody(rest, this.#left, passed);
      else rest = this.#readLine(rest, passed);
    }
    return passed;
  }

  /** The connection ended. @returns the bytes that were held back */
  close(): Buffer {
    if (this.#state === 'until close') this.#handler.end();
    this.#state = 'opaque';
    return this.#takeHeld();
  }

  #takeHeld(): Buffer {
    const held = this.#held;
    this.#held = Buffer.alloc(0);
    return held;
  }

  #passAll(bytes: Buffer, passed: Buffer[]): Buffer {
    if (this.#held.length > 0) passed.push(this.#takeHeld());
    this.#handler.unread?.(bytes);
    return this.#pass(bytes, bytes.length, passed);
  }

  #pass(bytes: Buffer, count: number, passed: Buffer[]): Buffer {
    passed.push(bytes.subarray(0, count));
    return bytes.subarray(count);
  }

  #readHead(bytes: Buffer, passed: Buffer[]): Buffer {
    // A line end between messages is legal (RFC 9112 §2.2).
    if (this.#held.length === 0 && (bytes[0] === 0x0d || bytes[0] === 0x0a)) return this.#pass(bytes, 1, passed);
    const all = this.#held.length === 0 ? bytes : Buffer.concat([this.#takeHeld(), bytes]);
    const end = all.indexOf(headEnd);
    if (end < 0 && mayBeHead(all)) {
      this.#held = all;
      return Buffer.alloc(0);
    }
    const head = end < 0 ? undefined : headIn(all.subarray(0, end).toString('latin1'));
    const own = all.subarray(0, end + headEnd.length);
    const read = head && this.#handler.head(head, own);
    if (!read) {
      this.#giveUp();
      return all;
    }
    passed.push(read.bytes);
    this.#begin(read.framing);
    return all.subarray(own.length);
  }

  #begin(framing: Framing): void {
    if (framing === 'until close') this.#state = 'until close';
    else if (framing === 'chunked') this.#state = 'chunk size';
    else {
      this.#left = framing;
      this.#state = 'body';
      if (framing === 0) this.#end();
    }
  }

  #end(): void {
    // The handler may stop the reader.
    this.#state = 'head';
    this.#handler.end();
  }

  #readBody(bytes: Buffer, count: number, passed: Buffer[]): Buffer {
    const own = bytes.subarray(0, count);
    this.#handler.body(own);
    if (this.#state !== 'until close') {
      this.#left -= own.length;
      if (this.#left === 0 && this.#state === 'chunk') this.#state = 'chunk end';
      else if (this.#left === 0) this.#end();
    }
    return this.#pass(bytes, own.length, passed);
  }

  #readLine(bytes: Buffer, passed: Buffer[]): Buffer {
    const before = this.#line.length;
    const all = before === 0 ? bytes : Buffer.concat([this.#line, bytes]);
    const end = all.indexOf(lineEnd, Math.max(0, before - 1));
    if (end < 0) {
      this.#line = Buffer.from(all);
      if (all.length > longestLine) this.#giveUp();
      return this.#pass(bytes, bytes.length, passed);
    }
    this.#line = Buffer.alloc(0);
    this.#endLine(all.subarray(0, end).toString('latin1'));
    return this.#pass(bytes, end + lineEnd.length - before, passed);
  }

  #giveUp(): void {
    this.#state = 'opaque';
    this.#handler.unreadable();
  }

  #endLine(line: string): void {
    if (this.#state === 'trailers') {
      if (line === '') this.#end();
      return;
    }
    if (this.#state === 'chunk end') {
      if (line !== '') return this.#giveUp();
      this.#state = 'chunk size';
      return;
    }
    const size = /^([0-9a-f]{1,8})[ \t]*(;.*)?$/i.exec(line)?.[1];
    this.#left = Number.parseInt(size ?? '', 16);
    if (size === undefined) this.#giveUp();
    else this.#state = this.#left === 0 ? 'trailers' : 'chunk';
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
