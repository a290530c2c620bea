// Responses and stored data when the network or the database fails.
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type PostgresServer, startPostgres } from '../../../tools/postgres/server.ts';
import { defaultParts } from '../../compose.ts';
import { jpeg } from '../../testing/client.ts';
import { serve } from '../../testing/service.ts';
import { openPostgres } from './open.ts';
import { type Network, networkTo } from './testing/network.ts';

let server: PostgresServer;
let database: string;
let network: Network;
let service: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.remove());
/** The reasons for each 503, from the log of the service. */
let causes: string[];
const error = ({ err }: { err?: Error }) => void causes.push((err?.cause as Error | undefined)?.message ?? 'no cause');

beforeEach(async () => {
  causes = [];
  database = await createDatabase(server.url);
  network = await networkTo(database);
  const log = { ...defaultParts().log, info: () => {}, debug: () => {}, error };
  service = await serve({ ...(await openPostgres(network.url, log)), log });
});
afterEach(async () => {
  await service.close();
  network.close();
});

const unavailable = { status: 503, headers: { 'retry-after': '5' }, body: { type: '/problems/unavailable' } };
/** Unlike 503, it does not say that nothing was done. */
const failed = { status: 500, body: { type: '/problems/internal-error' } };
const key = (name: string) => ({ headers: { 'Idempotency-Key': name } });
const readiness = async () => (await service.get('/readyz')).status;
const artifactsOf = async (id: string) => (await service.read(id)).body['artifacts'] as unknown[];
const recovers = async () => {
  await expect.poll(readiness, { timeout: 30_000 }).toBe(200);
};

/** Runs statements on a separate connection, in parallel with the service. */
async function beside<T>(act: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

/** Holds the lock of every case meanwhile. */
const whileLocked = (act: (client: Client) => Promise<void>) =>
  beside(async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT FROM cases FOR UPDATE');
    await act(client);
    await client.query('ROLLBACK');
  });

const lockedOut = `SELECT FROM pg_stat_activity WHERE application_name = 'cases' AND wait_event_type = 'Lock'`;

/** Waits until so many of the service's statements wait for a lock. */
async function waiting(client: Client, many: number): Promise<void> {
  await expect.poll(async () => (await client.query(lockedOut)).rowCount, { timeout: 10_000 }).toBe(many);
}

describe('a server that is stopped and started again', () => {
  it('causes 503 meanwhile, and no data is lost', async () => {
    const { body } = await service.create();
    await server.stop();

    const id = body.id!;
    const rejected = [
      await service.create(),
      await service.read(id),
      await service.upload(id),
      await service.get('/readyz'),
    ];
    for (const response of rejected) expect(response).toMatchObject(unavailable);
    expect(await service.get('/healthz')).toMatchObject({ status: 200 });
    await server.start();
    await recovers();
    expect(await service.read(id)).toMatchObject({ status: 200, body });
    expect(await service.upload(id)).toMatchObject({ status: 201 });
  });
});

describe('a connection that is lost', () => {
  it('in the middle of an upload leaves nothing of it, and the repetition is carried out', async () => {
    const id = await service.open();
    await whileLocked(async (client) => {
      const upload = service.upload(id, undefined, key('a'));
      await waiting(client, 1);
      await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cases'`);
      expect(await upload).toMatchObject(unavailable);
    });

    expect(await artifactsOf(id)).toEqual([]);
    expect(await service.upload(id, undefined, key('a'))).toMatchObject({ status: 201 });
    expect(await artifactsOf(id)).toHaveLength(1);
  });

  it('after the commit of an upload loses nothing, and the repetition gets its response', async () => {
    const id = await service.open();
    network.cutAfter('COMMIT');

    expect(await service.upload(id, undefined, key('a'))).toMatchObject(failed);
    const { status, body } = await service.upload(id, undefined, key('a'));
    expect({ status, artifacts: await artifactsOf(id) }).toEqual({ status: 201, artifacts: [body] });
  });

  it('after a create with a key leaves one case', async () => {
    network.cutAfter('open case once');

    expect(await service.create(undefined, key('a'))).toMatchObject(failed);
    const { status, body } = await service.create(undefined, key('a'));
    expect(status).toBe(201);
    const { rows } = await beside((client) => client.query('SELECT id FROM cases'));
    expect(rows).toEqual([{ id: body.id }]);
  });

  it('in the middle of evidence leaves none of it', async () => {
    const id = await service.open();
    network.cutAfter('add piece');

    const large = { file: jpeg('x'.repeat(1_000_000)) };
    expect(await service.upload(id, large)).toMatchObject(unavailable);
    expect((await beside((client) => client.query('SELECT FROM pieces'))).rowCount).toBe(0);
  });
});

describe('a request that waits too long', () => {
  it('for a lock gets 503, and nothing is done later', async () => {
    const id = await service.open();
    await whileLocked(async () => {
      expect(await service.upload(id)).toMatchObject(unavailable);
    });

    expect(await artifactsOf(id)).toEqual([]);
  });

  it('for a connection of a full pool gets 503', async () => {
    const id = await service.open();
    const responses = await beside(async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE cases');
      const all = await Promise.all(Array.from({ length: 30 }, () => service.read(id)));
      await client.query('ROLLBACK');
      return all;
    });

    for (const response of responses) expect(response).toMatchObject(unavailable);
    expect(new Set(causes)).toEqual(
      new Set(['canceling statement due to statement timeout', 'timeout exceeded when trying to connect']),
    );
    await recovers();
    expect(await service.read(id)).toMatchObject({ status: 200 });
  });

  it('for a network that fell silent gets 503, until it carries again', async () => {
    const { body } = await service.create();
    network.fallSilent();

    expect(await service.read(body.id!)).toMatchObject(unavailable);
    network.heal();
    await recovers();
    expect(await service.read(body.id!)).toMatchObject({ status: 200, body });
  });
});
