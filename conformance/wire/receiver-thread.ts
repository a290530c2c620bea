// The thread of `Receiver`: notes when each request arrives, however busy the thread of the suite is, and responds as that
// one says. A server accepts one connection in each turn of its event loop, and the turns of a busy suite are long.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** Where the thread listens, which requests it responds to by itself, and the clock of the suite. */
export interface ThreadOptions {
  host: string;
  port: number;
  /** a header that the suite sends to find out whether its own address reaches it */
  probe: { name: string; value: string };
  /** what `process.hrtime`, which is the same in all threads, was in milliseconds when `performance.now` of the suite was 0 */
  zero: number;
}

/** A request that arrived. */
export interface Arrival {
  id: number;
  method: string;
  url: string;
  rawHeaders: string[];
  body: Uint8Array;
  /** when its headers arrived, by the clock of the suite */
  at: number;
  /** the same in milliseconds since the Unix epoch */
  arrivedAt: number;
}

export type FromThread =
  | { is: 'listening'; at: string }
  | { is: 'not listening'; code: string | undefined; message: string }
  | { is: 'request'; arrival: Arrival }
  /** the connection of a request was closed, after its response or without one */
  | { is: 'closed'; id: number; at: number };

export interface ToThread {
  id: number;
  /** `end` ends the body of a response that is open */
  reply: 'close' | 'end' | { status: number; headers?: Record<string, string>; isOpen: boolean };
}

const maxBody = 1024 * 1024;

const post = (message: FromThread) => parentPort!.postMessage(message);

function serve({ host, port, probe, zero }: ThreadOptions): void {
  const now = () => Number(process.hrtime.bigint()) / 1e6 - zero;
  // Closing an idle connection could lose an event, and the candidate would seem to have sent none.
  const server = http.createServer({ keepAliveTimeout: 0 });
  const waiting = new Map<number, http.ServerResponse>();
  let requests = 0;
  server.on('request', (request, response) => {
    if (request.headers[probe.name] === probe.value)
      return void response.writeHead(204, { [probe.name]: probe.value }).end();
    const [at, arrivedAt] = [now(), Date.now()];
    const pieces: Buffer[] = [];
    let size = 0;
    request.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size > maxBody) request.destroy();
      else pieces.push(piece);
    });
    request.on('error', () => {});
    response.on('error', () => {});
    request.on('end', () => {
      const id = (requests += 1);
      waiting.set(id, response);
      response.on('close', () => {
        waiting.delete(id);
        post({ is: 'closed', id, at: now() });
      });
      const { method = '', url = '', rawHeaders } = request;
      post({ is: 'request', arrival: { id, method, url, rawHeaders, body: Buffer.concat(pieces), at, arrivedAt } });
    });
  });
  parentPort!.on('message', ({ id, reply }: ToThread) => {
    const response = waiting.get(id);
    if (reply === 'close') response?.destroy();
    else if (reply === 'end') response?.end();
    else if (reply.isOpen) response?.writeHead(reply.status, reply.headers).write('received');
    else response?.writeHead(reply.status, reply.headers).end();
  });
  server.listen(port, host);
  once(server, 'listening').then(
    () => {
      const { address, family, port: free } = server.address() as AddressInfo;
      post({ is: 'listening', at: `${family === 'IPv6' ? `[${address}]` : address}:${free}` });
    },
    ({ code, message }: NodeJS.ErrnoException) => post({ is: 'not listening', code, message }),
  );
}

serve(workerData as ThreadOptions);
