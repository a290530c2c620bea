import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../generated/report.ts';
import { referenceKeys, startReference } from '../reference/start.ts';
import { schemaErrors } from '../reports/testing.ts';
import { cli, headlineOf, listening, proxyTo, run } from '../testing.ts';
import { temporaryFolder } from '../testing-folder.ts';

const folder = temporaryFolder();
const reference = await startReference();
const { baseUrl } = reference;
/** A service that breaks a requirement. */
const elsewhere = await proxyTo(baseUrl, { location: () => 'http://elsewhere.example/' });
afterAll(async () => {
  elsewhere.stop();
  await reference.stop();
});

const keys = { IDV_API_KEY: referenceKeys.tenant, IDV_OTHER_API_KEY: referenceKeys.other };

/** A proxy in a process of its own; `end` sends it a signal. */
async function startProxy(flags: string[], target = baseUrl) {
  const child = spawn(process.execPath, [cli, 'proxy', '--target', target, '--claim', 'sandbox', ...flags], {
    env: { ...process.env, NO_COLOR: '1', ...keys },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const out = text(child.stdout);
  const first = await new Promise<string>((resolve) => child.stdout.once('data', (bytes) => resolve(String(bytes))));
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const end = async (signal?: 'SIGINT' | 'SIGTERM') => {
    if (signal) child.kill(signal);
    return { code: await exited, out: await out };
  };
  return { url: /http:\S+/.exec(first)![0], end };
}

const headers = { Authorization: `Bearer ${referenceKeys.tenant}`, 'Content-Type': 'application/json' };
const create = (url: string, reference = 'user-17') =>
  fetch(`${url}/cases`, { method: 'POST', headers, body: JSON.stringify({ type: 'PF', reference }) });
const read = (url: string, id: string) => fetch(`${url}/cases/${id}`, { headers });
const idOf = async (response: Response) => ((await response.json()) as { id: string }).id;

test('unusual requests pass through it, and reports hold no key', async () => {
  const proxy = await startProxy(['--party', 'service']);
  const only = ['--only', 'http', '--only', 'create-case', '--only', 'upload-artifact.accepts-evidence'];
  const judged = await run(['--base-url', proxy.url, '--claim', 'sandbox', ...only, '--report-dir', folder], keys);
  expect(judged).toMatchObject({ code: 0, err: '' });
  expect(headlineOf(judged.out)).toMatch(/^PASSED (\d+) of \1 selected/);
  const [report, ...others] = ['report.json', 'report.html', 'junit.xml', 'summary.md'].map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  ) as [string, ...string[]];
  const { outcome, results } = JSON.parse(report) as Report;
  expect(schemaErrors(JSON.parse(report))).toEqual([]);
  expect(outcome).toMatchObject({ exitCode: 0 });
  for (const { requests, verdict } of results) if (verdict === 'pass') expect(requests).toBeGreaterThan(0);
  for (const key of Object.values(keys)) expect([report, ...others].join()).not.toContain(key);
  expect(report.length).toBeLessThan(30_000);
  expect(others[0]!.length).toBeLessThan(90_000);

  const { code, out } = await proxy.end('SIGINT');
  expect(out).toMatch(/\nNO VIOLATION in \d{3,} exchanges · http:\S+\n/);
  expect(out).toMatch(/\d+ with an API key that was not supplied/);
  expect(code).toBe(0);
});

test('a violation is printed as it comes, and reported without bodies', async () => {
  const proxy = await startProxy(['--report-dir', folder], elsewhere.baseUrl);
  await create(proxy.url, 'user-4711');
  await create(proxy.url, 'user-4712');
  await create(proxy.url, '');
  const { code, out } = await proxy.end('SIGTERM');
  expect(out).toContain('\nclient.valid-requests\n');
  expect(out).toContain('its clients met 1 requirement and did not meet client.valid-requests');
  expect(out).toContain('create-case.location\n');
  expect(out).toContain('POST /cases → 201\n');
  expect(out).toContain('create-case.location again (2): POST /cases → 201\n');
  expect(code).toBe(1);
  const report = readFileSync(join(folder, 'report.json'), 'utf8');
  expect(report).toContain('"rule":"create-case.location"');
  expect(report).not.toContain('user-471');
  expect(report).not.toContain(referenceKeys.tenant);
});

test('bodies are stored when they are asked for, and a time ends it', async () => {
  const proxy = await startProxy(['--report-dir', folder, '--keep-bodies', '--for', '1.5'], elsewhere.baseUrl);
  await create(proxy.url, 'user-4713');
  expect(await proxy.end()).toMatchObject({ code: 1 });
  expect(readFileSync(join(folder, 'report.json'), 'utf8')).toContain('user-4713');
});

test('a case that was opened before is not judged', async () => {
  const id = await idOf(await create(baseUrl));
  const proxy = await startProxy([]);
  expect((await read(proxy.url, id)).status).toBe(200);
  const { code, out } = await proxy.end('SIGINT');
  expect(out).toContain('1 about cases whose creation was not seen');
  expect(out).toContain('NOTHING JUDGED: 1 exchange seen');
  expect(code).toBe(3);
});

test.each<[string, number, string]>([
  ['ends at a request', 3, '1 lost when the service was away'],
  ['closes the connection of a request', 1, 'expected: a response'],
])('a service that %s is accused if it goes on', async (does, exitCode, said) => {
  const server = net.createServer((socket) =>
    socket.on('data', () => (does === 'ends at a request' ? stop() : socket.destroy())),
  );
  const { address, stop } = await listening(server);
  onTestFinished(stop);
  const proxy = await startProxy([], `http://${address}`);
  await expect(create(proxy.url)).rejects.toThrow('fetch failed');
  const { code, out } = await proxy.end('SIGINT');
  expect(out).toContain('POST /cases → connection closed without a response');
  expect(out).toContain(said);
  expect(code).toBe(exitCode);
});
