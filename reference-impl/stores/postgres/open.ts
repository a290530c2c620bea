import type { Pool } from 'pg';
import type { Evidence, Store } from '../../ports.ts';
import type { Parts } from '../../parts.ts';
import { ask, openPool, type Statement } from './database.ts';
import { evidenceIn } from './evidence.ts';
import { migrate } from './migrations.ts';
import { outboxIn } from './outbox.ts';
import { casesIn, keptFor } from './store.ts';

/** Connections of one process at most. */
const connections = { work: 10, claims: 16 };

// An upload may take five minutes, and a claim the 15 seconds of a delivery.
const longestUpload = 60 * 60 * 1000;
const longestPause = { work: 10_000, claims: 30_000 };
const sweepPause = 60_000;

/**
 * The store and the evidence in a PostgreSQL database, whose tables are created when they are missing. Any number of
 * processes may share it.
 *
 * @throws what the driver throws when the database cannot be used
 */
export async function openPostgres(url: string, log: Parts['log']): Promise<{ store: Store; evidence: Evidence }> {
  const lost = (error: Error) => log.error(error);
  await migrate(url);
  const pool = openPool(url, connections.work, longestPause.work, lost);
  const claims = openPool(url, connections.claims, longestPause.claims, lost);
  const sweeping = setInterval(() => void sweep(pool).catch(lost), sweepPause);
  const store = {
    ...casesIn(pool),
    ...outboxIn(pool, claims),
    async close() {
      clearInterval(sweeping);
      await Promise.all([pool.end(), claims.end()]);
    },
  };
  return { store, evidence: evidenceIn(pool) };
}

const sweepAnswers: Statement = sweeping('answers', 'given <= $1');
const sweepEvidence: Statement = sweeping('evidence', 'begun <= $1 AND NOT recorded');

/** Removes up to 1000 rows that are no longer needed, and skips those that another process has locked. */
function sweeping(table: string, old: string): Statement {
  const some = `SELECT id FROM ${table} WHERE ${old} LIMIT 1000 FOR UPDATE SKIP LOCKED`;
  return { name: `sweep ${table}`, text: `DELETE FROM ${table} WHERE id = ANY (ARRAY(${some}))` };
}

/** Removes expired responses, and the bytes that a process left behind when it died. */
export async function sweep(pool: Pool, now = Date.now()): Promise<void> {
  const ages: [Statement, number][] = [
    [sweepAnswers, keptFor + sweepPause],
    [sweepEvidence, longestUpload],
  ];
  for (const [statement, age] of ages) while ((await ask(pool, statement, [new Date(now - age)])).count > 0);
}
