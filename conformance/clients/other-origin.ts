import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Exchange, pairs } from '../wire/exchange.ts';

/** Another origin than the one that a client was given: records what arrives there. */
export class OtherOrigin {
  readonly exchanges: Exchange[] = [];
  readonly #server = createServer((request, response) => {
    const { method = '', url = '', rawHeaders } = request;
    const started = performance.now();
    this.exchanges.push({
      request: {
        method,
        url: this.origin + url,
        headers: pairs(rawHeaders),
        body: [],
        credential: undefined,
        chunked: false,
      },
      response: { status: 404, headers: [], body: Buffer.alloc(0) },
      started,
      milliseconds: 0,
    });
    response.writeHead(404).end();
  });

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
