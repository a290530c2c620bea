import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Artifact, Case } from '../domain/contract.ts';
import type { Caller, OutboxEvent, Store } from '../ports.ts';

const caller: Caller = { tenant: 'one', mode: 'sandbox' };
const response = { status: 201, headers: { Location: '/cases/1' }, body: { first: true } };
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

/** The store of the running test, and a way to open the same data again. */
interface Opened {
  store: Store;
  reopen: () => Promise<void>;
}

/**
 * Tests of every store.
 *
 * @param open opens a store of the same data in each test, of other data in the next
 */
export function describeStore(open: () => Store | Promise<Store>): void {
  const opened = {} as Opened;
  opened.reopen = async () => {
    await opened.store.close();
    opened.store = await open();
  };
  beforeEach(async () => void (opened.store = await open()));
  afterEach(async () => {
    vi.useRealTimers();
    await opened.store.close();
  });

  describe('a case', () => {
    describeCases(opened);
  });
  describe('a key', () => {
    describeKeys(opened);
  });
  describe('steps at once', () => {
    describeParallelSteps(opened);
  });
  describe('an event', () => {
    describeEvents(opened);
  });
}

function describeCases(opened: Opened): void {
  it('is seen by its tenant and mode only', async () => {
    await opened.store.openCase(caller, caseOf('1'), undefined, response);

    expect(await opened.store.findCase(caller, '1')).toEqual(caseOf('1'));
    for (const other of [
      { ...caller, tenant: 'two' },
      { ...caller, mode: 'live' as const },
    ]) {
      expect(await opened.store.findCase(other, '1')).toBeUndefined();
      expect(await opened.store.acceptArtifact(other, '1', withArtifact, undefined, response)).toBe('not-found');
    }
  });

  it.each(['\0', '1\0', '\uffff', "1' OR '1", '1'.repeat(60_000)])('is unknown by another id', async (id) => {
    await opened.store.openCase(caller, caseOf('1'), undefined, response);

    expect(await opened.store.findCase(caller, id)).toBeUndefined();
    expect(await opened.store.acceptArtifact(caller, id, withArtifact, undefined, response)).toBe('not-found');
  });

  it('is as it was when a step fails', async () => {
    await opened.store.openCase(caller, caseOf('1'), undefined, response);
    const failing = () => {
      throw new Error('within');
    };

    await expect(opened.store.acceptArtifact(caller, '1', failing, once, response)).rejects.toThrow('within');
    await expect(opened.store.openCase(caller, caseOf('1'), once, response)).rejects.toThrow(/unique/i);

    expect(await opened.store.findCase(caller, '1')).toEqual(caseOf('1'));
    expect(await opened.store.openCase(caller, caseOf('2'), once, response)).toBe('done');
  });

  it('is there after the store was opened again', async () => {
    await opened.store.openCase(caller, caseOf('1'), once, response);
    await opened.store.acceptArtifact(caller, '1', withArtifact, undefined, response);
    await opened.reopen();

    expect((await opened.store.findCase(caller, '1'))?.artifacts).toHaveLength(1);
    expect(await opened.store.openCase(caller, caseOf('2'), once, response)).toEqual({ replay: response });
  });
}

function describeKeys(opened: Opened): void {
  it('replays for the same payload, whatever the state of the case, and rejects another', async () => {
    await opened.store.openCase(caller, caseOf('1'), undefined, response);
    await opened.store.acceptArtifact(caller, '1', withArtifact, once, response);
    const closed = () => 'case-closed' as const;

    expect(await opened.store.acceptArtifact(caller, '1', closed, once, response)).toEqual({ replay: response });
    const other = { ...once, fingerprint: 'g' };
    expect(await opened.store.acceptArtifact(caller, '1', closed, other, response)).toBe('idempotency-key-reused');
    expect((await opened.store.findCase(caller, '1'))?.artifacts).toHaveLength(1);
  });

  it('is not kept for a rejection', async () => {
    await opened.store.openCase(caller, caseOf('1'), undefined, response);

    expect(await opened.store.acceptArtifact(caller, '1', () => 'case-closed', once, response)).toBe('case-closed');
    expect(await opened.store.acceptArtifact(caller, '1', withArtifact, once, response)).toBe('done');
  });

  it('is kept for 24 hours', async () => {
    vi.useFakeTimers({ now: 0, toFake: ['Date'] });
    await opened.store.openCase(caller, caseOf('1'), once, response);

    vi.setSystemTime(24 * 60 * 60 * 1000 - 1);
    expect(await opened.store.openCase(caller, caseOf('2'), once, response)).toEqual({ replay: response });
    expect([await opened.store.hasKey(once.id), await opened.store.hasKey('another')]).toEqual([true, false]);
    vi.setSystemTime(24 * 60 * 60 * 1000);
    expect(await opened.store.hasKey(once.id)).toBe(false);
    expect(await opened.store.openCase(caller, caseOf('2'), once, response)).toBe('done');
  });
}

