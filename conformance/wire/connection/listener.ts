import net from 'node:net';
import tls from 'node:tls';
import { type Exchange, type Header, sizeOf } from '../exchange.ts';
import { MessageReader, responseFraming } from './message-reader.ts';
import { TimeLimit } from './time-limit.ts';
import { describe, maxResponse, resultOf, type SendOptions, type SendResult, tooLarge } from './wire.ts';

// Milliseconds.
const silence = 100;

/**
 * Sends a request on a new connection, and keeps the bytes after the response: `node:http` drops a part of them.
 */
export const sendAndListen = (sent: Exchange['request'], options: SendOptions): Promise<SendResult> =>
  new Promise((resolve) => {
    const received = new Received(sent.method);
    const socket = connect(new URL(sent.url));
    let isSilent: NodeJS.Timeout | undefined;
    const finish = (failure = 'no response') => {
      clearTimeout(isSilent);
      limit.end();
      socket.destroy();
      resolve(received.result ?? { failure });
    };
    const limit = new TimeLimit(sizeOf(sent.body), options, finish);
    socket.on('error', (error) => finish(describe(error)));
    socket.on('close', () => {
      received.close();
      finish('connection closed without a whole response');
    });
    socket.on('data', (bytes: Buffer) => {
      received.push(bytes);
      if (received.failure !== undefined) return finish(received.failure);
      if (received.result === undefined) return;
      limit.end();
      isSilent ??= setTimeout(() => finish(), silence);
    });
    socket.write(Buffer.concat([Buffer.from(headOf(sent), 'latin1'), ...sent.body]), () => limit.sent());
  });

/** The first final response on a connection, and the bytes after it. */
class Received {
  failure: string | undefined;
  readonly #reader: MessageReader;
  readonly #body: Buffer[] = [];
  readonly #behind: Buffer[] = [];
  #head: { status: number; headers: Header[] } | undefined;
  #hasEnded = false;
  #size = 0;

  constructor(method: string) {
    this.#reader = new MessageReader({
      head: ({ line, headers }, bytes) => {
        const status = Number(/^HTTP\/1\.[01] ([0-9]{3})( |$)/.exec(line)?.[1]);
        const framing = responseFraming(method, status, headers);
        if (Number.isNaN(status) || framing === undefined) return undefined;
        this.#head = { status, headers };
        return { framing, bytes };
      },
      body: (bytes) => void this.#body.push(bytes),
      end: () => {
        this.#hasEnded = this.#head!.status >= 200;
        if (this.#hasEnded) this.#reader.stop();
      },
      unreadable: () => {
        this.failure = 'something that is not HTTP';
      },
      unread: (bytes) => void this.#behind.push(bytes),
    });
  }

  get result(): SendResult | undefined {
    if (!this.#hasEnded) return undefined;
    const { status, headers } = this.#head!;
    const { response, failure } = resultOf(status, headers, Buffer.concat(this.#body));
    return response ? { response: { ...response, behind: Buffer.concat(this.#behind) } } : { failure: failure! };
  }

  push(bytes: Buffer): void {
    this.#size += bytes.length;
    if (this.#size > maxResponse) this.failure = tooLarge;
    else this.#reader.push(bytes);
  }

  close(): void {
    this.#reader.close();
  }
}

/** A new connection to the host of an address. */
export function connect({ protocol, hostname, port }: URL, options: { allowHalfOpen?: boolean } = {}): net.Socket {
  const host = hostname.replaceAll(/[[\]]/g, '');
  if (protocol === 'http:') return net.connect({ ...options, host, port: Number(port || 80) });
  const servername = net.isIP(host) === 0 ? { servername: host } : {};
  return tls.connect({ host, port: Number(port || 443), ...servername, ALPNProtocols: ['http/1.1'] });
}

function headOf({ method, url, headers, body }: Exchange['request']): string {
  const { host, pathname, search } = new URL(url);
  const own: Header[] = headers.some(([name]) => name.toLowerCase() === 'host') ? [] : [['Host', host]];
  const length: Header[] = body.length === 0 ? [] : [['Content-Length', String(sizeOf(body))]];
  const lines = [...own, ...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
