import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as jsonOf } from 'node:stream/consumers';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Case } from '../generated/validators.js';
import { ended, started } from './testing-process.ts';
import { type Client, file, form, jpeg, kind } from './testing.ts';

const lives = 50;
const clients = 6;

/** What must hold after every crash that follows. */
type Claim = (cases: Client) => Promise<void>;

/** Something that a client does; `claim` is called with what its answers promise, at once when they are there. */
type Deed = (cases: Client, name: string, claim: (claim: Claim) => void) => Promise<void>;

/** Where the events go: as long as lives end, nothing is acknowledged, so that every event is under way or due then. */
let acknowledges = false;
const announced = new Set<string>();
const take = async (request: http.IncomingMessage, response: http.ServerResponse) => {
  const { data } = (await jsonOf(request)) as { data: { id: string } };
  announced.add(data.id);
  response.writeHead(204).end();
};
const receiver = http.createServer((request, response) => void (acknowledges && take(request, response)));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crash-'));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  receiver.close();
  receiver.closeAllConnections();
  await rm(folder, { recursive: true });
});

const environment = () => ({
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
  WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
});

const evidence = () => join(folder, 'data', 'evidence');
const uploadOf = (name: string) => form([kind(), file(jpeg(`evidence ${name} `.repeat(3000)))]);
const keyOf = (name: string) => ({ headers: { 'Idempotency-Key': name } });
const done = <T extends { status: number }>(answer: T): T => {
  expect(answer.status).toBe(201);
  return answer;
};

const create: Deed = async (cases, name, claim) => {
  const { json } = done(await cases.create({ type: 'PF', reference: name }));
  claim(async (later) => expect((await later.read(json.id!)).json).toEqual(json));
};

const upload: Deed = async (cases, name, claim) => {
  const { json } = done(await cases.create({ type: 'PF', reference: name }));
  const { json: artifact } = done(await cases.upload(json.id!, uploadOf(name)));
  claim(async (later) => expect((await later.read(json.id!)).json).toEqual({ ...json, artifacts: [artifact] }));
};

const decide: Deed = async (cases, name, claim) => {
  const { json } = done(await cases.create({ type: 'PM', reference: `sandbox:approve#${name}` }));
  const { json: artifact } = done(await cases.upload(json.id!, uploadOf(name)));
  claim(async (later) =>
    expect((await later.read(json.id!)).json).toMatchObject({
      status: 'APPROVED',
      artifacts: [artifact],
      decided_at: artifact['created_at'],
    }),
  );
  claim(async () => {
    await expect.poll(() => announced.has(json.id!), { timeout: 30_000 }).toBe(true);
  });
};

/** A claim follows an answer; that a key is never left in use, and stands for one case, holds without any. */
const createOnce: Deed = async (cases, name, claim) => {
  const again = (later: Client) => later.create({ type: 'PF', reference: name }, keyOf(name));
  claim(async (later) => void done(await again(later)));
  const { json, headers } = done(await again(cases));
  claim(async (later) =>
    expect(await again(later)).toMatchObject({ status: 201, json, headers: { location: headers.location } }),
  );
};

const uploadOnce: Deed = async (cases, name, claim) => {
  const { json } = done(await cases.create({ type: 'PF', reference: name }));
  const again = (later: Client) => later.upload(json.id!, uploadOf(name), keyOf(name));
  const { json: artifact } = done(await again(cases));
  claim(async (later) => expect(await again(later)).toMatchObject({ status: 201, json: artifact }));
};

const deeds = [create, upload, decide, createOnce, uploadOnce];

/** Starts the service, lets clients work on it, and kills it when so many deeds are done: the others are cut anywhere. */
async function live(life: number, claims: Claim[]): Promise<void> {
  const { child, cases } = await started(folder, { env: environment() });
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

/** Looks at the disk itself: every case whole, every file recorded, every record with its bytes. */
async function lookAtDisk(): Promise<void> {
  const database = new DatabaseSync(join(folder, 'data', 'cases.sqlite'), { readOnly: true });
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  const rows = database.prepare('SELECT body FROM cases').all();
  database.close();
  const cases = rows.map(({ body }) => JSON.parse(String(body)) as unknown).filter((body) => Case(body));
  expect(cases).toHaveLength(rows.length);

  expect(new Set(cases.map(({ reference }) => reference)).size).toBe(cases.length);
  for (const { reference, status, artifacts } of cases)
    expect(status).toBe(reference.startsWith('sandbox:approve') && artifacts.length > 0 ? 'APPROVED' : 'PENDING');
  const recorded = cases.flatMap(({ artifacts }) => artifacts);
  expect((await readdir(evidence())).toSorted()).toEqual(recorded.map(({ id }) => id).toSorted());
  for (const { id, size, sha256 } of recorded) {
    const bytes = await readFile(join(evidence(), id));
    expect({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }).toEqual({ size, sha256 });
  }
}

it(
  `all that was acknowledged is there after ${lives} crashes, and nothing by halves`,
  { timeout: 180_000 },
  async () => {
    const claims: Claim[] = [];
    for (let life = 0; life < lives; life += 1) await live(life, claims);

    acknowledges = true;
    const { child, cases } = await started(folder, { env: environment() });
    expect(claims.length).toBeGreaterThan(lives * clients);
    await Promise.all(claims.map((claim) => claim(cases)));
    expect(await ended(child, 'SIGTERM')).toBe(0);
    await lookAtDisk();
  },
);
