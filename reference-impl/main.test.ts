import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, client, file, form, jpeg, kind, type Received } from './testing.ts';

const main = new URL('main.ts', import.meta.url).pathname;

let folder: string;
let children: ChildProcess[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'main-'));
  children = [];
});
afterEach(async () => {
  for (const child of children) await ended(child, 'SIGKILL');
  await rm(folder, { recursive: true });
});

function start(env: Record<string, string> = {}, args: string[] = []) {
  const all = { ...process.env, HOST: '', KEY_FILE: '', PORT: '0', DATA_DIR: join(folder, 'data'), ...env };
  const child = spawn(process.execPath, [main, ...args], { env: all, cwd: folder });
  children.push(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', (piece) => (said.out += piece));
  child.stderr.on('data', (piece) => (said.err += piece));
  return { child, said };
}

function ended(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.on('close', resolve);
    if (signal) child.kill(signal);
  });
}

async function started(env?: Record<string, string>, args?: string[]) {
  const { child, said } = start(env, args);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const address = /http:\/\/\S+/.exec(said.out)?.[0];
      if (address) resolve(address);
    });
    child.on('close', () => reject(new Error(said.err)));
  });
  return { child, said, cases: client(url) };
}

describe('the command', () => {
  it('tells the address and the demo keys, and ends in peace on SIGTERM', async () => {
    const { child, said, cases } = await started();
    expect(said.out).toContain('sandbox_demo_key_of_tenant_one  tenant one, sandbox');
    const id = await cases.open('a private reference');
    await cases.upload(id);
    const { instance } = (await cases.read('unknown')).json;

    expect(await ended(child, 'SIGTERM')).toBe(0);
    const lines = said.err.trim().split('\n');
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged[1]).toMatchObject({ method: 'POST', route: '/cases/:case_id/artifacts', status: 201 });
    expect(logged[2]).toMatchObject({ instance, method: 'GET', route: '/cases/:case_id', status: 404 });
    expect(said.err).not.toMatch(/demo_key|private|a\.jpg|evidence/);
  });

  it('keeps nothing with --ephemeral', async () => {
    const { child, cases } = await started({}, ['--ephemeral']);
    await cases.upload(await cases.open());

    expect(await ended(child, 'SIGINT')).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  });

  it('explains itself', async () => {
    const { child, said } = start({}, ['--help']);

    expect(await ended(child)).toBe(0);
    expect(said.out).toContain('DATA_DIR');
  });

  it('serves the keys of a file and then no demo key', async () => {
    const KEY_FILE = join(folder, 'keys.json');
    await writeFile(KEY_FILE, '[{"key": "k1", "tenant": "t", "mode": "live"}]');
    const { said, cases } = await started({ KEY_FILE });

    expect(said.out).not.toContain('demo');
    expect((await cases.create(undefined, { key: 'k1' })).status).toBe(201);
    expect((await cases.create()).status).toBe(401);
  });

  // More refusals: settings.test.ts.
  it('refuses in one sentence what cannot be', async () => {
    const taken = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.on('listening', resolve));
    const port = String((taken.address() as net.AddressInfo).port);
    const notFolder = join(folder, 'file');
    await writeFile(notFolder, 'x');
    await started();
    const refusals: [Record<string, string>, string[], RegExp][] = [
      [{ PORT: 'x' }, [], /^PORT is x: .+\.$/],
      [{ PORT: port }, ['--ephemeral'], /^PORT \d+ is in use: .+\.$/],
      [{ DATA_DIR: notFolder }, [], /^DATA_DIR .+ cannot be used \(.+\): .+\.$/],
      [{ DATA_DIR: '/proc/data' }, [], /^DATA_DIR .+ cannot be used \(.+\): .+\.$/],
      [{}, [], /^DATA_DIR .+ is in use: .+\.$/],
    ];

    const results = await Promise.all(
      refusals.map(async ([env, args]) => {
        const { child, said } = start(env, args);
        return { code: await ended(child), ...said };
      }),
    );

    results.forEach(({ code, out, err }, at) => {
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err.trim()).toMatch(refusals[at]![2]);
    });
    taken.close();
  });
});

describe('after a crash', () => {
  const bytesOf = (name: string) => jpeg(`evidence ${name} `.repeat(2000));

  /** One client that opens cases and uploads without end; what was acknowledged is noted. */
  async function work(
    cases: Client,
    name: string,
    note: (name: string, created: Received, uploaded: Received) => void,
  ) {
    for (let turn = 0; ; turn += 1) {
      const unique = `${name}-${turn}`;
      const headers = { 'Idempotency-Key': unique };
      const created = await cases.create({ type: 'PF', reference: unique }, { headers });
      const body = form([kind(), file(bytesOf(unique))]);
      note(unique, created, await cases.upload(created.json.id!, body, { headers }));
    }
  }

  it('everything that was acknowledged is there, and nothing else', async () => {
    const before = await started();
    const noted = new Map<string, { created: Received; uploaded: Received }>();
    const workers = Array.from({ length: 8 }, (_, at) =>
      work(before.cases, `worker-${at}`, (name, created, uploaded) => {
        noted.set(name, { created, uploaded });
        if (noted.size >= 40) before.child.kill('SIGKILL');
      }),
    );
    await Promise.allSettled(workers);
    await ended(before.child);
    const { cases } = await started();

    expect(noted.size).toBeGreaterThanOrEqual(40);
    for (const [name, { created, uploaded }] of noted) {
      const headers = { 'Idempotency-Key': name };
      expect((await cases.read(created.json.id!)).json).toEqual({ ...created.json, artifacts: [uploaded.json] });
      const bytes = await readFile(join(folder, 'data', 'evidence', uploaded.json.id!));
      expect(bytes.equals(bytesOf(name))).toBe(true);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(uploaded.json['sha256']);
      const again = await cases.create({ reference: name, type: 'PF' }, { headers });
      expect(again).toMatchObject({ status: 201, json: created.json, headers: { location: created.headers.location } });
      const body = form([file(bytesOf(name)), kind()]);
      expect(await cases.upload(created.json.id!, body, { headers })).toMatchObject({
        status: 201,
        json: uploaded.json,
      });
    }
    // At most one upload a worker was recorded without having been acknowledged.
    const kept = await readdir(join(folder, 'data', 'evidence'));
    expect(kept.length).toBeLessThanOrEqual(noted.size + workers.length);
    expect(kept.filter((name) => !name.startsWith('art_'))).toEqual([]);
  });
});
