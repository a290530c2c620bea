import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createDatabase } from '../../../tools/postgres/server.ts';
import { actions, expectAll, expectConsistent, type Guarantee, startReceiver } from '../../testing/actions.ts';
import { readEvidence } from './evidence.ts';
import { gateTo } from './testing/gate.ts';
import { type Replicas, startReplicas } from './testing/replicas.ts';

const rounds = 4;
const kills = 2 * rounds;
const clients = 4;

let folder: string;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let gate: Awaited<ReturnType<typeof gateTo>>;
let pool: Pool;
let replicas: Replicas;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crash-'));
  receiver = await startReceiver();
  receiver.acknowledges = true;
  gate = await gateTo(receiver.url);
  const connectionString = await createDatabase(inject('postgres'));
  pool = new Pool({ connectionString });
  replicas = await startReplicas(3, folder, { DATABASE_URL: connectionString, WEBHOOK_URL: gate.url });
});
afterAll(async () => {
  await replicas.stop();
  gate.stop();
  receiver.close();
  await pool.end();
  await rm(folder, { recursive: true });
});

/** Lets clients work while, of three processes, two at a time are killed under them. */
async function lives(guarantees: Guarantee[]): Promise<void> {
  let working = true;
  const work = async (client: number) => {
    for (let turn = 0; working; turn += 1) {
      const act = actions[(client + turn) % actions.length]!;
      await act(replicas.cases, `${client}-${turn}`, (guarantee) => void guarantees.push(guarantee));
    }
  };
  const killing = async () => {
    for (let round = 0; round < rounds; round += 1)
      await gate.whileClosed(() => Promise.all([replicas.kill(), replicas.kill()]));
    working = false;
  };
  await Promise.all([killing(), ...Array.from({ length: clients }, (_, client) => work(client))]);
}

it(
  `three processes are killed ${kills} times in all, and all that was acknowledged is there, once`,
  { timeout: 180_000 },
  async () => {
    const guarantees: Guarantee[] = [];
    await lives(guarantees);

    expect(replicas.proxy.repeated()).toBeGreaterThan(0);
    expect(guarantees.length).toBeGreaterThan(kills * clients);
    await expectAll(guarantees, replicas.cases, receiver.announced);
    expect(await replicas.stop()).toEqual([0, 0, 0]);
    // Three processes deliver, and each event is delivered by only one of them.
    expect(new Set(receiver.announced.values())).toEqual(new Set([1]));
    const { rows } = await pool.query<{ body: unknown }>('SELECT body FROM cases');
    const recorded = await expectConsistent(
      rows.map(({ body }) => body),
      (artifact) => buffer(readEvidence(pool, artifact)),
    );
    const { rows: kept } = await pool.query<{ artifact: string }>('SELECT artifact FROM evidence WHERE recorded');
    expect(kept.map(({ artifact }) => artifact).toSorted()).toEqual(recorded.map(({ id }) => id).toSorted());
  },
);
