// Three processes on one database, behind a proxy that asks each in turn: the suite judges them as one service.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { gateTo } from '../../../reference-impl/stores/postgres/testing/gate.ts';
import { type Replicas, startReplicas } from '../../../reference-impl/stores/postgres/testing/replicas.ts';
import { createDatabase } from '../../../tools/postgres/server.ts';
import { referenceKeys, referenceSecrets } from '../../../conformance/reference/start.ts';
import { Receiver } from '../../../conformance/engine/receiver.ts';
import { judge } from '../../../conformance/run/judge.ts';

let folder: string;
let receiver: Receiver;
let gate: Awaited<ReturnType<typeof gateTo>>;
let replicas: Replicas;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replicas-'));
  receiver = await Receiver.open({ host: '127.0.0.1', port: 0 });
  gate = await gateTo(receiver.url);
  const env = { DATABASE_URL: await createDatabase(inject('postgres')), WEBHOOK_URL: gate.url };
  replicas = await startReplicas(3, folder, env);
});
afterEach(async () => {
  await replicas.stop();
  gate.stop();
  receiver.close();
  await rm(folder, { recursive: true });
});

// Without --slow, which takes a minute more.
const conformant = 'CONFORMANT (full; not checked: what needs --slow)';

/** The results of a whole run that need attention, and the outcome. */
async function judged(): Promise<string[]> {
  const { results, outcome } = await judge({
    baseUrl: replicas.proxy.url,
    key: { header: 'Authorization', template: 'Bearer {key}' },
    id: '/id',
    claims: ['sandbox', 'webhooks', 'live-key'],
    keys: referenceKeys,
    webhook: { receiver, slow: false, ...referenceSecrets },
  });
  const notWell = results.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable');
  return [...notWell.map(({ requirement, reason }) => `${requirement.id}: ${reason}`), outcome.headline];
}

test('they are conformant, with all that can be claimed', { timeout: 180_000 }, async () => {
  expect(await judged()).toEqual([conformant]);
});

test('they are so while one after the other is killed', { timeout: 180_000 }, async () => {
  let kills = 0;
  let running = true;
  const killing = async () => {
    for (; running; kills += 1) {
      await setTimeout(1000);
      await gate.whileClosed(replicas.kill);
    }
  };
  const [report] = await Promise.all([judged().finally(() => (running = false)), killing()]);

  expect(report).toEqual([conformant]);
  expect(kills).toBeGreaterThan(2);
});
