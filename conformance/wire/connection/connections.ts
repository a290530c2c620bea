import { setTimeout as wait } from 'node:timers/promises';
import type { Exchange } from '../exchange.ts';
import { connect, Connection } from './connection.ts';

/** A connection that carries no request now. */
interface Idle {
  connection: Connection;
  /** since when and until when another request may be sent, by `performance.now()` */
  since: number;
  until: number;
}

/** What the last exchange of a connection says about it. */
interface Kept {
  name: string | undefined;
  response: NonNullable<Exchange['response']>;
  /** milliseconds after which the candidate closes the connection, as it says */
  keptFor: number;
}

// Milliseconds. A service that did not read a whole request takes the rest of it for the next one, and responds to that:
// these bytes arrive by then, and the connection is not used again.
const settlingTime = 20;
// Milliseconds. Servers close an idle connection after two seconds or more, and what is sent at that moment is lost.
const longestIdle = 1500;
// Milliseconds by which a connection is given up before the candidate closes it, as it says.
const margin = 1000;
// As long as so many are open, those that are idle are used, however short they are.
const most = 64;

/** The connections to the candidate, and those of them that may carry another request. */
export class Connections {
  readonly #address: URL;
  /** by name, in the order in which they became idle */
  readonly #idle = new Map<string | undefined, Idle[]>();
  readonly #open = new Set<Connection>();
  #session: Buffer | undefined;
  /** true once a request was lost because the candidate closed a kept connection, or was away */
  areLost = false;
  /** true once bytes arrived behind a response, which another request could take for its own */
  haveBytes = false;

  constructor(baseUrl: string) {
    this.#address = new URL(baseUrl);
  }

  open(): Connection {
    const socket = connect(this.#address, { session: this.#session });
    socket.on('session', (session: Buffer) => (this.#session = session));
    const connection = new Connection(socket);
    this.#open.add(connection);
    socket.on('close', () => this.#open.delete(connection));
    return connection;
  }

  /** Resolves when the connection with a name was silent for long enough. */
  async settled(name: string): Promise<void> {
    const since = this.#idle.get(name)?.at(-1)?.since ?? -Infinity;
    const left = since + settlingTime - performance.now();
    if (left > 0) await wait(Math.ceil(left));
  }

  /** One that is idle, or a new one. Only requests with the same name share one with a name. */
  take(name?: string): Connection {
    const now = performance.now();
    const all = this.#idle.get(name) ?? [];
    for (const each of all.filter(({ until }) => until <= now)) this.#close(each, name);
    const idle = this.#idle.get(name) ?? [];
    const taken =
      idle.findLast(({ since }) => since + settlingTime <= now) ??
      (name === undefined && this.#open.size < most ? undefined : idle[0]);
    if (!taken) return this.open();
    this.#remove(taken, name);
    return taken.connection;
  }

  /** Keeps a connection for further requests. Bytes that arrive before the next one belong to the last response. */
  keep(connection: Connection, { name, response, keptFor }: Kept): void {
    const since = performance.now();
    const until = since + Math.min(name === undefined ? longestIdle : Infinity, keptFor - margin);
    const kept: Idle = { connection, since, until };
    this.#idle.set(name, [...(this.#idle.get(name) ?? []), kept]);
    const data = (bytes: Buffer) => {
      // Some servers say so before they close an idle connection (RFC 9110 §15.5.9).
      if (/^HTTP\/1\.[01] 408 /.test(bytes.toString('latin1', 0, 13))) return this.#close(kept, name);
      response.behind = bytes;
      this.haveBytes = true;
      this.#close(kept, name);
    };
    connection.listener = { data, closed: () => this.#close(kept, name) };
  }

  close(): void {
    for (const connection of this.#open) connection.close();
  }

  #close(idle: Idle, name: string | undefined): void {
    this.#remove(idle, name);
    idle.connection.close();
  }

  #remove(idle: Idle, name: string | undefined): void {
    this.#idle.set(
      name,
      this.#idle.get(name)!.filter((each) => each !== idle),
    );
  }
}
