import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Claim, deeds, holdAll, lookAt, startReceiver } from '../../testing/actions.ts';
import { ended, started } from '../../testing/process.ts';

const lives = 50;
const clients = 6;

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

/** Starts the service, lets clients work on it, and kills it when so many deeds are done: the others are cut anywhere. */
async function live(life: number, claims: Claim[]): Promise<void> {
  const { child, cases } = await start();
  let left = clients + (life % 7);
  const work = async (client: number) => {
    for (let turn = 0; ; turn += 1) {
      const deed = deeds[(client + turn + life) % deeds.length]!;
      await deed(cases, `${life}-${client}-${turn}`, (claim) => void claims.push(claim));
      left -= 1;
      if (left === 0) child.kill('SIGKILL');
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: clients }, (_, client) => work(client)));
  await ended(child);
  // Nothing but the connection may have failed.
  for (const end of ends) expect(end).toMatchObject({ reason: { code: expect.stringMatching(/^E/) } });
}

/** Looks at the disk itself. */
async function lookAtDisk(): Promise<void> {
  const database = new DatabaseSync(join(folder, 'data', 'cases.sqlite'), { readOnly: true });
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  const bodies = database.prepare('SELECT body FROM cases').all();
  database.close();
  const evidence = join(folder, 'data', 'evidence');
  const recorded = await lookAt(
    bodies.map(({ body }) => JSON.parse(String(body)) as unknown),
    (id) => readFile(join(evidence, id)),
  );
  expect((await readdir(evidence)).toSorted()).toEqual(recorded.map(({ id }) => id).toSorted());
}

it(
  `all that was acknowledged is there after ${lives} crashes, and nothing by halves`,
  { timeout: 180_000 },
  async () => {
    const claims: Claim[] = [];
    for (let life = 0; life < lives; life += 1) await live(life, claims);

    receiver.acknowledges = true;
    const { child, cases } = await start();
    expect(claims.length).toBeGreaterThan(lives * clients);
    await holdAll(claims, cases, receiver.announced);
    expect(await ended(child, 'SIGTERM')).toBe(0);
    await lookAtDisk();
  },
);
