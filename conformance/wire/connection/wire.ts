import type { Agent, ClientRequest } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { type Exchange, type Header, headerIn, pairs, sizeOf } from '../exchange.ts';
import { http, https } from './node-http.ts';
import type { BarrierTicket } from './race-barrier.ts';
import { TimeLimit } from './time-limit.ts';
import type { Uplink } from './uplink.ts';

// Bytes. Responses of this service have a few kilobytes; a much larger one must not fill the memory.
export const maxResponse = 1024 * 1024;
export const connectionRefused = 'connection refused';
export const unknownHost = 'no such host';
export const notTls = 'a response that is not TLS';
export const tooLarge = 'a response larger than 1 MiB';

/** The response to a request, or why there is none. */
export interface SendResult {
  response?: NonNullable<Exchange['response']>;
  failure?: string;
  /** true when the server had closed the kept connection before the request arrived */
  staleConnection?: boolean;
}

/** How to send a request. */
export interface SendOptions {
  /** reuses connections; false opens a new one */
  agent: Agent | false;
  /** milliseconds from the last byte of the request to the end of its response */
  timeout: number;
  uplink: Uplink;
  signal: AbortSignal;
  /** send each chunk of the body separately, so many milliseconds apart */
  inPieces: number | undefined;
  /** sends the end of the request together with other racing requests */
  ticket: BarrierTicket | undefined;
  /** called when the request was sent; the connection is closed when it resolves. It never rejects. */
  until?: (() => Promise<void>) | undefined;
}

/** Sends exactly the given headers and bytes; a response that arrives before the end of the body counts. */
export const sendRequest = (sent: Exchange['request'], options: SendOptions): Promise<SendResult> =>
  new Promise((resolve) => {
    const { method, url } = sent;
    const { agent, ticket, until } = options;
    const { request } = url.startsWith('https:') ? https : http;
    const outgoing = request(url, { method, agent, headers: headersFor(sent) });
    const finish = (result: SendResult) => {
      limit.end();
      ticket?.withdraw();
      resolve(result);
    };
    // A connection that switched protocols emits no event when it ends, so this does not wait for one.
    const giveUp = (failure: string) => {
      outgoing.destroy();
      finish({ failure });
    };
    const limit = new TimeLimit(sizeOf(sent.body), options, giveUp);
    outgoing.on('finish', () => {
      limit.sent();
      void until?.().then(() => giveUp('the suite closed the connection'));
    });
    outgoing.on('error', (error) =>
      finish({ failure: describe(error), staleConnection: outgoing.reusedSocket && isReset(error) }),
    );
    if (headerIn(sent.headers, 'Upgrade') !== undefined)
      outgoing.on('upgrade', ({ statusCode, rawHeaders }, socket) => {
        socket.destroy();
        finish({ response: { status: statusCode!, headers: pairs(rawHeaders), body: Buffer.alloc(0) } });
      });
    outgoing.on('response', (response) => {
      const pieces: Buffer[] = [];
      let size = 0;
      response.on('data', (piece: Buffer) => {
        size += piece.length;
        if (size > maxResponse) giveUp(tooLarge);
        else pieces.push(piece);
      });
      response.on('error', (error) => finish({ failure: describe(error) }));
      response.on('end', () => {
        finish(resultOf(response.statusCode!, pairs(response.rawHeaders), Buffer.concat(pieces)));
        // A server that has responded does not need the rest of the body.
        if (!outgoing.writableEnded) outgoing.destroy();
      });
    });
    void write(outgoing, sent, options, limit);
  });

const decoders: Record<string, typeof gunzipSync> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** A server may compress a response without a request for it (RFC 9110 §12.5.3), so the body is decoded. */
export function resultOf(status: number, headers: Header[], bytes: Buffer): SendResult {
  const coding = headerIn(headers, 'Content-Encoding')?.toLowerCase() ?? 'identity';
  const decode = bytes.length > 0 ? decoders[coding] : undefined;
  try {
    const body = decode ? decode(bytes, { maxOutputLength: maxResponse }) : bytes;
    return { response: { status, headers, body } };
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return { failure: isLarge ? tooLarge : `a body that is not ${coding}, as its Content-Encoding says` };
  }
}

