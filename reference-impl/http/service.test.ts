import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openEvidence } from '../stores/evidence.ts';
import { defaultParts } from '../compose.ts';
import { createService } from './service.ts';
import { openSqliteStore } from '../stores/sqlite/store.ts';
import { keys } from '../testing/client.ts';
import { file, form, kind, sendRaw } from '../testing/raw.ts';
import { serve } from '../testing/service.ts';

describe('a case', () => {
  it('is not decided before it was created, even if the clock is set back', async () => {
    const times = ['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'];
    const other = await serve({ now: () => new Date(times.shift()!) });
    const id = await other.open('sandbox:deny');
    await other.upload(id);

    const decided = (await other.read(id)).body;
    expect(decided).toMatchObject({ status: 'DENIED', decided_at: '2026-01-02T00:00:00.000Z' });
    await other.close();
  });
});

it('a repetition without a body learns that its request was answered, if it was', async () => {
  const cases = await serve();
  const id = await cases.open();
  const headers = { 'Idempotency-Key': 'one' };
  await cases.create(undefined, { headers });
  await cases.upload(id, {}, { headers });
  const emptyOf = (path: string, type: string, key: string) =>
    fetch(`${cases.url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${keys.one}`, 'Content-Type': type, 'Idempotency-Key': key },
    });
  const answers = async (key: string) => {
    const empty = [
      await emptyOf('/cases', 'application/json', key),
      await emptyOf(`/cases/${id}/artifacts`, 'multipart/form-data; boundary=x', key),
    ];
    const { body } = await cases.upload(id, { file: Buffer.alloc(0) }, { headers: { 'Idempotency-Key': key } });
    const problems = (await Promise.all(empty.map((each) => each.json()))) as (typeof body)[];
    return [...problems, body].map(({ status, detail }) => `${String(status)} ${String(detail)}`);
  };

  for (const answer of await answers('one'))
    expect(answer).toMatch(/^422 A request with this key was already answered/);
  for (const answer of await answers('two')) expect(answer).not.toContain('answered');
  await cases.close();
});

describe('a service', () => {
  const handles = () => readdirSync('/dev/fd').length;

  it('frees everything when it closes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'service-'));
    const live = async () => {
      const store = openSqliteStore(join(folder, 'cases.sqlite'));
      const other = await serve({ store, evidence: await openEvidence(folder, await store.artifactIds()) });
      const id = await other.open();
      await other.upload(id);
      await other.upload(id, { kind: 'NOPE' });
      await cutUpload(other.url, id);
      await other.close();
    };
    await live();
    const before = handles();

    for (let round = 0; round < 20; round += 1) await live();

    // A request whose client went away may still be tidying up.
    await vi.waitFor(() => expect(handles()).toBeLessThanOrEqual(before));
    await rm(folder, { recursive: true, force: true });
  });

  it('completes running requests when it closes, rejects new ones, and then closes the connections', async () => {
    let reached = () => {};
    let release = () => {};
    const running = new Promise<void>((resolve) => (reached = resolve));
    const held = new Promise<void>((resolve) => (release = resolve));
    const store = openSqliteStore(':memory:');
    const slow = async () => {
      reached();
      await held;
      return undefined;
    };
    const other = createService({ store: { ...store, findCase: slow } });
    const request = { path: '/cases/x', headers: { Connection: 'keep-alive' } };
    const url = await other.listen({ port: 0, host: '127.0.0.1' });
    const response = sendRaw(url, request);
    await running;
    const closed = other.close();
    const late = await sendRaw(url, request);
    release();

    expect(late).toMatchObject({
      status: 503,
      headers: { connection: 'close', 'retry-after': '5' },
      body: { type: '/problems/unavailable' },
    });
    expect(await response).toMatchObject({ status: 404, headers: { connection: 'close' } });
    await closed;
    await expect(sendRaw(url, request)).rejects.toThrow('ECONNREFUSED');
  });

  it('cuts requests that do not end when it closes', async () => {
    const store = openSqliteStore(':memory:');
    let reached = () => {};
    const running = new Promise<void>((resolve) => (reached = resolve));
    const limits = { ...defaultParts().limits, closeTime: 1 };
    const findCase = () => {
      reached();
      return new Promise<never>(() => {});
    };
    const other = createService({ store: { ...store, findCase }, limits });
    const response = sendRaw(await other.listen({ port: 0, host: '127.0.0.1' }), { path: '/cases/x' });
    await running;

    await Promise.all([other.close(), expect(response).rejects.toThrow('socket hang up')]);
  });
});

/** Begins an upload and cuts the connection in the middle of the file. */
async function cutUpload(url: string, id: string): Promise<void> {
  const head = `POST /cases/${id}/artifacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.one}\r\n`;
  const type = 'Content-Type: multipart/form-data; boundary=limit\r\nContent-Length: 1000\r\n\r\n';
  await new Promise<void>((resolve) => {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.write(head + type + form([kind(), file('%PDF-')], { last: '' }).toString(), () => socket.destroy());
    });
    socket.on('close', () => resolve());
  });
}
