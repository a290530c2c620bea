import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import type { Exchange } from '../exchange.ts';

/** What an exchange hears from its connection. */
export interface Listener {
  data(bytes: Buffer): void;
  /** the candidate sends no more; for this reason, if it is an error */
  closed(error?: Error): void;
}

/** One connection to the candidate. It carries one exchange after the other. */
export class Connection {
  readonly socket: Socket;
  /** how many requests it carried */
  uses = 0;
  /** that of this side; it is unknown before there is a connection */
  port: number | undefined;
  /** the last response on it; once requests had bodies, that to the last of these */
  before: NonNullable<Exchange['response']> | undefined;
  /** true when a request had a body, which the candidate may not have read: what it makes of the rest may come late */
  hadBody = false;
  #listener: Listener | undefined;
  #error: Error | undefined;
  #isConnected = false;
  #hasEnded = false;

  constructor(socket: Socket) {
    this.socket = socket;
    const end = () => {
      this.#hasEnded = true;
      this.#listener?.closed(this.#error);
    };
    socket.once('connect', () => (this.port = socket.localPort));
    socket.once(connectEvent(socket), () => (this.#isConnected = true));
    socket.on('data', (bytes: Buffer) => this.#listener?.data(bytes));
    socket.on('error', (error) => (this.#error = error));
    socket.on('end', end).on('close', end);
  }

  /** From now on, only this hears what happens. */
  set listener(listener: Listener) {
    this.#listener = listener;
    if (this.#hasEnded) listener.closed(this.#error);
  }

  /** Resolves when requests can be sent, or never will. */
  get connected(): Promise<void> {
    if (this.#isConnected || this.#hasEnded) return Promise.resolve();
    return new Promise((resolve) => {
      this.socket.once(connectEvent(this.socket), resolve).once('close', resolve);
    });
  }

  /** Nothing is heard any more. */
  close(): void {
    this.#listener = undefined;
    this.socket.destroy();
  }
}

const connectEvent = (socket: Socket) => ('encrypted' in socket ? 'secureConnect' : 'connect');

interface ConnectOptions {
  allowHalfOpen?: boolean;
  /** the TLS session to resume */
  session?: Buffer | undefined;
}

/** A new connection to the host of an address. */
export function connect(
  { protocol, hostname, port }: URL,
  { allowHalfOpen = false, session }: ConnectOptions = {},
): Socket {
  const host = hostname.replaceAll(/[[\]]/g, '');
  if (protocol === 'http:') return net.connect({ allowHalfOpen, noDelay: true, host, port: Number(port || 80) });
  const servername = net.isIP(host) === 0 ? { servername: host } : {};
  const resumed = session ? { session } : {};
  const socket = tls.connect({
    host,
    port: Number(port || 443),
    ...servername,
    ...resumed,
    ALPNProtocols: ['http/1.1'],
  });
  return socket.setNoDelay(true);
}

/**
 * Resets a connection, or closes it where Node cannot reset it: TLS has no reset, and with `resetAndDestroy` a socket that still
 * sends its end is never closed, so that the process does not end (Node 24.21).
 */
export function reset(socket: Socket): void {
  if ('encrypted' in socket || (socket.writableEnded && !socket.writableFinished)) socket.destroy();
  else socket.resetAndDestroy();
}
