import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject, it } from 'vitest';
import { createDatabase } from '../../../tools/postgres/server.ts';
import { staysSmall } from '../../testing/memory.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'memory-'))));
afterAll(() => rm(folder, { recursive: true }));

it('needs no more memory than the embedded store when the evidence goes into a database', async () =>
  staysSmall(folder, { DATABASE_URL: await createDatabase(inject('postgres')) }));
