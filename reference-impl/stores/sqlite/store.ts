import { DatabaseSync } from 'node:sqlite';
import { numbers } from '../../../generated/limits.ts';
import type { Case, Success } from '../../domain/contract.ts';
import {
  type Caller,
  type Claim,
  type IdempotencyKey,
  type OutboxEvent,
  type Outcome,
  type Store,
  Unavailable,
} from '../../ports.ts';

const keptFor = numbers['key-lifetime'];

// One process owns the database (locking_mode), and a commit returns only when it is on the disk (synchronous).
const setUp = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  BEGIN IMMEDIATE;
  CREATE TABLE IF NOT EXISTS cases (id TEXT PRIMARY KEY, tenant TEXT, mode TEXT, body TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS answers (id TEXT PRIMARY KEY, fingerprint TEXT, answer TEXT, given INTEGER) STRICT;
  CREATE INDEX IF NOT EXISTS answers_by_age ON answers (given);
  CREATE TABLE IF NOT EXISTS outbox (id TEXT PRIMARY KEY, tenant TEXT, body TEXT, attempts INTEGER, due INTEGER) STRICT;
  CREATE INDEX IF NOT EXISTS outbox_by_time ON outbox (tenant, due);
  COMMIT;
`;

/**
 * A store in an SQLite file, or in memory for `:memory:`.
 *
 * @throws an error with the SQLite code as `errcode`; 5 (busy) when another process owns the file
 */
export function openSqliteStore(file: string): Store & { artifactIds: () => Promise<Set<string>> } {
  const database = new DatabaseSync(file);
  database.exec(setUp);
  const insert = database.prepare('INSERT INTO cases (id, tenant, mode, body) VALUES (?, ?, ?, ?)');
  const select = database.prepare('SELECT body FROM cases WHERE id = ? AND tenant = ? AND mode = ?');
  // Quicker to read than an object of named columns.
  select.setReturnArrays(true);
  const update = database.prepare('UPDATE cases SET body = ? WHERE id = ?');
  const listed = database.prepare(`SELECT value ->> 'id' AS id FROM cases, json_each(body, '$.artifacts')`);
  const { hasKey, replayOrKeep } = keysOf(database);
  const { announce, ...outbox } = outboxOf(database);

  const find = ({ tenant, mode }: Caller, id: string) => {
    const row = select.get(id, tenant, mode) as [string] | undefined;
    return row && (JSON.parse(row[0]) as Case);
  };

  return {
    findCase: async (caller, id) => usable(() => find(caller, id)),
    openCase: async ({ tenant, mode }, opened, once, response) =>
      step(database, () => {
        const earlier = replayOrKeep(once, response);
        if (earlier) return earlier;
        insert.run(opened.id, tenant, mode, JSON.stringify(opened));
        return 'done';
      }),
    acceptArtifact: async (caller, caseId, accept, once, response, eventOf) =>
      step(database, () => {
        const found = find(caller, caseId);
        if (!found) return 'not-found';
        // A replay does not depend on the state of the case (D55).
        const earlier = replayOrKeep(once, response);
        if (earlier) return earlier;
        const changed = accept(found);
        if (typeof changed === 'string') return changed;
        update.run(JSON.stringify(changed), caseId);
        announce(eventOf?.(changed));
        return 'done';
      }),
    hasKey: async (id) => usable(() => hasKey(id)),
    ...outbox,
    artifactIds: async () => new Set(usable(() => listed.all()).map(({ id }) => String(id))),
    close: async () => database.close(),
  };
}

/** Does the work in one transaction, and commits when the work returns `done`. */
function step<T>(database: DatabaseSync, work: () => T | 'done'): T | 'done' {
  return usable(() => {
    try {
      database.exec('BEGIN IMMEDIATE');
      const outcome = work();
      if (outcome === 'done') database.exec('COMMIT');
      return outcome;
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
    // The lower byte is the primary code; the rest only refines it.
    const { errcode = 0 } = cause as { errcode?: number };
    throw outOfOrder.has(errcode & 0xff) ? new Unavailable('The database is out of order', { cause }) : cause;
  }
}

/** Keeps a response under its key, or returns the result for a key that was used before. */
function keysOf(database: DatabaseSync) {
  const forget = database.prepare('DELETE FROM answers WHERE given <= ?');
  const insert = database.prepare('INSERT OR IGNORE INTO answers (id, fingerprint, answer, given) VALUES (?, ?, ?, ?)');
  const select = database.prepare('SELECT fingerprint, answer, given FROM answers WHERE id = ?');
  const hasKey = (id: string): boolean => Number(select.get(id)?.['given'] ?? -Infinity) > Date.now() - keptFor;
  const replayOrKeep = <A extends Success>(
    once: IdempotencyKey | undefined,
    response: A,
  ): Outcome<A, 'idempotency-key-reused'> | undefined => {
    if (!once) return undefined;
    forget.run(Date.now() - keptFor);
    if (insert.run(once.id, once.fingerprint, JSON.stringify(response), Date.now()).changes === 1) return undefined;
    const { fingerprint, answer: first } = select.get(once.id)!;
    return fingerprint === once.fingerprint ? { replay: JSON.parse(String(first)) as A } : 'idempotency-key-reused';
  };
  return { hasKey, replayOrKeep };
}

/** The events that are still to be sent. One process sends them all, so it can remember in memory which are claimed. */
function outboxOf(database: DatabaseSync) {
  const insert = database.prepare('INSERT INTO outbox (id, tenant, body, attempts, due) VALUES (?, ?, ?, ?, ?)');
  const select = database.prepare('SELECT * FROM outbox WHERE tenant = ? AND due <= ? ORDER BY due LIMIT ?');
  const update = database.prepare('UPDATE outbox SET attempts = ?, due = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM outbox WHERE id = ?');
  const claimed = new Set<string>();
  return {
    announce: (event: OutboxEvent | undefined) => {
      if (event) insert.run(event.id, event.tenant, event.body, event.attempts, Math.ceil(event.due));
    },
    claimEvent: async (tenant: string, now: number): Promise<Claim | undefined> => {
      const events = usable(() => select.all(tenant, now, claimed.size + 1)) as unknown as OutboxEvent[];
      const event = events.find(({ id }) => !claimed.has(id));
      if (!event) return undefined;
      claimed.add(event.id);
      const finish: Claim['finish'] = async (next) => {
        claimed.delete(event.id);
        usable(() => (next ? update.run(next.attempts, Math.ceil(next.due), event.id) : remove.run(event.id)));
      };
      return { event, finish };
    },
  };
}
