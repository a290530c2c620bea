import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actions, expectAll, expectConsistent, type Guarantee, startReceiver } from '../../testing/actions.ts';
import { ended, started } from '../../testing/process.ts';

const lives = 10;
const clients = 12;
const disconnected = /ECONNREFUSED|ECONNRESET|EPIPE|socket hang up|aborted/;

let folder: string;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crash-'));
  receiver = await startReceiver();
});
afterAll(async () => {
  receiver.close();
  await rm(folder, { recursive: true });
});

const start = () =>
  started(folder, { env: { NODE_COMPILE_CACHE: join(folder, 'compiled'), WEBHOOK_URL: receiver.url } });

/** Starts the service, lets clients use it, and kills it after some actions: the others are cut off anywhere. */
async function live(life: number, guarantees: Guarantee[]): Promise<void> {
  const { child, cases } = await start();
  let left = clients + (life % 7);
  const work = async (client: number) => {
    for (let turn = 0; ; turn += 1) {
      const act = actions[(client + turn + life) % actions.length]!;
      await act(cases, `${life}-${client}-${turn}`, (guarantee) => void guarantees.push(guarantee));
      left -= 1;
      if (left === 0) child.kill('SIGKILL');
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: clients }, (_, client) => work(client)));
  await ended(child);
  // Nothing but the connection may have failed.
  for (const end of ends) expect(end).toMatchObject({ reason: { message: expect.stringMatching(disconnected) } });
}

/** Verifies the files, without the service. */
async function expectConsistentFiles(): Promise<void> {
  const database = new DatabaseSync(join(folder, 'data', 'cases.sqlite'), { readOnly: true });
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  const bodies = database.prepare('SELECT body FROM cases').all();
  database.close();
  const evidence = join(folder, 'data', 'evidence');
  const recorded = await expectConsistent(
    bodies.map(({ body }) => JSON.parse(String(body)) as unknown),
    (id) => readFile(join(evidence, id)),
  );
  expect((await readdir(evidence)).toSorted()).toEqual(recorded.map(({ id }) => id).toSorted());
}

it(
  `everything acknowledged is stored after ${lives} crashes, and nothing is half done`,
  { timeout: 180_000 },
  async () => {
    const guarantees: Guarantee[] = [];
    for (let life = 0; life < lives; life += 1) await live(life, guarantees);

    receiver.acknowledges = true;
    const { child, cases } = await start();
    expect(guarantees.length).toBeGreaterThan(lives * clients);
    await expectAll(guarantees, cases, receiver.announced);
    expect(await ended(child, 'SIGTERM')).toBe(0);
    await expectConsistentFiles();
  },
);
