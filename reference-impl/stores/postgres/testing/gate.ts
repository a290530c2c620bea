import net from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { listen } from '../../../testing/listen.ts';

// Milliseconds in which a process writes down what an answer tells it, and in which a closed connection is seen.
const writing = 500;
const closing = 100;

/**
 * A way to a receiver of events which can be closed for a while. Who dies between an acknowledgement and writing it down
 * leaves nobody who knows of it, and the event comes again: that is no fault, but a test could not tell it from one. So
 * nothing is on its way there while a process is killed.
 */
export async function gateTo(receiver: string) {
  const { port } = new URL(receiver);
  const asking = new Set<net.Socket>();
  let answered = 0;
  let open = Promise.resolve();
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), '127.0.0.1');
    const done = () => {
      asking.delete(near);
      answered = performance.now();
    };
    const ask = async (piece: Buffer) => {
      await open;
      // Whoever asked while the gate was closed may be dead by now.
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
    /** Does something while nobody is asked, and nobody has just been answered. */
    async whileClosed(act: () => Promise<unknown>): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      open = promise;
      while (asking.size > 0 || performance.now() - answered < writing) await setTimeout(closing);
      await act();
      await setTimeout(closing);
      resolve();
    },
  };
}
