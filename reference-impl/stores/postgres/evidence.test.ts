import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Pool } from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { createDatabase } from '../../../tools/postgres/server.ts';
import { type Evidence, Unavailable } from '../../ports.ts';
import { defaultParts } from '../../compose.ts';
import { jpeg } from '../../testing/client.ts';
import { serve } from '../../testing/service.ts';
import { readEvidence } from './evidence.ts';
import { openPostgres, sweep } from './open.ts';

let pool: Pool;
let opened: Awaited<ReturnType<typeof openPostgres>>;
let evidence: Evidence;
beforeEach(async () => {
  const connectionString = await createDatabase(inject('postgres'));
  pool = new Pool({ connectionString });
  opened = await openPostgres(connectionString, defaultParts().log);
  evidence = opened.evidence;
});
afterEach(async () => {
  await opened.store.close();
  await pool.end();
});

const kept = (id: string) => buffer(readEvidence(pool, id));
const rows = async () =>
  (await pool.query<{ size: number }>('SELECT length(bytes) AS size FROM pieces ORDER BY place')).rows;

it.each([
  ['nothing', [], [0]],
  ['a byte', [1], [1]],
  ['a row', [262_144], [262_144]],
  ['a row and a byte', [262_145], [262_144, 1]],
  ['many pieces', Array(10).fill(70_001), [262_144, 262_144, 175_722]],
])('%s is kept in rows of 256 KiB and read as it was written', async (_, sizes: number[], held) => {
  const written = sizes.map((size) => randomBytes(size));
  const incoming = await evidence.receive();
  for (const piece of written) await incoming.write(piece);
  await incoming.keep('art_1');

  expect(await kept('art_1')).toEqual(Buffer.concat(written));
  expect((await rows()).map(({ size }) => size)).toEqual(held);
});

it.each([10, 600_000])('%d bytes are removed when they are discarded, kept or not, once or twice', async (size) => {
  const [arriving, whole, untouched] = await Promise.all([evidence.receive(), evidence.receive(), evidence.receive()]);
  for (const incoming of [arriving, whole]) await incoming.write(randomBytes(size));
  await whole.keep('art_1');
  await Promise.all([arriving, whole, untouched, whole].map((incoming) => incoming.discard()));

  expect(await rows()).toEqual([]);
});

it('removes the bytes of a process that crashed when no upload can be so old, and no others', async () => {
  const service = await serve({ ...opened, store: { ...opened.store, close: async () => {} } });
  const id = await service.open();
  const file = jpeg('recorded '.repeat(50_000));
  const { body } = await service.upload(id, { file });
  await service.close();
  const arriving = await Promise.all([evidence.receive(), evidence.receive()]);
  for (const [at, size] of [600_000, 524_288].entries()) await arriving[at]!.write(randomBytes(size));
  const unrecorded = await evidence.receive();
  await unrecorded.keep('art_1');
  const files = async () => (await pool.query('SELECT FROM evidence')).rowCount;

  await sweep(pool);
  expect(await files()).toBe(4);
  await sweep(pool, Date.now() + 3_600_000);
  expect(await files()).toBe(1);
  expect((await kept(body.id!)).equals(file)).toBe(true);
  for (const incoming of arriving) await expect(incoming.keep('art_2')).rejects.toThrow(Unavailable);
});

it('responses are swept when their keys have expired', async () => {
  const day = 24 * 3_600_000;
  const response = { status: 201, body: {} };
  const opening = { id: 'case_1', status: 'PENDING' } as Parameters<typeof opened.store.openCase>[1];
  await opened.store.openCase({ tenant: 'one', mode: 'live' }, opening, { id: 'k', fingerprint: 'f' }, response);
  const responses = async () => (await pool.query('SELECT FROM answers')).rowCount;

  await sweep(pool, Date.now() + day);
  expect(await responses()).toBe(1);
  await sweep(pool, Date.now() + day + 120_000);
  expect(await responses()).toBe(0);
});
