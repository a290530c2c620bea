import net from 'node:net';
import { listen } from '../../../testing/listen.ts';

/** A proxy to the database that can fail. */
export interface Network {
  url: string;
  /** Forwards nothing any more, and closes no connection. */
  fallSilent: () => void;
  /** Cuts the connection that next carries this text, before the response to it. */
  cutAfter: (text: string) => void;
  /** Forwards again; open connections are closed, and their data is lost. */
  heal: () => void;
  close: () => void;
}

/** Starts a proxy to the database at an address. */
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
    cutAfter: (text) => void (fatal = text),
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
