import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { answerBroken, exchange } from './exchange.ts';
import { http } from './node-http.ts';
import { defaultParts } from '../compose.ts';
import type { Parts } from '../parts.ts';
import { startSender } from '../webhooks/sender.ts';

export type Service = ReturnType<typeof createService>;

/** A service of the given parts, with defaults for the rest. */
export function createService(given: Partial<Parts> = {}) {
  const parts = defaultParts(given);
  const { headerTime: headersTimeout, requestTime: requestTimeout, idleTime, closeTime } = parts.limits;
  const connectionsCheckingInterval = Math.ceil(headersTimeout / 3);
  const server = http.createServer({ headersTimeout, requestTimeout, connectionsCheckingInterval });
  const closing = new AbortController();
  // A number, because a set of promises would take a twentieth of the time of a read.
  let running = 0;
  const drained = Promise.withResolvers<void>();
  const respond = async (response: ServerResponse) => {
    // A closing service does not wait for what arrives meanwhile.
    const isAwaited = !closing.signal.aborted;
    if (isAwaited) running += 1;
    try {
      await exchange(response, parts, closing.signal);
    } catch (error) {
      parts.log.error(error);
      response.destroy();
    }
    if (isAwaited) running -= 1;
    if (closing.signal.aborted && running === 0) drained.resolve();
  };
  server.setTimeout(idleTime);
  server.on('clientError', (error, socket) => answerBroken(error, socket as Socket, parts));
  server.on('request', (request, response) => {
    if (!parts.console?.(request, response)) void respond(response);
  });
  const senders = parts.endpoints.map((endpoint) => startSender(endpoint, parts));
  return {
    /** Begins to serve and returns the address: `http://127.0.0.1:8080`. */
    async listen({ port, host }: { port: number; host: string }): Promise<string> {
      await once(server.listen(port, host), 'listening');
      const { address, family, port: actual } = server.address() as AddressInfo;
      return `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`;
    },
    /** Drains running requests, responds to new ones with 503 meanwhile, then frees everything. */
    async close(): Promise<void> {
      closing.abort();
      const cut = AbortSignal.timeout(closeTime);
      cut.addEventListener('abort', () => server.closeAllConnections());
      // The server still listens meanwhile, so that new requests get a 503 with Retry-After.
      if (running === 0) drained.resolve();
      await Promise.race([drained.promise, once(cut, 'abort')]);
      await new Promise((closed) => server.close(closed));
      await Promise.all(senders.map((sender) => sender.stop()));
      await parts.store.close();
    },
  };
}
