import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Socket } from 'node:net';
import { type Exchange, headerIn, sizeOf } from '../exchange.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import type { BarrierTicket } from './race-barrier.ts';
import { partsOf } from './request-writer.ts';
import { ResponseReader } from './response-reader.ts';
import { describe, type SendResult } from './result.ts';
import { TimeLimit } from './time-limit.ts';
import type { Uplink } from './uplink.ts';

/** How to send a request. */
export interface SendOptions {
  connections: Connections;
  /** only requests with the same name have the connection */
  name?: string | undefined;
  /** open a connection that carries no other request */
  isNew: boolean;
  /** wait for bytes after the response */
  listens?: boolean | undefined;
  /** milliseconds from the last byte of the request to the end of its response */
  timeout: number;
  uplink: Uplink;
  signal: AbortSignal;
  /** send each piece of the body separately, so many milliseconds apart */
  inPieces?: number | undefined;
  /** sends the end of the request together with other racing requests */
  ticket?: BarrierTicket | undefined;
  /** called when the request was sent; the connection is closed when it resolves. It never rejects. */
  until?: (() => Promise<void>) | undefined;
  /** close the connection right behind the request, and read no response */
  leaves?: boolean | undefined;
}

// Milliseconds without a byte after a response; and those for a service to close a connection, as it was asked.
const silence = 100;
const closing = 3000;

/** Sends exactly the given headers and bytes; a response that arrives before the end of the body counts. */
export const sendRequest = (sent: Exchange['request'], options: SendOptions): Promise<SendResult> =>
  new Promise((resolve) => {
    const { connections, name, isNew, listens, inPieces, ticket, until, leaves } = options;
    const manner = { isLast: isNew && !listens, inPieces: inPieces !== undefined, isRacing: ticket !== undefined };
    const parts = partsOf(sent, manner);
    const connection = isNew ? connections.open() : connections.take(name);
    connection.uses += 1;
    const reader = new ResponseReader(sent, listens);
    let [isSent, hasEnded] = [false, false];
    const asksToClose = listens === true && headerIn(sent.headers, 'Connection')?.toLowerCase() === 'close';
    let isSilent: NodeJS.Timeout | undefined;
    const finish = (failure?: string, isLost = false, isLeftOpen = false) => {
      if (hasEnded) return;
      hasEnded = true;
      limit.end();
      clearTimeout(isSilent);
      ticket?.withdraw();
      const result = reader.result(failure);
      const { response } = result;
      if (response && isLeftOpen) response.isLeftOpen = true;
      const leftover = leftoverIn(reader, connection, result);
      if (isLost) connections.areLost = true;
      if (response?.behind?.length) connections.haveBytes = true;
      if (response && isSent && !isNew && reader.isKept) {
        const hasBody = sizeOf(sent.body) > 0;
        if (hasBody || !connection.hadBody) connection.before = response;
        connection.hadBody ||= hasBody;
        connections.keep(connection, { name, response, keptFor: reader.keptFor });
      } else connection.close();
      const { port, uses: request } = connection;
      const place = port === undefined ? {} : { connection: { port, request } };
      resolve({ ...result, ...place, staleConnection: isLost, ...(leftover && { leftover }) });
    };
    const limit = new TimeLimit(sizeOf(sent.body), options, finish);
    connection.listener = {
      data: (bytes) => {
        if (leaves) return undefined;
        reader.push(bytes);
        if (reader.failure !== undefined) return finish(reader.failure);
        if (!reader.hasEnded) return undefined;
        if (!listens) return finish();
        limit.end();
        isSilent ??= asksToClose
          ? setTimeout(() => finish(undefined, false, true), closing)
          : setTimeout(() => finish(), silence);
      },
      closed: (error) => {
        reader.close();
        const isLost = connection.uses > 1 && reader.isEmpty && isReset(error);
        finish(isReset(error) ? reader.failure : describe(error), isLost);
      },
    };
    void write(connection, parts, options, limit).then(() => {
      isSent = true;
      limit.sent();
      const closed = () => finish('the suite closed the connection');
      if (leaves) closed();
      void until?.().then(closed);
    });
  });

// The statuses that a server gives to the rest of a body, which it takes for a request; then it closes the connection.
const ofNoRequest = [400, 405, 414, 431, 501, 505];

/** What arrived, if it may belong to the exchange before on the connection. */
function leftoverIn(
  reader: ResponseReader,
  { before, hadBody }: Connection,
  { response }: SendResult,
): SendResult['leftover'] {
  if (!before || reader.isEmpty) return undefined;
  const isOfNoRequest = response && hadBody && !reader.isKept && ofNoRequest.includes(response.status);
  const isMixed = response?.behind?.length || reader.failure !== undefined;
  return isOfNoRequest || isMixed ? { before, bytes: reader.bytes } : undefined;
}

const isReset = (error: NodeJS.ErrnoException | undefined) =>
  error === undefined || ['ECONNRESET', 'EPIPE'].includes(error.code ?? '');

/** Writes the parts as fast as the candidate reads. */
async function write(
  connection: Connection,
  parts: Uint8Array[][],
  { inPieces = 0, ticket, leaves = false }: SendOptions,
  limit: TimeLimit,
): Promise<void> {
  if (ticket) await connection.connected;
  for (const [index, part] of parts.entries()) {
    if (index > 0 && inPieces > 0) await untilRead(inPieces);
    if (index === parts.length - 1) await ticket?.arrive();
    const packets = packetsOf(part);
    for (const [at, packet] of packets.entries()) {
      const isLast = index === parts.length - 1 && at === packets.length - 1;
      await written(connection.socket, packet, leaves && isLast);
      const pause = limit.progress(packet.length);
      if (pause > 0) await wait(pause);
    }
  }
}

// Bytes.
const longestPacket = 256 * 1024;

/** A short part as one packet. */
function packetsOf(part: Uint8Array[]): Uint8Array[] {
  if (sizeOf(part) <= longestPacket) return part.length === 1 ? part : [Buffer.concat(part)];
  return part.flatMap((bytes) =>
    Array.from({ length: Math.ceil(bytes.length / longestPacket) }, (_, at) =>
      bytes.subarray(at * longestPacket, (at + 1) * longestPacket),
    ),
  );
}

/** Resolves when the connection has accepted the bytes, or never will. @param ends with its end behind them */
const written = (socket: Socket, bytes: Uint8Array, ends: boolean) =>
  new Promise<void>((resolve) => {
    if (!socket.writable) resolve();
    else if (ends) socket.end(bytes, () => resolve());
    else socket.write(bytes, () => resolve());
  });

/** A fast candidate had time to read what was sent; a slow one reads two pieces together. */
async function untilRead(milliseconds: number): Promise<void> {
  await wait(milliseconds);
  // Lets a server in this process read first.
  await setImmediate();
}
