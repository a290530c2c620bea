import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { staysSmall } from '../../testing/memory.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'memory-'))));
afterAll(() => rm(folder, { recursive: true }));

it('holds a thousand idle connections and thirty parallel uploads of 10 MiB in less than 250 MiB', () =>
  staysSmall(folder));
