import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvidence } from '../stores/evidence.ts';
import { jpeg } from '../testing/client.ts';
import { file, form, kind, uploadRaw } from '../testing/raw.ts';
import { serve } from '../testing/service.ts';

const mebibyte = 1024 * 1024;
const largest = 10 * mebibyte;

let service: Awaited<ReturnType<typeof serve>>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upload-'));
  service = await serve({ evidence: await openEvidence(folder, new Set()) });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const big = (size: number) => Buffer.concat([jpeg(''), Buffer.alloc(size - 3)]);

it('a rejected upload leaves no file behind', async () => {
  const rejected = [
    form([kind(), file(), { header: 'Content-Disposition: form-data; name="note"', content: 'x' }]),
    form([kind(), file(), kind()]),
    form([kind(), file('hello', '')]),
    form([kind(), file()], { last: '' }),
    form([kind(), file(big(largest + 1))]),
  ];
  const other = await mkdtemp(join(tmpdir(), 'upload-'));
  const durable = await serve({ evidence: await openEvidence(other, new Set()) });
  const id = await durable.open();

  for (const body of rejected) expect((await uploadRaw(durable.url, id, body)).status).toBeGreaterThanOrEqual(400);

  expect(await readdir(other)).toEqual([]);
  await durable.close();
  await rm(other, { recursive: true });
});

describe('a file', () => {
  it('is never held in memory as a whole', async () => {
    const id = await service.open();
    const body = form([kind(), file(big(largest))]);
    await uploadRaw(service.url, id, body);
    let most = 0;
    const before = process.memoryUsage.rss();
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss() - before)), 5);

    const responses = await Promise.all(Array.from({ length: 20 }, () => uploadRaw(service.url, id, body)));

    clearInterval(watch);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(19);
    expect(most).toBeLessThan(100 * mebibyte);
  });

  it('counts towards twenty, also when they come in parallel', async () => {
    const id = await service.open();

    const responses = await Promise.all(Array.from({ length: 21 }, () => service.upload(id)));

    expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(20).fill(201), 409]);
    const { body } = await service.read(id);
    const ids = (body['artifacts'] as { id: string }[]).map((artifact) => artifact.id);
    expect(new Set(ids).size).toBe(20);
    const kept = await readdir(folder);
    expect(kept).toEqual(expect.arrayContaining(ids));
    expect(kept.filter((name) => !name.startsWith('art_'))).toEqual([]);
  });
});