/** The headers as `node:http` expects them, repeated ones as a list; with Content-Length unless the body is chunked. */
function headersFor({ headers, body, chunked }: Exchange['request']): Record<string, string | string[]> {
  const lines = Map.groupBy(headers, ([name]) => name);
  const announced = headers.some(([name]) => name.toLowerCase() === 'content-length');
  return Object.fromEntries([
    ...[...lines].map(([name, [first, ...more]]): [string, string | string[]] => [
      name,
      more.length === 0 ? first![1] : [first!, ...more].map(([, value]) => value),
    ]),
    ...(chunked || announced || body.length === 0 ? [] : [['Content-Length', String(sizeOf(body))] as const]),
  ]);
}

async function write(
  outgoing: ClientRequest,
  { body, chunked }: Exchange['request'],
  { inPieces, ticket }: SendOptions,
  limit: TimeLimit,
): Promise<void> {
  // A short body is sent in one packet with its headers. Node joins it with them only if it is a string.
  if (!ticket && !inPieces && !chunked && sizeOf(body) <= maxPiece)
    return void outgoing.end(body.length > 0 ? Buffer.concat(body).toString('latin1') : undefined, 'latin1');
  if (ticket) await untilConnected(outgoing);
  const pieces = ticket ? splitEnd(body) : body;
  for (const [index, piece] of pieces.entries()) {
    if (inPieces && index > 0) await untilSent(outgoing, inPieces);
    if (index === pieces.length - 1) await ticket?.arrive();
    await push(outgoing, piece, limit);
  }
  if (pieces.length === 0) await ticket?.arrive();
  if (!outgoing.destroyed) outgoing.end();
}

// Bytes.
const maxPiece = 64 * 1024;

/** Writes as fast as the server reads. */
async function push(outgoing: ClientRequest, bytes: Uint8Array, limit: TimeLimit): Promise<void> {
  for (let at = 0; at < bytes.length && !outgoing.destroyed; at += maxPiece) {
    const piece = bytes.subarray(at, at + maxPiece);
    if (!outgoing.write(piece)) await untilAccepted(outgoing);
    const pause = limit.progress(piece.length);
    if (pause > 0) await wait(pause);
  }
}

const untilAccepted = (outgoing: ClientRequest) =>
  new Promise<void>((resolve) => {
    const proceed = () => {
      outgoing.off('drain', proceed).off('close', proceed);
      resolve();
    };
    outgoing.on('drain', proceed).on('close', proceed);
  });

// Bytes; more than a boundary, because a reader of a multipart body recognises its end before the last byte.
const endSize = 100;

/** The body in two chunks; a server cannot mistake the first for the whole body. */
function splitEnd(body: Uint8Array[]): Uint8Array[] {
  const bytes = Buffer.concat(body);
  return [bytes.subarray(0, -endSize), bytes.subarray(-endSize)].filter(({ length }) => length > 0);
}

const untilConnected = (outgoing: ClientRequest) =>
  new Promise<void>((connected) => {
    outgoing.once('close', connected);
    outgoing.once('socket', (socket) => {
      if (socket.connecting) socket.once('encrypted' in socket ? 'secureConnect' : 'connect', connected);
      else connected();
    });
  });

/** Resolves when the bytes are sent and a fast server had time to read them; a slow one reads two chunks together. */
const untilSent = (outgoing: ClientRequest, milliseconds: number) =>
  new Promise<void>((resolve) => {
    // Lets a server in this process read first.
    outgoing.write('', () => setTimeout(() => setImmediate(resolve), milliseconds));
  });

const isReset = (error: unknown) =>
  ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '') && !isCut(error);

// Node's message for a connection that closed within a response.
const isCut = (error: unknown) => (error as Error).message === 'aborted';

export function describe(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  if (isCut(error)) return 'connection closed before the end of the response';
  const known: Record<string, string> = {
    ECONNREFUSED: connectionRefused,
    ECONNRESET: 'connection closed without a response',
    EPIPE: 'connection closed without a response',
    EPROTO: notTls,
    ERR_SSL_WRONG_VERSION_NUMBER: notTls,
    ENOTFOUND: unknownHost,
    EAI_AGAIN: unknownHost,
    HPE_HEADER_OVERFLOW: 'headers larger than 16 KiB',
  };
  const text = known[code ?? ''];
  if (text) return text;
  return code?.startsWith('HPE_') ? `something that is not HTTP (${code})` : message || code || 'an unknown failure';
}
