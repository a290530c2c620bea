// Three processes on one database, behind a proxy that asks each in turn: the suite judges them as one service.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { gateTo } from '../../../reference-impl/stores/postgres/testing/gate.ts';
import { type Replicas, startReplicas } from '../../../reference-impl/stores/postgres/testing/replicas.ts';
import { createDatabase } from '../../../tools/postgres/server.ts';
import { referenceKeys, referenceSecrets } from '../../../conformance/reference/start.ts';
import { bearerKey } from '../../../conformance/wire/exchange.ts';
import { Receiver } from '../../../conformance/wire/receiver.ts';
import { judgeService } from '../../../conformance/run/service.ts';
import type { Manifest } from '../../../conformance/manifest.ts';

let folder: string;
let receiver: Receiver;
let gate: Awaited<ReturnType<typeof gateTo>>;
let replicas: Replicas;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replicas-'));
  receiver = await Receiver.open({ host: '127.0.0.1', port: 0 });
  gate = await gateTo(receiver.url);
  const env = { DATABASE_URL: await createDatabase(inject('postgres')), WEBHOOK_URL: gate.url };
  replicas = await startReplicas(3, folder, env);
});
afterAll(async () => {
  await replicas.stop();
  gate.stop();
  receiver.close();
  await rm(folder, { recursive: true });
});

test(
  'they are conformant, with all that can be claimed, while one after the other is killed',
  { timeout: 180_000 },
  async () => {
    let kills = 0;
    let running = true;
    const killing = async () => {
      for (; running; kills += 1) {
        // On a busy machine a process needs more than a second to start.
        await setTimeout(2500);
        await gate.whileClosed(replicas.kill);
      }
    };
    const manifest: Manifest = {
      baseUrl: replicas.proxy.url,
      key: bearerKey,
      id: '/id',
      claims: ['sandbox', 'webhooks', 'live-key'],
      keys: referenceKeys,
      webhook: { receiver, ...referenceSecrets },
    };
    const [{ results, outcome }] = await Promise.all([
      judgeService(manifest).finally(() => (running = false)),
      killing(),
    ]);

    const notWell = results.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable');
    expect(notWell.map(({ requirement, reason }) => `${requirement.id}: ${reason}`)).toEqual([]);
    // Without --slow, which takes a minute more.
    expect(outcome.headline).toBe('CONFORMANT (full; not judged: what needs --slow)');
    expect(kills).toBeGreaterThan(2);
  },
);
