import { beforeEach, describe, expect, inject, it } from 'vitest';
import { Client } from 'pg';
import { createDatabase } from '../../../tools/postgres/server.ts';
import { defaultParts } from '../../compose.ts';
import { describeStore } from '../../testing/store.ts';
import { openPostgres } from './open.ts';

let url: string;
beforeEach(async () => void (url = await createDatabase(inject('postgres'))));

const open = () => openPostgres(url, defaultParts().log);

describe('the PostgreSQL store', () => {
  describeStore(async () => (await open()).store);
});

it('the tables are made once, however many processes start at a time', async () => {
  const opened = await Promise.all(Array.from({ length: 8 }, open));
  await Promise.all(opened.map(({ store }) => store.close()));

  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SELECT version FROM migrations');
  await client.end();
  expect(rows).toEqual([{ version: 1 }]);
});
