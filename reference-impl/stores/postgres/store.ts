import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { numbers } from '../../../generated/limits.ts';
import type { Artifact, Case, Success } from '../../domain/contract.ts';
import type { EvidenceRejection, IdempotencyKey, OutboxEvent, Outcome, Store } from '../../ports.ts';
import { ask, type Database, type Statement, transaction, write } from './database.ts';

/** How long a response is kept under its key. */
export const keptFor = numbers['key-lifetime'];

const findCase: Statement = {
  name: 'find case',
  text: 'SELECT body FROM cases WHERE id = $1 AND tenant = $2 AND mode = $3',
};
// No other transaction changes the case until this one ends.
const lockCase: Statement = { name: 'lock case', text: `${findCase.text} FOR UPDATE` };
const openCase: Statement = {
  name: 'open case',
  text: `INSERT INTO cases (id, tenant, mode, status, body) VALUES ($1, $2, $3, $4, $5)`,
};

/**
 * Stores a response under a key that is free or has expired, and nothing under one that is in use. It waits for a
 * transaction that is writing the same key.
 */
const remember = `
  INSERT INTO answers (id, fingerprint, answer, given) VALUES ($1, $2, $3, $4)
  ON CONFLICT (id) DO UPDATE
    SET fingerprint = excluded.fingerprint, answer = excluded.answer, given = excluded.given
    WHERE answers.given <= $5`;
const rememberAnswer: Statement = { name: 'remember answer', text: remember };
const recallAnswer: Statement = {
  name: 'recall answer',
  text: 'SELECT fingerprint, answer FROM answers WHERE id = $1',
};
const findKey: Statement = { name: 'find key', text: 'SELECT FROM answers WHERE id = $1 AND given > $2' };
const openCaseOnce: Statement = {
  name: 'open case once',
  text: `
    WITH first AS (${remember} RETURNING 1)
    INSERT INTO cases (id, tenant, mode, status, body) SELECT $6, $7, $8, $9, $10 FROM first`,
};

/** The change of a case, its evidence and its event in one: a decided case never changes again. */
const changeCase: Statement = {
  name: 'change case',
  text: `
    WITH changed AS (
      UPDATE cases SET body = $2, status = $3 WHERE id = $1 AND status = 'PENDING' RETURNING 1
    ), recorded AS (
      UPDATE evidence SET recorded = true WHERE artifact = $4 AND EXISTS (SELECT FROM changed)
    ), announced AS (
      INSERT INTO outbox (id, tenant, body, attempts, due)
      SELECT $5, $6, $7, $8, $9 FROM changed WHERE $5::text IS NOT NULL
    )
    SELECT FROM changed`,
};

// A text of PostgreSQL holds no NUL, and no id a space.
const sought = (id: string) => id.replaceAll('\0', ' ');

type Rejection = 'idempotency-key-reused';

/** Cases and idempotency keys in PostgreSQL, for any number of processes that share only the database. */
export function casesIn(pool: Pool): Pick<Store, 'findCase' | 'openCase' | 'acceptArtifact' | 'hasKey'> {
  return {
    async findCase({ tenant, mode }, id) {
      const { rows } = await ask<{ body: Case }>(pool, findCase, [sought(id), tenant, mode]);
      return rows[0]?.body;
    },

    async openCase({ tenant, mode }, opened, once, response) {
      const values = [opened.id, tenant, mode, opened.status, JSON.stringify(opened)];
      if (!once) {
        await write(pool, openCase, values);
        return 'done';
      }
      const count = await write(pool, openCaseOnce, [...rowOf(once, response), ...values]);
      return count === 1 ? 'done' : recall(pool, once);
    },

    acceptArtifact: (caller, caseId, accept, once, response, eventOf) =>
      transaction(
        pool,
        async (database): Promise<Outcome<typeof response, 'not-found' | Rejection | EvidenceRejection>> => {
          const { rows } = await ask<{ body: Case }>(database, lockCase, [sought(caseId), caller.tenant, caller.mode]);
          if (!rows[0]) return 'not-found';
          // A replay does not depend on the state of the case (D55).
          if (once && (await ask(database, rememberAnswer, rowOf(once, response))).count === 0)
            return recall(database, once);
          const changed = accept(rows[0].body);
          if (typeof changed === 'string') return changed;
          return change(database, changed, eventOf?.(changed));
        },
      ),

    async hasKey(id) {
      const { count } = await ask(pool, findKey, [digestOf(id), new Date(Date.now() - keptFor)]);
      return count === 1;
    },
  };
}

async function change(
  database: Database,
  changed: Case,
  event: OutboxEvent | undefined,
): Promise<'done' | EvidenceRejection> {
  const artifact: Artifact | undefined = changed.artifacts.at(-1);
  const announced = event
    ? [event.id, event.tenant, event.body, event.attempts, new Date(event.due)]
    : Array(5).fill(null);
  const values = [changed.id, JSON.stringify(changed), changed.status, artifact?.id, ...announced];
  const { count } = await ask(database, changeCase, values);
  return count === 1 ? 'done' : 'case-closed';
}

// A digest: however long a key and the path it was sent to are, the index stays narrow.
const digestOf = (id: string) => hash('sha256', id, 'buffer');

const rowOf = (once: IdempotencyKey, response: Success) => [
  digestOf(once.id),
  once.fingerprint,
  JSON.stringify(response),
  new Date(),
  new Date(Date.now() - keptFor),
];

/** The result for a key that was used before. */
async function recall<A extends Success>(database: Database, once: IdempotencyKey): Promise<Outcome<A, Rejection>> {
  const { rows } = await ask<{ fingerprint: string; answer: A }>(database, recallAnswer, [digestOf(once.id)]);
  return rows[0]!.fingerprint === once.fingerprint ? { replay: rows[0]!.answer } : 'idempotency-key-reused';
}
