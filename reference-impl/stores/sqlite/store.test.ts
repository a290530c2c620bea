import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Case } from '../../domain/contract.ts';
import { openSqliteStore } from './store.ts';
import { describeStore } from '../../testing/store.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'store-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => openSqliteStore(join(folder, 'cases.sqlite'));

describe('the SQLite store', () => {
  describeStore(open);
});

it('a store has one owner', async () => {
  const store = open();

  expect(open).toThrow('database is locked');
  await store.close();
});

it('a store lists the artifacts of all cases', async () => {
  const store = open();
  const caller = { tenant: 'one', mode: 'sandbox' } as const;
  const opened = (id: string) => ({ id, artifacts: [{ id: `art_${id}` }] }) as Case;
  for (const id of ['1', '2']) await store.openCase(caller, opened(id), undefined, { status: 201, body: {} });

  expect(await store.artifactIds()).toEqual(new Set(['art_1', 'art_2']));
  await store.close();
});
