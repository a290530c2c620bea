// Measures what a case costs the database, on the tables themselves, after many cases were opened and decided.
import { Client } from 'pg';
import type { Artifact, Case } from '../../reference-impl/domain/contract.ts';
import { defaultParts } from '../../reference-impl/compose.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import { openPostgres } from '../../reference-impl/stores/postgres/open.ts';
import { print, row, whole } from './table.ts';

const cases = 4000;
const evidence = Buffer.alloc(1);
const caller = { tenant: 'one', mode: 'sandbox' } as const;
const reference = 'sandbox:approve#user-0123456789';

/** A case that is opened with a key, decided by its evidence, which has a key too, and announced. */
async function live(at: number, parts: Parts): Promise<void> {
  const opened = parts.newCase({ type: 'PF', reference }, parts);
  const fingerprint = 'f'.repeat(64);
  const created = { status: 201, headers: { Location: parts.locationOf(opened) }, body: opened };
  await parts.store.openCase(caller, opened, { id: `create ${at}`, fingerprint }, created);
  const file = await parts.evidence.receive();
  await file.write(evidence);
  const received = { ...file, type: 'image/jpeg' as const, size: 1, sha256: fingerprint };
  const artifact: Artifact = parts.newArtifact({ kind: 'ID_FRONT', file: received }, parts);
  await file.keep(artifact.id);
  await parts.store.acceptArtifact(
    caller,
    opened.id,
    (to: Case) => parts.accept(to, artifact, parts),
    { id: `upload ${at}`, fingerprint },
    { status: 201, body: artifact },
    (changed) => parts.eventOf(changed, caller, parts),
  );
}

/** Removes every event from the outbox. */
async function deliver({ store }: Parts): Promise<void> {
  for (;;) {
    const claim = await store.claimEvent('one', Date.now());
    if (!claim) return;
    await claim.finish(undefined);
  }
}

/** Prints the bytes per case in each table, its indexes, and the log that replicas and backups read. */
export async function printGrowth(url: string): Promise<void> {
  const original = defaultParts();
  const { store, evidence: kept } = await openPostgres(url, original.log);
  const endpoints = [{ tenant: 'one', url: 'https://receiver.example', secret: '' }];
  const parts = { ...original, store, evidence: kept, endpoints };
  const client = new Client({ connectionString: url });
  await client.connect();
  const written = async () =>
    Number((await client.query(`SELECT pg_current_wal_lsn() - '0/0' AS bytes`)).rows[0].bytes);
  const before = await written();
  const work = async (worker: number) => {
    for (let at = worker; at < cases; at += 8) await live(at, parts);
  };
  await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(work));
  await deliver(parts);
  const log = (await written()) - before;
  await store.close();
  // The outbox is empty now: its space is free for the next events.
  await client.query('VACUUM');
  const { rows } = await client.query(`
    SELECT relname, pg_table_size(relid)::integer AS data, pg_indexes_size(relid)::integer AS indexes,
      n_tup_upd::integer AS updates, n_tup_hot_upd::integer AS hot
    FROM pg_stat_user_tables WHERE relname <> 'migrations' ORDER BY relname`);
  print(`\nbytes of a case with one artifact and two keys, without the evidence; mean of ${whole(cases)}`);
  row(['', 'data', 'indexes', 'updates in page']);
  const each = (bytes: number) => whole(bytes / cases);
  for (const { relname, data, indexes, updates, hot } of rows)
    row([relname, each(data), each(indexes), updates === 0 ? '' : `${whole((100 * hot) / updates)} %`]);
  print(`${'log'.padEnd(16)}${each(log).padStart(14)}`);
  await client.end();
}
