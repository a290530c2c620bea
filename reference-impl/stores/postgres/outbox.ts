import type { Pool, PoolClient } from 'pg';
import type { Claim, NextAttempt, OutboxEvent, Store } from '../../ports.ts';
import { ask, type Database, type Statement, usable } from './database.ts';

/** A row of the outbox. */
type Row = Omit<OutboxEvent, 'due'> & { due: Date };

const due = 'FROM outbox WHERE tenant = $1 AND due <= $2';
const anyDue: Statement = { name: 'any event due', text: `SELECT ${due} LIMIT 1` };
const claim: Statement = {
  name: 'claim event',
  text: `SELECT id, tenant, body, attempts, due ${due} ORDER BY due LIMIT 1 FOR UPDATE SKIP LOCKED`,
};
const putOff: Statement = { name: 'put event off', text: 'UPDATE outbox SET attempts = $2, due = $3 WHERE id = $1' };
const remove: Statement = { name: 'remove event', text: 'DELETE FROM outbox WHERE id = $1' };

/** Of the connections for claims, how many the events of one tenant may have: an endpoint that hangs leaves room for others. */
const mostOfTenant = 4;

/**
 * The events that are still to be sent. A claim is a row lock: it lasts as long as the transaction of the connection that
 * took it, so that a process which ends, however it does, leaves its events to the others at once.
 *
 * @param pool for short statements
 * @param claims for the claims, a connection each
 */
export function outboxIn(pool: Pool, claims: Pool): Pick<Store, 'claimEvent'> {
  const held = new Map<string, number>();
  const count = (tenant: string, more: number) => held.set(tenant, (held.get(tenant) ?? 0) + more);
  const isFull = (tenant: string) =>
    (held.get(tenant) ?? 0) >= mostOfTenant || (claims.totalCount === claims.options.max && claims.idleCount === 0);
  return {
    async claimEvent(tenant, now) {
      // Usually nothing is due, and then no connection is needed.
      if (isFull(tenant) || (await ask(pool, anyDue, [tenant, new Date(now)])).count === 0) return undefined;
      const client = await usable(claims.connect());
      count(tenant, 1);
      const release = (broken: boolean) => {
        client.release(broken);
        count(tenant, -1);
      };
      try {
        await usable(client.query('BEGIN'));
        const { rows } = await ask<Row>(client, claim, [tenant, new Date(now)]);
        if (rows[0]) return claimOf(rows[0], client, pool, release);
        await usable(client.query('ROLLBACK'));
        release(false);
        return undefined;
      } catch (error) {
        release(true);
        throw error;
      }
    },
  };
}

function claimOf(row: Row, client: PoolClient, pool: Pool, release: (broken: boolean) => void): Claim {
  const write = (database: Database, next: NextAttempt) =>
    next ? ask(database, putOff, [row.id, next.attempts, new Date(next.due)]) : ask(database, remove, [row.id]);
  return {
    event: { ...row, due: row.due.getTime() },
    async finish(next) {
      try {
        await write(client, next);
        await usable(client.query('COMMIT'));
        release(false);
      } catch {
        release(true);
        // The claim is lost with its connection, but the result of the attempt is still known.
        await write(pool, next);
      }
    },
  };
}
