import { once } from 'node:events';
import net from 'node:net';

// Below the ports that systems give to connections, so that none of them takes it before the client does. Each runner
// holds the even port as long as its client may listen at the odd one above it: two runners never give out the same one.
const [lowest, highest] = [20_000, 32_000];

/** A port of loopback at which nothing listens, and that nobody else is given before it is released. */
export async function reservedPort(): Promise<{ port: number; release: () => void }> {
  for (;;) {
    const held = lowest + 2 * Math.floor((Math.random() * (highest - lowest)) / 2);
    const holder = await listener(held);
    const probe = holder && (await listener(held + 1));
    if (probe) {
      probe.close();
      await once(probe, 'close');
      return { port: held + 1, release: () => void holder.close() };
    }
    holder?.close();
  }
}

/** Undefined if the port is in use. */
function listener(port: number): Promise<net.Server | undefined> {
  const { promise, resolve } = Promise.withResolvers<net.Server | undefined>();
  const server = net.createServer((socket) => socket.destroy());
  server.on('error', () => resolve(undefined)).listen(port, '127.0.0.1', () => resolve(server));
  return promise;
}