function describeParallelSteps(opened: Opened): void {
  const atOnce = <T>(many: number, act: (at: number) => Promise<T>) =>
    Promise.all(Array.from({ length: many }, (_, at) => act(at)));

  it('with one key one is carried out, and the others replay it', async () => {
    const outcomes = await atOnce(20, (at) => opened.store.openCase(caller, caseOf(`${at}`), once, response));

    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome !== 'done')).toEqual(Array(19).fill({ replay: response }));
    const found = await atOnce(20, (at) => opened.store.findCase(caller, `${at}`));
    expect(found.filter((each) => each !== undefined)).toHaveLength(1);
  });

  it('add to a case what each of them sees room for', async () => {
    await opened.store.openCase(caller, caseOf('1'), undefined, response);
    const upToFive = (to: Case) => (to.artifacts.length < 5 ? withArtifact(to) : 'artifact-limit-reached');
    const outcomes = await atOnce(20, () => opened.store.acceptArtifact(caller, '1', upToFive, undefined, response));

    expect(outcomes.toSorted()).toEqual([...Array(15).fill('artifact-limit-reached'), ...Array(5).fill('done')]);
    const { artifacts } = (await opened.store.findCase(caller, '1'))!;
    expect(artifacts.map(({ id }) => id)).toEqual(['art_0', 'art_1', 'art_2', 'art_3', 'art_4']);
  });
}

function describeEvents(opened: Opened): void {
  const event: OutboxEvent = { id: 'msg_1', tenant: 'one', body: '{"a": "\u00e9"}', attempts: 0, due: 1000 };
  const announce = (more: Partial<OutboxEvent> = {}) =>
    opened.store.acceptArtifact(caller, '1', withArtifact, undefined, response, () => ({ ...event, ...more }));
  beforeEach(async () => void (await opened.store.openCase(caller, caseOf('1'), undefined, response)));

  it('is claimed when its time has come, by one of many, as it was announced', async () => {
    await announce();

    expect(await opened.store.claimEvent('one', 999)).toBeUndefined();
    expect(await opened.store.claimEvent('two', 1000)).toBeUndefined();
    const claims = await Promise.all([1, 2, 3].map(() => opened.store.claimEvent('one', 1000)));
    const [claim, ...more] = claims.filter((each) => each !== undefined);
    expect(claim!.event).toEqual(event);
    expect(more).toEqual([]);
    expect(await opened.store.claimEvent('one', 1000)).toBeUndefined();
    await claim!.finish(undefined);
    expect(await opened.store.claimEvent('one', 9000)).toBeUndefined();
  });

  it('is sent again after it was postponed', async () => {
    await announce();
    await announce({ id: 'msg_2', due: 3000 });
    const claim = await opened.store.claimEvent('one', 1000);
    await claim!.finish({ attempts: 1, due: 2000.5 });

    expect(await opened.store.claimEvent('one', 1999)).toBeUndefined();
    const again = await opened.store.claimEvent('one', 9000);
    expect(again!.event).toMatchObject({ id: 'msg_1', attempts: 1 });
    const other = await opened.store.claimEvent('one', 9000);
    expect(other!.event).toMatchObject({ id: 'msg_2', attempts: 0 });
    for (const each of [again!, other!]) await each.finish(undefined);
  });

  it('is not announced by a step that is rejected', async () => {
    const rejected = () => 'case-closed' as const;
    await opened.store.acceptArtifact(caller, '1', rejected, undefined, response, () => event);
    expect(await opened.store.claimEvent('one', 9000)).toBeUndefined();
  });
}
