import { Client } from 'pg';
import { times } from './database.ts';

/**
 * The changes of the tables, in order. An existing entry never changes, because databases have it applied; a new one only
 * adds, so that processes of the previous version go on while those of the next one start.
 */
const migrations = [
  `
  -- Rows grow with their evidence: what is free in a page lets them do so without new entries in the index.
  CREATE TABLE cases (
    id text PRIMARY KEY,
    tenant text NOT NULL,
    mode text NOT NULL,
    status text NOT NULL,
    body json NOT NULL
  ) WITH (fillfactor = 60);

  -- The answers that are kept under idempotency keys; \`id\` is the SHA-256 of the key within its scope.
  CREATE TABLE answers (
    id bytea PRIMARY KEY,
    fingerprint text NOT NULL,
    answer json NOT NULL,
    given timestamptz NOT NULL
  );
  CREATE INDEX answers_by_age ON answers (given);

  CREATE TABLE outbox (
    id text PRIMARY KEY,
    tenant text NOT NULL,
    body text NOT NULL,
    attempts integer NOT NULL,
    due timestamptz NOT NULL
  );
  CREATE INDEX outbox_by_time ON outbox (tenant, due);

  -- Bytes come before their record: what stays unrecorded is swept.
  CREATE TABLE evidence (
    id uuid PRIMARY KEY,
    artifact text UNIQUE,
    begun timestamptz NOT NULL DEFAULT now(),
    recorded boolean NOT NULL DEFAULT false
  );
  CREATE INDEX evidence_unrecorded ON evidence (begun) WHERE NOT recorded;
  CREATE TABLE pieces (
    evidence uuid REFERENCES evidence ON DELETE CASCADE,
    place integer,
    bytes bytea NOT NULL,
    PRIMARY KEY (evidence, place)
  );
  -- Pictures are compressed already.
  ALTER TABLE pieces ALTER bytes SET STORAGE EXTERNAL;
  `,
];

/** An advisory lock that nothing else in this database uses. */
const lock = 4_219_711;

/**
 * Applies the new entries: all or none, and once, however many processes start at a time.
 *
 * @throws what the driver throws when the database cannot be used, and when its commits do not wait for the disk
 */
export async function migrate(connectionString: string): Promise<void> {
  // No timeouts: migrating large tables may take long.
  const database = new Client({ connectionString, connectionTimeoutMillis: times.connecting });
  // The running statement fails too and reports the error.
  database.on('error', () => {});
  try {
    await database.connect();
    const { rows: durable } = await database.query<{ is: string }>(
      `SELECT current_setting('synchronous_commit') AS is`,
    );
    if (durable[0]!.is === 'off') throw new Error('synchronous_commit is off, so that a commit may be lost');
    await database.query('BEGIN');
    await database.query('SELECT pg_advisory_xact_lock($1)', [lock]);
    await database.query(
      'CREATE TABLE IF NOT EXISTS migrations (version integer PRIMARY KEY, applied timestamptz NOT NULL)',
    );
    const { rows } = await database.query<{ applied: number }>('SELECT count(*)::integer AS applied FROM migrations');
    for (const [at, migration] of migrations.entries()) {
      if (at < rows[0]!.applied) continue;
      await database.query(migration);
      await database.query('INSERT INTO migrations VALUES ($1, now())', [at + 1]);
    }
    await database.query('COMMIT');
  } finally {
    await database.end();
  }
}
