import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openEvidence } from '../evidence.ts';
import { openSqliteStore } from './store.ts';
import { describeConcurrency } from '../../testing/concurrency.ts';
import { serve } from '../../testing/service.ts';

let service: Awaited<ReturnType<typeof serve>>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'concurrency-'));
  const store = openSqliteStore(join(folder, 'cases.sqlite'));
  service = await serve({ store, evidence: await openEvidence(join(folder, 'evidence'), new Set()) });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

describeConcurrency(
  () => [service],
  () => readdir(join(folder, 'evidence')),
);
