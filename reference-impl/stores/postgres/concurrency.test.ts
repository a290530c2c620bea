import { Pool } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { createDatabase } from '../../../tools/postgres/server.ts';
import { defaultParts } from '../../compose.ts';
import { describeConcurrency } from '../../testing/concurrency.ts';
import { serve } from '../../testing/service.ts';
import { openPostgres } from './open.ts';

let services: Awaited<ReturnType<typeof serve>>[];
let pool: Pool;
beforeAll(async () => {
  const connectionString = await createDatabase(inject('postgres'));
  pool = new Pool({ connectionString });
  const start = async () => serve(await openPostgres(connectionString, defaultParts().log));
  services = await Promise.all([start(), start(), start()]);
});
afterAll(async () => {
  for (const { close } of services) await close();
  await pool.end();
});

describeConcurrency(
  () => services,
  async () => {
    const { rows } = await pool.query<{ artifact: string }>('SELECT artifact FROM evidence');
    return rows.map(({ artifact }) => artifact);
  },
);
