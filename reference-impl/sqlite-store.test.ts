import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Artifact, Case } from './contract.ts';
import type { Caller } from './keys.ts';
import { openSqliteStore } from './sqlite-store.ts';
import type { Store } from './store.ts';

const caller: Caller = { tenant: 'one', mode: 'sandbox' };
const answer = { status: 201, headers: { Location: '/cases/1' }, body: { first: true } };
const once = { id: 'k', fingerprint: 'f' };
const caseOf = (id: string): Case => ({
  id,
  type: 'PF',
  reference: 'r',
  status: 'PENDING',
  score: 0,
  reasons: [],
  artifacts: [],
  created_at: '2026-01-01T00:00:00.000Z',
  decided_at: null,
});
const withArtifact = (to: Case): Case => ({
  ...to,
  artifacts: [...to.artifacts, { id: `art_${to.artifacts.length}` } as Artifact],
});

let folder: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'));
  store = openSqliteStore(join(folder, 'cases.sqlite'));
});
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
  rmSync(folder, { recursive: true });
});

describe('a case', () => {
  it('is seen by its tenant and mode only', async () => {
    await store.openCase(caller, caseOf('1'), undefined, answer);

    expect(await store.findCase(caller, '1')).toEqual(caseOf('1'));
    for (const other of [
      { ...caller, tenant: 'two' },
      { ...caller, mode: 'live' as const },
    ]) {
      expect(await store.findCase(other, '1')).toBeUndefined();
      expect(await store.acceptArtifact(other, '1', withArtifact, undefined, answer)).toBe('not-found');
    }
  });

  it('is as it was when a step fails', async () => {
    await store.openCase(caller, caseOf('1'), undefined, answer);
    const failing = () => {
      throw new Error('within');
    };

    await expect(store.acceptArtifact(caller, '1', failing, once, answer)).rejects.toThrow('within');
    await expect(store.openCase(caller, caseOf('1'), once, answer)).rejects.toThrow('UNIQUE');

    expect(await store.findCase(caller, '1')).toEqual(caseOf('1'));
    expect(await store.openCase(caller, caseOf('2'), once, answer)).toBe('done');
  });

  it('is there after the store was opened again', async () => {
    await store.openCase(caller, caseOf('1'), once, answer);
    await store.acceptArtifact(caller, '1', withArtifact, undefined, answer);
    await store.close();
    store = openSqliteStore(join(folder, 'cases.sqlite'));

    expect((await store.findCase(caller, '1'))?.artifacts).toHaveLength(1);
    expect(await store.artifactIds()).toEqual(new Set(['art_0']));
    expect(await store.openCase(caller, caseOf('2'), once, answer)).toEqual({ replay: answer });
  });
});

describe('a key', () => {
  it('replays for the same payload, whatever became of the case, and refuses another', async () => {
    await store.openCase(caller, caseOf('1'), undefined, answer);
    await store.acceptArtifact(caller, '1', withArtifact, once, answer);
    const closed = () => 'case-closed' as const;

    expect(await store.acceptArtifact(caller, '1', closed, once, answer)).toEqual({ replay: answer });
    const other = { ...once, fingerprint: 'g' };
    expect(await store.acceptArtifact(caller, '1', closed, other, answer)).toBe('idempotency-key-reused');
    expect((await store.findCase(caller, '1'))?.artifacts).toHaveLength(1);
  });

  it('is not kept for a refusal', async () => {
    await store.openCase(caller, caseOf('1'), undefined, answer);

    expect(await store.acceptArtifact(caller, '1', () => 'case-closed', once, answer)).toBe('case-closed');
    expect(await store.acceptArtifact(caller, '1', withArtifact, once, answer)).toBe('done');
  });

  it('is kept for 24 hours', async () => {
    vi.useFakeTimers({ now: 0, toFake: ['Date'] });
    await store.openCase(caller, caseOf('1'), once, answer);

    vi.setSystemTime(24 * 60 * 60 * 1000 - 1);
    expect(await store.openCase(caller, caseOf('2'), once, answer)).toEqual({ replay: answer });
    vi.setSystemTime(24 * 60 * 60 * 1000);
    expect(await store.openCase(caller, caseOf('2'), once, answer)).toBe('done');
  });
});

it('a store has one owner', () => {
  expect(() => openSqliteStore(join(folder, 'cases.sqlite'))).toThrow('database is locked');
});
