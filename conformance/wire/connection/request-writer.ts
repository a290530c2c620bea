import { type Exchange, type Header, sizeOf } from '../exchange.ts';

type Request = Exchange['request'];

// Bytes; more than a boundary, because a reader of a multipart body recognises its end before the last byte.
const endSize = 100;

// RFC 9110 §5.1 and §5.5. Anything else could end the header, and begin another one.
const token = /^[!#$%&'*+.^_`|~\w-]+$/;
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;
// These have no content by default, so that a length of 0 says nothing (RFC 9110 §8.6).
const withoutContent = /^(GET|HEAD|DELETE|OPTIONS|TRACE|CONNECT)$/;

/** How a request is sent. */
export interface Manner {
  /** the connection carries no other request */
  isLast: boolean;
  /** the pieces of the body are sent one by one */
  inPieces: boolean;
  /** the end is sent separately */
  isRacing: boolean;
}

/** The bytes of a request, in the parts that are sent one after the other. */
export function partsOf(sent: Request, { isLast, inPieces, isRacing }: Manner): Uint8Array[][] {
  const head = Buffer.from(headOf(sent, isLast), 'latin1');
  const pieces = isRacing ? splitEnd(sent.body) : sent.body.filter(({ length }) => length > 0);
  const [first = [], ...more] = sent.chunked ? inChunks(pieces) : pieces.map((piece) => [piece]);
  return inPieces || isRacing ? [[head, ...first], ...more] : [[head, ...first, ...more.flat()]];
}

/** The line of the request and its headers; throws when one of them would be read as something else. */
export function headOf({ method, url, headers, body, chunked }: Request, isLast: boolean): string {
  const { host, pathname, search } = new URL(url);
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const has = (name: string) => names.has(name);
  const length = chunked || has('content-length') || (body.length === 0 && withoutContent.test(method));
  const all: Header[] = [
    ...(has('host') ? [] : [['Host', host] as Header]),
    ...headers,
    ...(length ? [] : [['Content-Length', String(sizeOf(body))] as Header]),
    ...(chunked ? [['Transfer-Encoding', 'chunked'] as Header] : []),
    ...(isLast && !has('connection') ? [['Connection', 'close'] as Header] : []),
  ];
  if (!token.test(method)) throw new Error(`The method ${JSON.stringify(method)} cannot be sent.`);
  for (const [name, value] of all)
    if (!token.test(name) || !fieldValue.test(value))
      // The value may be a secret.
      throw new Error(
        `The header ${JSON.stringify(name)} cannot be sent: its name or value has a character that no header has.`,
      );
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `${method} ${pathname}${search} HTTP/1.1\r\n${lines}\r\n`;
}

/** The body in two pieces; a server cannot mistake the first for the whole body. A short one is cut in its middle. */
function splitEnd(body: Uint8Array[]): Uint8Array[] {
  const bytes = Buffer.concat(body);
  const end = Math.max(bytes.length - endSize, Math.floor(bytes.length / 2));
  return [bytes.subarray(0, end), bytes.subarray(end)].filter(({ length }) => length > 0);
}

/** A chunk of each piece; the last one with the end of the body. */
const inChunks = (pieces: Uint8Array[]): Uint8Array[][] =>
  pieces.map((piece, at) => [
    Buffer.from(`${piece.length.toString(16)}\r\n`),
    piece,
    Buffer.from(at === pieces.length - 1 ? '\r\n0\r\n\r\n' : '\r\n'),
  ]);
