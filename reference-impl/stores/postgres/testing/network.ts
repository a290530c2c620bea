import net from 'node:net';
import { listen } from '../../../testing/listen.ts';

/** A way to the database that can be in trouble. */
export interface Network {
  url: string;
  /** Carries nothing any more, and tells nobody. */
  fallSilent: () => void;
  /** Cuts the connection that the next such words pass on, before their answer. */
  cutAfter: (words: string) => void;
  /** Is as it was: what was carried when it fell silent is lost, and its connection cut. */
  heal: () => void;
  close: () => void;
}

/** Puts a network between the database of an address and whoever uses the address that is told. */
export async function networkTo(database: string): Promise<Network> {
  const { hostname, port } = new URL(database);
  const sockets = new Set<net.Socket>();
  let silent = false;
  let fatal: string | undefined;
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), hostname);
    const cut = () => [near, far].forEach((socket) => void socket.destroy());
    let doomed = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', cut).on('close', () => {
        cut();
        sockets.delete(socket);
      });
    }
    near.on('data', (piece) => {
      if (silent) return;
      if (fatal !== undefined && piece.includes(fatal)) [doomed, fatal] = [true, undefined];
      far.write(piece);
    });
    far.on('data', (piece) => {
      if (doomed) cut();
      else if (!silent) near.write(piece);
    });
  });
  const { host } = new URL(await listen(server));
  const cutAll = () => sockets.forEach((socket) => void socket.destroy());
  return {
    url: database.replace(`${hostname}:${port}`, host),
    fallSilent: () => void (silent = true),
    cutAfter: (words) => void (fatal = words),
    heal() {
      silent = false;
      cutAll();
    },
    close() {
      server.close();
      cutAll();
    },
  };
}
