import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEvidence } from './evidence.ts';

let folder: string;
const list = () => readdir(folder);
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'evidence-'))));
afterEach(() => rm(folder, { recursive: true }));

it('keeps the bytes under their id', async () => {
  const file = await (await openEvidence(folder, new Set())).receive();
  await file.write(Buffer.from('a'));
  await file.write(Buffer.from('b'));
  await file.keep('art_1');

  expect(await list()).toEqual(['art_1']);
  expect(await readFile(join(folder, 'art_1'), 'utf8')).toBe('ab');
});

it('removes discarded bytes, stored or not, once or twice', async () => {
  const evidence = await openEvidence(folder, new Set());
  const [arriving, kept] = [await evidence.receive(), await evidence.receive()];
  await kept.keep('art_1');
  for (const file of [arriving, kept, arriving]) await file.discard();

  expect(await list()).toEqual([]);
});

it('removes the bytes that a crash left behind, and no others', async () => {
  for (const name of ['arriving_x', 'art_0', 'art_1', 'notes.txt']) await writeFile(join(folder, name), '');

  await openEvidence(folder, new Set(['art_1']));

  expect(await list()).toEqual(['art_1', 'notes.txt']);
});
