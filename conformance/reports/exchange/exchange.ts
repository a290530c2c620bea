import type { ReportedBody, ReportedExchange } from '../../../generated/report.ts';
import { type Exchange, type Header, sizeOf } from '../../wire/exchange.ts';

// Bytes of a body: a reader of a failure needs the whole response.
const longest = { request: 2000, response: 20_000 };

/**
 * @param redact replaces secrets
 * @param epoch when the clock of the exchange began, in milliseconds since the Unix epoch
 */
export function reportedExchange(
  { request, response, interim, failure, received, started, milliseconds, connection }: Exchange,
  redact: (text: string) => string,
  epoch: number = performance.timeOrigin,
): ReportedExchange {
  const clean = (text: string) => visible(redact(text));
  const headers = (list: Header[]) =>
    list.map(([name, value]): Header => [name, clean(`${name}: ${value}`).slice(name.length + 2)]);
  const body = (pieces: Uint8Array[], limit: number) =>
    sizeOf(pieces) > 0 && { body: reportedBody(pieces, redact, limit) };
  return {
    request: {
      method: request.method,
      url: clean(request.url),
      // A body has an announced length, unless the request says something else.
      headers: headers([...request.headers, ...(request.chunked ? [chunked] : [])]),
      ...body(request.body, longest.request),
      ...(request.inPieces &&
        request.body.length > 1 && { pieces: clean(piecesText(request.body, request.inPieces / 1000)) }),
    },
    ...(response && {
      response: {
        status: response.status,
        headers: headers(response.headers),
        ...body([response.body], longest.response),
        ...(response.behind?.length && { behind: reportedBody([response.behind], redact, longest.request) }),
      },
    }),
    ...(interim && { interim: interim.map((each) => ({ status: each.status, headers: headers(each.headers) })) }),
    ...(failure !== undefined && { failure }),
    ...(received && { received }),
    ...(started !== undefined && { at: new Date(epoch + started).toISOString() }),
    ...(connection && { connection }),
    milliseconds: Math.round(milliseconds * 10) / 10,
  };
}

function reportedBody(pieces: Uint8Array[], redact: (text: string) => string, limit: number): ReportedBody {
  const bytes = sizeOf(pieces);
  // Redacted before it is cut, because a part of a key is not recognised.
  const redacted = Buffer.from(redact(Buffer.concat(pieces, Math.min(bytes, mostRead)).toString('latin1')), 'latin1');
  const isCutAt = (most: number) => bytes > mostRead || redacted.length > most;
  const text = textIn(redacted.subarray(0, limit), isCutAt(limit));
  if (text !== undefined && !unshowable.test(text)) return { bytes, text, ...(isCutAt(limit) && { truncated: true }) };
  // Of binary data, a card shows only the lines of text around it.
  const base64 = redacted.subarray(0, mostBinary).toString('base64');
  return { bytes, base64, ...(isCutAt(mostBinary) && { truncated: true }) };
}

/** The text of UTF-8, without the half of a character at a cut; undefined for other bytes. */
function textIn(bytes: Buffer, isCut: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

const chunked: Header = ['Transfer-Encoding', 'chunked'];

/** Where the body was cut: a server that reads only a part shows at its end what it has read. */
function piecesText(pieces: Uint8Array[], seconds: number): string {
  const sizes = pieces.map(({ length }) => length).join(', ');
  const cuts = pieces.slice(1).map((piece, at) => {
    const before = escaped(pieces[at]!.subarray(-shownAtCut));
    return `between ${before} and ${escaped(piece.subarray(0, shownAtCut))}`;
  });
  const shown = cuts.length === 1 ? `, cut ${cuts[0]}` : '';
  return `sent in ${pieces.length} pieces, of ${sizes} bytes, ${seconds} s apart${shown}`;
}

// Bytes.
const shownAtCut = 12;

/** ASCII as it is, and every other byte as `\\xc3`. */
export const escaped = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[^\x20-\x7e\t]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);

// Bytes.
const mostBinary = 400;
// Bytes; no body with a key in it is longer.
const mostRead = 65_536;

// Control characters, and what XML cannot contain.
const unshowable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/;

const controls = new RegExp(`\\r|${unshowable.source}`, 'g');

/** Escapes control characters and lone surrogates: a terminal shows what a candidate sent and never executes it. */
export const visible = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
