import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { connect, reset } from '../wire/connection/connection.ts';
import { MessageReader } from '../wire/connection/message-reader.ts';
import { Recorder, type RecorderOptions } from './recorder.ts';

export interface ProxyOptions extends RecorderOptions {
  /** called when a connection to the target fails */
  failed: (problem: string) => void;
}

// Milliseconds that the end of a process takes, in which its connections are closed.
const longestEnd = 300;

/**
 * Passes connections through to the target: every byte but the value of `Host`, which names the target. What passes is
 * read beside it, so that the traffic is that of a client without the proxy, malformed requests and resets too.
 */
export class Proxy {
  readonly #server: net.Server;
  readonly #connections = new Set<() => void>();
  readonly #target: URL;

  constructor(options: ProxyOptions) {
    this.#target = options.target;
    this.#server = net.createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
      const stop = passThrough(client, options);
      this.#connections.add(stop);
      client.on('close', () => this.#connections.delete(stop));
    });
  }

  /** Begins to listen. @returns the address */
  async listen({ host, port }: { host: string; port: number }): Promise<string> {
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    const { address, family, port: own } = this.#server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${own}`;
  }

  /**
   * Resolves with false when nothing listens at the target, or when what listens there closes a connection at once: the end of
   * a process, and a forwarder of a container that is gone.
   */
  isTargetThere(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const socket = connect(this.#target).setTimeout(longestEnd);
    socket.on('timeout', () => resolve(true));
    socket.on('error', () => resolve(false)).on('end', () => resolve(false));
    return promise.finally(() => socket.destroy());
  }

  /** Closes all connections. */
  close(): void {
    this.#server.close();
    for (const stop of this.#connections) stop();
  }
}

/** Passes one connection through. @returns what ends it */
function passThrough(client: Socket, { failed, ...options }: ProxyOptions): () => void {
  const upstream = connect(options.target, { allowHalfOpen: true }).setNoDelay(true);
  const opaque = () => {
    requests.stop();
    responses.stop();
    options.listener.opaque();
  };
  const recorder = new Recorder({ ...options, listener: { ...options.listener, opaque } });
  const requests = new MessageReader(recorder.requests);
  const responses = new MessageReader(recorder.responses);
  client.on('data', (bytes: Buffer) => {
    for (const piece of requests.push(bytes)) if (!upstream.write(piece)) client.pause();
  });
  upstream.on('drain', () => client.resume());
  upstream.on('data', (bytes: Buffer) => {
    if (!client.write(bytes)) upstream.pause();
    responses.push(bytes);
  });
  client.on('drain', () => upstream.resume());
  client.on('end', () => {
    recorder.halfClose();
    upstream.end(requests.close());
  });
  upstream.on('end', () => {
    responses.close();
    recorder.close('target');
    requests.stop();
    client.end();
  });
  endTogether(client, upstream, recorder, failed);
  return () => {
    recorder.close('proxy');
    client.destroy();
    upstream.destroy();
  };
}

/** Ends either side as the other one ended: by a reset, or closed. */
function endTogether(client: Socket, upstream: Socket, recorder: Recorder, failed: ProxyOptions['failed']): void {
  let isConnected = false;
  upstream.on('encrypted' in upstream ? 'secureConnect' : 'connect', () => (isConnected = true));
  client.on('error', () => {
    recorder.close('client');
    reset(upstream);
  });
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    const problem = isConnected ? undefined : `no connection to the target: ${error.code ?? error.message}`;
    if (problem !== undefined) failed(problem);
    recorder.close('target', problem);
    reset(client);
  });
  client.on('close', () => {
    recorder.close('client');
    upstream.destroy();
  });
  upstream.on('close', () => {
    recorder.close('target');
    client.destroySoon();
  });
}
