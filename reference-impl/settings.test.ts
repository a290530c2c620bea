import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { demoKeys } from './demo-keys.ts';
import { readSettings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

function keyFile(content: unknown): string {
  const path = join(folder, 'keys.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
const key = { key: 'k', tenant: 't', mode: 'live' };
const endpoint = { tenant: 't', url: 'https://receiver.example/in', secret: 'whsec_c2VjcmV0IG9mIGEgdGVuYW50' };

describe('settings', () => {
  it('have defaults that serve the demo keys on loopback', () => {
    const where = { port: 8080, host: '127.0.0.1', dataDir: 'data' };
    expect(readSettings({}, [])).toEqual({ ...where, keys: demoKeys, endpoints: [], privateHosts: [] });
  });

  it('are read from the environment and the arguments', () => {
    const env = { PORT: '0', HOST: '0.0.0.0', DATA_DIR: '/x', KEY_FILE: keyFile([key]) };

    expect(readSettings(env, [])).toMatchObject({ port: 0, host: '0.0.0.0', dataDir: '/x', keys: [key] });
    expect(readSettings(env, ['--ephemeral']).dataDir).toBeUndefined();
  });

  it('keep all in a database that is named, and then nothing in a folder', () => {
    const databaseUrl = 'postgres://user:secret@db.example/cases';
    const env = { DATA_DIR: '/x', DATABASE_URL: databaseUrl };

    expect(readSettings(env, [])).toMatchObject({ dataDir: undefined, databaseUrl });
    expect(readSettings(env, ['--ephemeral']).databaseUrl).toBeUndefined();
  });

  it('are served with the keys of a list, and may know only their digests', () => {
    const keys = [key, { sha256: 'a1'.repeat(32), tenant: 't', mode: 'sandbox' }];

    expect(readSettings({ HOST: '0.0.0.0', KEYS: JSON.stringify(keys) }, []).keys).toEqual(keys);
  });

  it.each(['localhost', '::1', '127.8.9.1'])('accept %s as loopback', (HOST) => {
    expect(readSettings({ HOST }, []).keys).toBe(demoKeys);
  });

  it.each([
    [{ PORT: 'x' }, 'PORT'],
    [{ PORT: '65536' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ HOST: '0.0.0.0' }, 'KEY_FILE'],
    [{ HOST: '::' }, 'KEY_FILE'],
    [{ HOST: '127.evil.example' }, 'KEY_FILE'],
    [{ KEY_FILE: '/nowhere' }, 'ENOENT'],
    [{ KEYS: 'k' }, 'KEYS cannot be read (not JSON)'],
  ])('reject %j', (env, named) => {
    expect(() => readSettings(env, [])).toThrow(named);
  });

  it.each([
    'hello',
    [],
    {},
    [1],
    [null],
    [{ ...key, mode: 'test' }],
    [{ ...key, key: '' }],
    [{ ...key, key: 'a b' }],
    [{ key: 'k' }],
    [key, key],
    [key, { sha256: hash('sha256', 'k'), tenant: 't', mode: 'live' }],
    [{ ...key, sha256: 'a1'.repeat(32) }],
    [{ sha256: 'A1'.repeat(32), tenant: 't', mode: 'live' }],
  ])('reject the key file %j', (content) => {
    expect(() => readSettings({ KEY_FILE: keyFile(content) }, [])).toThrow(/KEY_FILE .*--help/);
  });

  it('read endpoints from a file, and the hosts of them that may be private', () => {
    const env = { WEBHOOK_FILE: keyFile([endpoint]), WEBHOOK_PRIVATE_HOSTS: 'localhost,receiver.internal' };

    expect(readSettings(env, [])).toMatchObject({
      endpoints: [endpoint],
      privateHosts: ['localhost', 'receiver.internal'],
    });
  });

  it('give the demo tenants endpoints at one address', () => {
    const { endpoints, privateHosts } = readSettings({ WEBHOOK_URL: 'http://127.0.0.1:9099/in' }, []);

    expect(endpoints.map(({ url }) => url)).toEqual(['http://127.0.0.1:9099/in', 'http://127.0.0.1:9099/other']);
    expect(privateHosts).toEqual(['127.0.0.1']);
  });

  it.each([
    [],
    {},
    [{ ...endpoint, url: 'receiver' }],
    [{ ...endpoint, url: 'ftp://receiver.example' }],
    [{ ...endpoint, secret: 'whsec_' }],
    [{ ...endpoint, secret: 'not base64' }],
    [{ url: endpoint.url, secret: endpoint.secret }],
    [endpoint, endpoint],
  ])('reject the webhook file %j', (content) => {
    expect(() => readSettings({ WEBHOOK_FILE: keyFile(content) }, [])).toThrow(/WEBHOOK_FILE .*--help/);
  });

  it("reject a WEBHOOK_URL that is no address, or beside keys of one's own", () => {
    expect(() => readSettings({ WEBHOOK_URL: 'receiver' }, [])).toThrow(/^WEBHOOK_URL is receiver: .+\.$/);
    expect(() => readSettings({ WEBHOOK_URL: endpoint.url, KEY_FILE: keyFile([key]) }, [])).toThrow('WEBHOOK_FILE');
  });

  it('reject an unknown argument', () => {
    expect(() => readSettings({}, ['--fast'])).toThrow('--fast');
  });
});
