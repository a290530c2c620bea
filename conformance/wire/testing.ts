// Helpers for the tests of the wire.
import http from 'node:http';
import net, { type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { listening as listen } from '../testing.ts';
import { bearerKey, type Exchange, pairs } from './exchange.ts';
import { Http, type Request } from './http.ts';

/** Listens on a free port of loopback until the test ends. Returns the address. */
export async function listening(server: Server): Promise<string> {
  const { address, stop } = await listen(server);
  onTestFinished(stop);
  return `http://${address}`;
}

/** Serves connections on a free port of loopback until the test ends. Returns the address. */
export const servingSockets = (serve: (socket: Socket) => void): Promise<string> =>
  listening(net.createServer((socket) => serve(socket.on('error', () => {}))));

/** Serves HTTP on a free port of loopback until the test ends. Returns the address. */
export function serving(
  respond: http.RequestListener,
  onConnection: (socket: Socket) => void = () => {},
): Promise<string> {
  return listening(http.createServer(respond).on('connection', onConnection));
}

/** A server that responds with 200 and records the requests: the headers as text, the body as bytes. */
export async function recording() {
  const seen: string[] = [];
  const baseUrl = await serving((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const head = [`${request.method} ${request.url}`, ...pairs(request.rawHeaders).map((pair) => pair.join(': '))];
      seen.push(`${head.join('\n')}\n\n${Buffer.concat(pieces).toString('latin1')}`);
      response.end('{}');
    });
  });
  return { baseUrl, seen };
}

/** Sends requests to the address; throws without a response. `timeout` is in milliseconds, `rate` in requests per second. */
export function client(
  baseUrl: string,
  timeout = 5000,
  signal: AbortSignal = new AbortController().signal,
  rate?: number,
) {
  const own = new Http({ baseUrl, key: bearerKey, timeout, signal, rate });
  onTestFinished(() => own.close());
  const exchangeOf = (request: Partial<Request>, exchanges: Exchange[] = []) =>
    own.send({ method: 'GET', path: '/', ...request }, (exchange) => exchanges.push(exchange));
  return {
    exchangeOf,
    send: async (request: Partial<Request>, exchanges: Exchange[] = []) => {
      const { response, failure } = await exchangeOf(request, exchanges);
      if (!response) throw new Error(failure);
      return { response };
    },
  };
}
