import { DatabaseSync } from 'node:sqlite';
import type { Case, Success } from './contract.ts';
import type { Caller } from './keys.ts';
import { type Once, type OutboxEvent, type Outcome, type Store, Unavailable } from './store.ts';

const keptFor = 24 * 60 * 60 * 1000;

// One process owns the database (locking_mode), and a commit returns only when it is on the disk (synchronous).
const setUp = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  BEGIN IMMEDIATE;
  CREATE TABLE IF NOT EXISTS cases (id TEXT PRIMARY KEY, tenant TEXT, mode TEXT, body TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS answers (id TEXT PRIMARY KEY, fingerprint TEXT, answer TEXT, given INTEGER) STRICT;
  CREATE INDEX IF NOT EXISTS answers_by_age ON answers (given);
  CREATE TABLE IF NOT EXISTS outbox
    (id TEXT PRIMARY KEY, tenant TEXT, body TEXT, attempts INTEGER, due INTEGER) STRICT;
  CREATE INDEX IF NOT EXISTS outbox_by_time ON outbox (tenant, due);
  COMMIT;
`;

/**
 * A store in an SQLite file, or in memory for `:memory:`.
 *
 * @throws an error with the SQLite code as `errcode`; 5 (busy) when another process owns the file
 */
export function openSqliteStore(file: string): Store {
  const database = new DatabaseSync(file);
  database.exec(setUp);
  const insert = database.prepare('INSERT INTO cases (id, tenant, mode, body) VALUES (?, ?, ?, ?)');
  const select = database.prepare('SELECT body FROM cases WHERE id = ? AND tenant = ? AND mode = ?');
  const update = database.prepare('UPDATE cases SET body = ? WHERE id = ?');
  const { recall, remember } = answersOf(database);
  const { announce, ...outbox } = outboxOf(database);

  const find = ({ tenant, mode }: Caller, id: string) => {
    const row = select.get(id, tenant, mode);
    return row && (JSON.parse(String(row['body'])) as Case);
  };

  return {
    findCase: async (caller, id) => usable(() => find(caller, id)),
    openCase: async ({ tenant, mode }, opened, once, answer) =>
      step(database, () => {
        const earlier = recall<typeof answer>(once);
        if (earlier) return earlier;
        insert.run(opened.id, tenant, mode, JSON.stringify(opened));
        remember(once, answer);
        return 'done';
      }),
    acceptArtifact: async (caller, caseId, accept, once, answer, eventOf) =>
      step(database, () => {
        const found = find(caller, caseId);
        if (!found) return 'not-found';
        // A replay is given whatever became of the case (D55).
        const earlier = recall<typeof answer>(once);
        if (earlier) return earlier;
        const changed = accept(found);
        if (typeof changed === 'string') return changed;
        update.run(JSON.stringify(changed), caseId);
        announce(eventOf?.(changed));
        remember(once, answer);
        return 'done';
      }),
    ...outbox,
    async artifactIds() {
      const listed = database.prepare(`SELECT value ->> 'id' AS id FROM cases, json_each(body, '$.artifacts')`);
      return new Set(usable(() => listed.all()).map(({ id }) => String(id)));
    },
    close: async () => database.close(),
  };
}

/** Does the work in one transaction. */
function step<T>(database: DatabaseSync, work: () => T): T {
  return usable(() => {
    try {
      database.exec('BEGIN IMMEDIATE');
      const result = work();
      database.exec('COMMIT');
      return result;
    } finally {
      if (database.isTransaction) database.exec('ROLLBACK');
    }
  });
}

/** Codes of SQLite: read-only, input or output, damaged, full, cannot be opened, no database. */
const outOfOrder = new Set([8, 10, 11, 13, 14, 26]);

function usable<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    // The lower byte; the rest tells more of the same.
    const code = (cause as { errcode?: number }).errcode;
    if (code !== undefined && outOfOrder.has(code & 0xff))
      throw new Unavailable('The database is out of order', { cause });
    throw cause;
  }
}

/** The answers that are kept under idempotency keys. */
function answersOf(database: DatabaseSync) {
  const forget = database.prepare('DELETE FROM answers WHERE given <= ?');
  const select = database.prepare('SELECT fingerprint, answer FROM answers WHERE id = ?');
  const insert = database.prepare('INSERT INTO answers (id, fingerprint, answer, given) VALUES (?, ?, ?, ?)');
  return {
    recall: <A extends Success>(once: Once | undefined): Outcome<A, 'idempotency-key-reused'> | undefined => {
      if (!once) return undefined;
      forget.run(Date.now() - keptFor);
      const row = select.get(once.id);
      if (!row) return undefined;
      if (row['fingerprint'] !== once.fingerprint) return 'idempotency-key-reused';
      return { replay: JSON.parse(String(row['answer'])) as A };
    },
    remember: (once: Once | undefined, answer: Success) => {
      if (once) insert.run(once.id, once.fingerprint, JSON.stringify(answer), Date.now());
    },
  };
}

/** The events that are still to be sent. */
function outboxOf(database: DatabaseSync) {
  const insert = database.prepare('INSERT INTO outbox (id, tenant, body, attempts, due) VALUES (?, ?, ?, ?, ?)');
  const select = database.prepare('SELECT * FROM outbox WHERE tenant = ? AND due <= ? ORDER BY due LIMIT ?');
  const update = database.prepare('UPDATE outbox SET attempts = ?, due = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM outbox WHERE id = ?');
  return {
    announce: (event: OutboxEvent | undefined) => {
      if (event) insert.run(event.id, event.tenant, event.body, event.attempts, Math.ceil(event.due));
    },
    dueEvents: async (tenant: string, now: number, most: number) =>
      select.all(tenant, now, most) as unknown as OutboxEvent[],
    settleEvent: async (id: string, next: Pick<OutboxEvent, 'attempts' | 'due'> | undefined) => {
      if (next) update.run(next.attempts, Math.ceil(next.due), id);
      else remove.run(id);
    },
  };
}
