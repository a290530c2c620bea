import type { Header } from '../exchange.ts';
import { show } from '../json.ts';

/** The first line and the headers of an HTTP/1.1 message. */
export interface Head {
  line: string;
  headers: Header[];
}

/** How the body of a message is delimited (RFC 9112 §6.3): by nothing, its length in bytes, chunks or the connection. */
export type Framing = number | 'chunked' | 'until close';

/** Receives the messages of one direction of a connection. */
export interface MessageHandler {
  /** @returns how the body is delimited and the head to pass on; or why what follows cannot be read */
  head(head: Head, bytes: Buffer): { framing: Framing; bytes: Buffer } | string;
  body(bytes: Buffer): void;
  end(): void;
  /** the rest cannot be read, because of this */
  unreadable(why: string): void;
  /** receives the bytes after `stop` */
  unread?(bytes: Buffer): void;
}

/** What a reader expects. */
interface Expected {
  /** what every message begins with */
  start?: string;
  /** the largest size of a first line with its headers, in bytes */
  longestHead?: number;
}

// Bytes.
const longestLine = 16 * 1024;
const lineEnd = '\r\n';
const headEnd = '\r\n\r\n';
const [cr, lf] = [0x0d, 0x0a];

/** So many bytes were read, and these are passed on for them. */
type Read = [count: number, passed: Buffer];

/**
 * Reads HTTP/1.1 messages from the bytes of a connection, which pass through unchanged except for the heads that the
 * handler changes. What cannot be read is opaque: its bytes pass through too.
 */
export class MessageReader {
  readonly #handler: MessageHandler;
  readonly #start: string;
  readonly #longestHead: number;
  #state: 'head' | 'body' | 'chunk size' | 'chunk' | 'chunk end' | 'trailers' | 'opaque' = 'head';
  /** the beginning of a head or a line, which is passed on when it is whole */
  #held: Buffer = Buffer.alloc(0);
  /** bytes of the body or the chunk that have not arrived; infinite if the body ends with the connection */
  #left = 0;

  constructor(handler: MessageHandler, { start = '', longestHead = 128 * 1024 }: Expected = {}) {
    this.#handler = handler;
    this.#start = start;
    this.#longestHead = longestHead;
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
    // Line ends between messages are legal (RFC 9112 §2.2).
    const begin = bytes.findIndex((byte) => byte !== cr && byte !== lf);
    if (begin !== 0) return begin < 0 ? [bytes.length, bytes] : [begin, bytes.subarray(0, begin)];
    const end = bytes.indexOf(headEnd);
    const length = end < 0 ? bytes.length : end + headEnd.length;
    if (length > this.#longestHead) return this.#giveUp(`headers larger than ${this.#longestHead / 1024} KiB`);
    if (end < 0) {
      const why = this.#problemOfBeginning(bytes);
      return why === undefined ? undefined : this.#giveUp(why);
    }
    const head = headIn(bytes.toString('latin1', 0, end));
    if (typeof head === 'string') return this.#giveUp(head);
    const own = bytes.subarray(0, length);
    const read = this.#handler.head(head, own);
    if (typeof read === 'string') return this.#giveUp(read);
    this.#begin(read.framing);
    return [own.length, read.bytes];
  }

  /** What is wrong with the beginning of a head. */
  #problemOfBeginning(bytes: Buffer): string | undefined {
    const text = bytes.toString('latin1', 0, 40);
    const isExpected = this.#start.startsWith(text.slice(0, this.#start.length));
    if (!isExpected || !/^[!#$%&'*+.^_`|~\w/-]*( |$)/.test(text)) return `it begins with ${show(text)}`;
    return hasBareLineFeed(bytes) ? 'a line end without a carriage return' : undefined;
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
    const line = bytes.toString('latin1', 0, end < 0 ? longestLine : end);
    const why = line.length >= longestLine ? 'a line without end' : this.#problemOfLine(line, end >= 0);
    if (why !== undefined) return this.#giveUp(why);
    if (end < 0) return undefined;
    this.#endLine(line);
    const own = bytes.subarray(0, end + lineEnd.length);
    return [own.length, own];
  }

  /** What is wrong with a line, or with its beginning. */
  #problemOfLine(line: string, isWhole: boolean): string | undefined {
    if (this.#state === 'chunk end') return /^\r?$/.test(line) ? undefined : 'a chunk that is longer than its size';
    if (this.#state === 'chunk size')
      return (isWhole ? wholeSize : beginningOfSize).test(line) ? undefined : 'a chunk without a size';
    return isWhole && line !== '' && !fieldIn(line) ? 'a trailer that is no header' : undefined;
  }

  #endLine(line: string): void {
    if (this.#state === 'chunk size') {
      this.#left = Number.parseInt(line, 16);
      this.#state = this.#left === 0 ? 'trailers' : 'chunk';
    } else if (this.#state === 'chunk end') this.#state = 'chunk size';
    else if (line === '') this.#end();
  }

  #giveUp(why: string): Read {
    this.#state = 'opaque';
    this.#handler.unreadable(why);
    return [0, this.#held];
  }
}

// A size in hexadecimal digits, and extensions, which have no effect.
const wholeSize = /^[0-9a-f]{1,8}[ \t]*(;[^\r\n\0]*)?$/i;
const beginningOfSize = /^([0-9a-f]{1,8}[ \t]*(;[^\r\n\0]*)?)?\r?$/i;

/** True when a line ends without a carriage return: a recipient need not accept it (RFC 9112 §2.2), and some do not. */
function hasBareLineFeed(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(lf); at >= 0; at = bytes.indexOf(lf, at + 1)) if (bytes[at - 1] !== cr) return true;
  return false;
}

const token = /^[!#$%&'*+.^_`|~\w-]+$/;
const controls = /[^\t\x20-\x7e\x80-\xff]/;

/** A header in a line; undefined when it is none. A value has no control characters but the tab (RFC 9110 §5.5). */
function fieldIn(line: string): Header | undefined {
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(colon, 0));
  if (!token.test(name) || controls.test(line)) return undefined;
  let [from, to] = [colon + 1, line.length];
  while (from < to && isBlank(line[from])) from += 1;
  while (to > from && isBlank(line[to - 1])) to -= 1;
  return [name, line.slice(from, to)];
}

const isBlank = (character: string | undefined) => character === ' ' || character === '\t';

/** The first line and the headers; what is wrong with them. */
function headIn(text: string): Head | string {
  const [line, ...fields] = text.split(lineEnd) as [string, ...string[]];
  const headers: Header[] = [];
  for (const field of fields) {
    const header = fieldIn(field);
    if (!header) return `the line ${show(field)} among the headers`;
    headers.push(header);
  }
  return { line, headers };
}

const statusLine = /^HTTP\/1\.([01]) ([0-9]{3})(?: [\t\x20-\x7e\x80-\xff]*)?$/;

/** The minor version and the status in the first line of a response; undefined when it is none. */
export function statusIn(line: string): { minor: number; status: number } | undefined {
  const [, minor, status] = statusLine.exec(line) ?? [];
  return status === undefined ? undefined : { minor: Number(minor), status: Number(status) };
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

/** What is wrong with headers that do not say where a body ends. */
export const contradiction = 'headers that do not say where the body ends';

/** How the headers of a response delimit its body. */
export function responseFraming(method: string, status: number, headers: Header[]): Framing | undefined {
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return 0;
  return framingOf(headers, 'until close');
}
