import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { type Exchange, pairs } from './exchange.ts';
import { http, https } from './node-http.ts';
import type { BarrierTicket } from './race-barrier.ts';

// An answer of this service is a few kilobytes; more is no answer to keep in memory.
const largestResponse = 1024 * 1024;
export const connectionRefused = 'connection refused';
export const unknownHost = 'no such host';
const tooLarge = 'an answer larger than 1 MiB';

/** Why a check that was not yet done says nothing. */
export const deadlineReached = 'the deadline of the run came first; raise --deadline';

/** What came of a request. */
export interface SendResult {
  response?: NonNullable<Exchange['response']>;
  failure?: string;
  staleConnection?: boolean;
}

/** How a request goes. */
export interface SendOptions {
  /** keeps connections; without one the request has a connection of its own */
  agent: Agent | false;
  /** milliseconds until it is given up */
  timeout: number;
  signal: AbortSignal;
  /** let each piece of the body arrive by itself */
  inPieces: boolean | undefined;
  /** lets go of its end together with others */
  ticket: BarrierTicket | undefined;
}

/** Exactly the given headers and bytes, with back-pressure; an answer that comes before the end of the body counts. */
export const sendRequest = (sent: Exchange['request'], way: SendOptions): Promise<SendResult> =>
  new Promise((resolve) => {
    const { method, url } = sent;
    const { agent, timeout, signal, ticket: place } = way;
    const { request } = url.startsWith('https:') ? https : http;
    const outgoing = request(url, { method, agent, headers: linesOf(sent) });
    const finish = (carried: SendResult) => {
      clearTimeout(timer);
      place?.leave();
      signal.removeEventListener('abort', abort);
      resolve(carried);
    };
    // A connection that switched protocols tells nobody of its end, so it is not waited for.
    const giveUp = (error: Error) => {
      outgoing.destroy();
      finish({ failure: describe(error, timeout) });
    };
    const abort = () => giveUp(new Error(deadlineReached));
    const timer = setTimeout(() => giveUp(Object.assign(new Error(), { code: 'ETIMEDOUT' })), timeout);
    signal.addEventListener('abort', abort, { once: true });
    outgoing.on('error', (error) =>
      finish({ failure: describe(error, timeout), staleConnection: outgoing.reusedSocket && isReset(error) }),
    );
    outgoing.on('response', (response) => {
      const pieces: Buffer[] = [];
      let size = 0;
      response.on('data', (piece: Buffer) => {
        size += piece.length;
        if (size > largestResponse) giveUp(Object.assign(new Error(), { code: 'ETOOLARGE' }));
        else pieces.push(piece);
      });
      response.on('error', (error) => finish({ failure: describe(error, timeout) }));
      response.on('end', () => {
        finish(receive(response, Buffer.concat(pieces)));
        // The rest of the body is of no interest to a server that has answered.
        if (!outgoing.writableEnded) outgoing.destroy();
      });
    });
    void write(outgoing, sent, way);
  });

const decoders: Record<string, typeof gunzipSync> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** A server may compress an answer unasked (RFC 9110 §12.5.3): the body is what it stands for. */
function receive({ statusCode, headers, rawHeaders }: IncomingMessage, bytes: Buffer): SendResult {
  const coding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  const decode = bytes.length > 0 ? decoders[coding] : undefined;
  try {
    const body = decode ? decode(bytes, { maxOutputLength: largestResponse }) : bytes;
    return { response: { status: statusCode!, headers: pairs(rawHeaders), body } };
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return { failure: isLarge ? tooLarge : `a body that is not ${coding}, as its Content-Encoding says` };
  }
}

/** As `node:http` takes headers of which one may stand there more than once, with the length unless it is not told. */
function linesOf({ headers, body, chunked }: Exchange['request']): Record<string, string | string[]> {
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
  { inPieces, ticket: place }: SendOptions,
): Promise<void> {
  // What is short leaves at once, in one packet with its header.
  if (!place && !inPieces && !chunked && sizeOf(body) <= most)
    return void outgoing.end(body.length > 0 ? Buffer.concat(body) : undefined);
  if (place) await untilConnected(outgoing);
  const pieces = place ? endSeparately(body) : body;
  for (const [index, piece] of pieces.entries()) {
    if (inPieces && index > 0) await untilTaken(outgoing);
    if (index === pieces.length - 1) await place?.ready();
    await push(outgoing, piece);
  }
  if (pieces.length === 0) await place?.ready();
  if (!outgoing.destroyed) outgoing.end();
}

// Bytes.
const most = 64 * 1024;

/** Writes as much at a time as the other side takes. */
async function push(outgoing: ClientRequest, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length && !outgoing.destroyed; at += most) {
    if (outgoing.write(bytes.subarray(at, at + most))) continue;
    await new Promise<void>((resolve) => {
      const goOn = () => {
        outgoing.off('drain', goOn).off('close', goOn);
        resolve();
      };
      outgoing.on('drain', goOn).on('close', goOn);
    });
  }
}

// More than a boundary: who reads a multipart body knows its end before the last byte.
const heldBack = 100;

/** A body in two pieces, without the second of which it cannot be taken for whole. */
function endSeparately(body: Uint8Array[]): Uint8Array[] {
  const bytes = Buffer.concat(body);
  return [bytes.subarray(0, -heldBack), bytes.subarray(-heldBack)].filter(({ length }) => length > 0);
}

const untilConnected = (outgoing: ClientRequest) =>
  new Promise<void>((connected) => {
    outgoing.once('close', connected);
    outgoing.once('socket', (socket) => {
      if (socket.connecting) socket.once('encrypted' in socket ? 'secureConnect' : 'connect', connected);
      else connected();
    });
  });

/** What was written has left, and a server has had the time to read it. A slower one reads more at once. */
const untilTaken = (outgoing: ClientRequest) =>
  new Promise<void>((resolve) => {
    // A server in this process reads before what is immediate.
    outgoing.write('', () => setTimeout(() => setImmediate(resolve), 20));
  });

function sizeOf(body: Uint8Array[]): number {
  return body.reduce((sum, bytes) => sum + bytes.length, 0);
}

const isReset = (error: unknown) =>
  ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '') && !isCut(error);

// Node's word for an answer that had begun.
const isCut = (error: unknown) => (error as Error).message === 'aborted';

function describe(error: unknown, timeout: number): string {
  const { message, code } = error as NodeJS.ErrnoException;
  if (isCut(error)) return 'connection closed before the end of the answer';
  if (code === 'ETIMEDOUT') return `no answer within ${timeout / 1000} s`;
  const known: Record<string, string> = {
    ECONNREFUSED: connectionRefused,
    ECONNRESET: 'connection closed without an answer',
    EPIPE: 'connection closed without an answer',
    ENOTFOUND: unknownHost,
    EAI_AGAIN: unknownHost,
    ETOOLARGE: tooLarge,
    HPE_HEADER_OVERFLOW: 'headers larger than 16 KiB',
  };
  const text = known[code ?? ''];
  if (text) return text;
  return code?.startsWith('HPE_') ? `something that is not HTTP (${code})` : message || code || 'an unknown failure';
}
