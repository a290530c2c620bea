import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { jpeg, keys } from './testing/client.ts';
import { listen } from './testing/listen.ts';
import { ended, type Options, start, started } from './testing/process.ts';
import { file, form, kind } from './testing/raw.ts';

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

function run(options?: Options) {
  const running = start(folder, options);
  children.push(running.child);
  return running;
}

async function serving(options?: Options) {
  const running = await started(folder, options);
  children.push(running.child);
  return running;
}

describe('the command', () => {
  it('prints the address and the demo keys, and drains requests on SIGTERM', async () => {
    const { child, said, cases } = await serving();
    expect(said.out).toContain('sandbox_demo_key_of_tenant_one  tenant one, sandbox');
    const id = await cases.open('a private reference');
    await cases.upload(id);
    const { instance } = (await cases.read('unknown')).body;

    expect(await ended(child, 'SIGTERM')).toBe(0);
    const lines = said.err.trim().split('\n');
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged[1]).toMatchObject({ method: 'POST', route: '/cases/{case_id}/artifacts', status: 201 });
    expect(logged[2]).toMatchObject({ instance, method: 'GET', route: '/cases/{case_id}', status: 404 });
    expect(said.err).not.toMatch(/demo_key|private|a\.jpg|evidence/);
  });

  it('keeps nothing with --ephemeral', async () => {
    const { child, cases } = await serving({ args: ['--ephemeral'] });
    await cases.upload(await cases.open());

    expect(await ended(child, 'SIGINT')).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  });

  it('completes a running upload after SIGTERM, and rejects new requests', async () => {
    const { child, cases } = await serving();
    const id = await cases.open();
    const upload = http.request(`${cases.url}/cases/${id}/artifacts`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${keys.one}`,
        'Content-Type': 'multipart/form-data; boundary=limit',
        // Reports when the service begins to read.
        Expect: '100-continue',
      },
    });
    upload.flushHeaders();
    await once(upload, 'continue');

    const code = ended(child, 'SIGTERM');
    const retry = { status: 503, headers: { 'retry-after': '5', connection: 'close' } };
    await vi.waitFor(async () => expect(await cases.read(id)).toMatchObject(retry));
    upload.end(form([kind(), file()]));

    const [response] = (await once(upload, 'response')) as [http.IncomingMessage];
    expect(response).toMatchObject({ statusCode: 201, headers: { connection: 'close' } });
    response.resume();
    expect(await code).toBe(0);
  });

  it('explains itself', async () => {
    const { child, said } = run({ args: ['--help'] });

    expect(await ended(child)).toBe(0);
    expect(said.out).toContain('DATA_DIR');
  });

  it('serves the keys of a file and then no demo key', async () => {
    const KEY_FILE = join(folder, 'keys.json');
    await writeFile(KEY_FILE, '[{"key": "k1", "tenant": "t", "mode": "live"}]');
    const { said, cases } = await serving({ env: { KEY_FILE } });

    expect(said.out).not.toContain('demo');
    expect((await cases.create(undefined, { key: 'k1' })).status).toBe(201);
    expect((await cases.create()).status).toBe(401);
  });

  // More invalid settings: settings.test.ts.
  it('rejects unusable settings in one sentence', async () => {
    const taken = net.createServer();
    const { port } = new URL(await listen(taken));
    const notFolder = join(folder, 'file');
    await writeFile(notFolder, 'x');
    const damaged = join(folder, 'damaged');
    await mkdir(damaged);
    await writeFile(join(damaged, 'cases.sqlite'), 'no database '.repeat(100));
    await serving();
    const invalid: [Record<string, string>, string[], RegExp][] = [
      [{ PORT: 'x' }, [], /^PORT is x: .+\.$/],
      [{ PORT: port }, ['--ephemeral'], /^PORT \d+ is in use: .+\.$/],
      [{ DATA_DIR: notFolder }, [], /^DATA_DIR .+ cannot be used \(.+\): .+\.$/],
      [{ DATA_DIR: '/proc/data' }, [], /^DATA_DIR .+ cannot be used \(.+\): .+\.$/],
      [{}, [], /^DATA_DIR .+ is in use: .+\.$/],
      [{ DATA_DIR: damaged }, [], /^DATA_DIR .+ is damaged \(.+\): .+\.$/],
    ];

    const results = await Promise.all(
      invalid.map(async ([env, args]) => {
        const { child, said } = run({ env, args });
        return { code: await ended(child), ...said };
      }),
    );

    results.forEach(({ code, out, err }, at) => {
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err.trim()).toMatch(invalid[at]![2]);
    });
    taken.close();
  });
});

describe('a disk that is full', () => {
  it('causes 503 for new data, and existing data can still be read', async () => {
    const { child, said, cases } = await serving({ largestFile: 256 });
    const id = await cases.open();
    const { body: before } = await cases.read(id);
    const large = { file: jpeg('x'.repeat(300 * 1024)) };

    const rejectedUpload = await cases.upload(id, large);
    let created = await cases.create();
    for (let turn = 0; turn < 200 && created.status === 201; turn += 1)
      created = await cases.create({ type: 'PF', reference: 'é'.repeat(256) });

    for (const response of [rejectedUpload, created])
      expect(response).toMatchObject({
        status: 503,
        headers: { 'retry-after': '5' },
        body: { type: '/problems/unavailable' },
      });
    expect(await cases.read(id)).toMatchObject({ status: 200, body: before });
    expect(await readdir(join(folder, 'data', 'evidence'))).toEqual([]);
    expect(await ended(child, 'SIGTERM')).toBe(0);
    expect(said.err).toMatch(/EFBIG.*disk I\/O error/s);
  });
});
