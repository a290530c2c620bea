import net from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { listen } from '../../../testing/listen.ts';

// Milliseconds in which a process records a response, and in which it notices a closed connection.
const writing = 500;
const closing = 100;

/**
 * A proxy to a receiver of events that can be closed for a while. A process that is killed after an acknowledgement and
 * before it records it causes a correct repetition, which a test could not distinguish from a fault. So no event is being
 * sent while a process is killed.
 */
export async function gateTo(receiver: string) {
  const { port } = new URL(receiver);
  const asking = new Set<net.Socket>();
  let lastResponse = 0;
  let open = Promise.resolve();
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), '127.0.0.1');
    const done = () => {
      asking.delete(near);
      lastResponse = performance.now();
    };
    const ask = async (piece: Buffer) => {
      await open;
      // The process that sent this while the gate was closed may be dead by now.
      if (near.destroyed) return;
      asking.add(near);
      far.write(piece);
    };
    near.on('data', (piece) => void ask(piece));
    far.on('data', (piece) => {
      done();
      near.write(piece);
    });
    near.on('error', () => {}).on('close', () => far.destroy());
    far
      .on('error', () => {})
      .on('close', () => {
        done();
        near.destroy();
      });
  });
  return {
    url: await listen(server),
    stop: () => void server.close(),
    /** Runs `act` while no event is being sent, and no response has just arrived. */
    async whileClosed(act: () => Promise<unknown>): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      open = promise;
      while (asking.size > 0 || performance.now() - lastResponse < writing) await setTimeout(closing);
      await act();
      await setTimeout(closing);
      resolve();
    },
  };
}
