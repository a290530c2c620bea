import { type ClientBase, DatabaseError, Pool, type QueryResultRow } from 'pg';
import { Unavailable } from '../../ports.ts';

/** A statement that is planned once in each connection. */
export interface Statement {
  name: string;
  text: string;
}

/** What runs statements: any connection of a pool, or the one of a transaction. */
export type Database = Pick<ClientBase, 'query'>;

/** Milliseconds. */
export const times = {
  /** to connect, or until a connection of a full pool is free */
  connecting: 4000,
  /** for a statement, with what it waits for */
  statement: 5000,
  /** of grace in which the server itself may say that this was too long */
  grace: 1000,
};

/**
 * Connections to the database, at most so many.
 *
 * @param idle milliseconds that a transaction may be idle: then the server releases its locks, because its process
 *   may be out of reach
 */
export function openPool(connectionString: string, most: number, idle: number, lost: (error: Error) => void): Pool {
  const pool = new Pool({
    connectionString,
    max: most,
    connectionTimeoutMillis: times.connecting,
    statement_timeout: times.statement,
    // A server that vanished sends no response at all.
    query_timeout: times.statement + times.grace,
    idle_in_transaction_session_timeout: idle,
    keepAlive: true,
    application_name: 'cases',
  });
  // An idle connection may break; without a listener, that would end the process.
  pool.on('error', lost);
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

/** Runs a statement and returns its rows and how many it wrote. */
export async function ask<Row extends QueryResultRow>(
  database: Database,
  statement: Statement,
  values: unknown[] = [],
): Promise<{ rows: Row[]; count: number }> {
  const { rows, rowCount } = await usable(database.query<Row>({ ...statement, values }));
  return { rows, count: rowCount ?? 0 };
}

/** Runs a statement that is a transaction of its own, on a connection that works, and returns how many rows it wrote. */
export async function write(pool: Pool, statement: Statement, values: unknown[]): Promise<number> {
  const client = await usable(pool.connect());
  try {
    const { rowCount } = await committed(client.query({ ...statement, values }));
    client.release();
    return rowCount ?? 0;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * Does the work in one transaction on a connection of its own, and commits when the work returns `done`. When
 * anything fails, the connection is closed, and the server rolls back.
 */
export async function transaction<T>(
  pool: Pool,
  work: (database: Database) => Promise<T | 'done'>,
): Promise<T | 'done'> {
  const client = await usable(pool.connect());
  try {
    await usable(client.query('BEGIN'));
    const outcome = await work(client);
    await (outcome === 'done' ? committed(client.query('COMMIT')) : usable(client.query('ROLLBACK')));
    client.release();
    return outcome;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * SQLSTATE of a mistake in a statement or in its values: not supported, cardinality, data, integrity, syntax. A row that
 * is gone to which others belong (23503) is none: it was swept.
 */
const mistakes = /^(0A|21|22|23(?!503)|42)/;

/** Any other failure, in the network or in the server, means that the database is out of order. */
export async function usable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof DatabaseError && mistakes.test(cause.code ?? '')) throw cause;
    throw new Unavailable('The database is out of order', { cause });
  }
}

/** A transaction whose connection broke may have been committed: then 503 would be wrong, which says that nothing was done (D38). */
const committed = <T>(work: Promise<T>): Promise<T> =>
  usable(work).catch((error: Error) => {
    if (!(error instanceof Unavailable) || error.cause instanceof DatabaseError) throw error;
    throw new Error('The database did not say whether it has committed', { cause: error.cause });
  });
