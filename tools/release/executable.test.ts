// Tests the executable as its users get it: nothing on the path, and a working folder that it cannot write to.
// `npm run build:executable` comes before.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { referenceKeys } from '../../conformance/reference/start.ts';
import { execute } from '../../conformance/testing.ts';
import description from '../../package.json' with { type: 'json' };
import { readyLine, stopProcess } from '../processes.ts';
import { executable } from './places.ts';
import { root } from '../root.ts';

const folder = mkdtempSync(join(tmpdir(), 'executable-'));
const [readOnly, writable] = ['read-only', 'writable'].map((name) => join(folder, name));
for (const made of [readOnly!, writable!]) mkdirSync(made);
chmodSync(folder, 0o755);
chmodSync(readOnly!, 0o555);
chmodSync(writable!, 0o777);
const services: ChildProcess[] = [];

afterEach(() => Promise.all(services.splice(0).map((service) => stopProcess(service))));
afterAll(() => rmSync(folder, { recursive: true }));

const nobody = 65_534;
// Root may write everywhere.
const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
const options = (env: Record<string, string>) => ({ cwd: readOnly!, env, ...user });

const run = (args: string[], env: Record<string, string> = {}) => execute(executable, args, options(env));

/** Starts the reference implementation and returns its address. */
function serving(args: string[], env: Record<string, string> = {}): Promise<string> {
  const service = spawn(executable, ['serve', ...args], options({ PORT: '0', ...env }));
  services.push(service);
  return readyLine(service, /served at (http:\S+)/);
}

const keys = { IDV_API_KEY: referenceKeys.tenant, IDV_OTHER_API_KEY: referenceKeys.other };

test('judges the reference implementation that it starts itself', async () => {
  const { code, out } = await run(['--reference-implementation', '--claim', 'webhooks']);

  expect(out).toContain('\nCONFORMANT: the bundled reference implementation (full');
  expect(code).toBe(0);
});

test('judges the service that it serves from a folder, and writes every report', async () => {
  const baseUrl = await serving([], { DATA_DIR: join(writable!, 'data') });
  const reports = join(writable!, 'reports');
  const { code, out } = await run(
    ['--base-url', baseUrl, '--claim', 'sandbox', '--report-dir', reports, '--wait', '10'],
    keys,
  );

  expect(out).toContain(`\nCONFORMANT: ${baseUrl} (full`);
  expect(code).toBe(0);
  expect(existsSync(join(writable!, 'data/cases.sqlite'))).toBe(true);
  expect(readdirSync(reports).toSorted()).toEqual(['junit.xml', 'report.html', 'report.json', 'summary.md']);
  const script = readFileSync(new URL('../../conformance/reports/assets/report.js', import.meta.url), 'utf8');
  expect(readFileSync(join(reports, 'report.html'), 'utf8')).toContain(script.trim());

  const file = join(reports, 'report.json');
  expect((await run(['diff', file, file])).code).toBe(0);
});

test('serves the page to try the service', async () => {
  const baseUrl = await serving(['--ephemeral']);

  for (const path of ['/docs', '/docs/openapi.json', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css'])
    expect((await fetch(baseUrl + path)).status, path).toBe(200);
});

test('a failure has a card with a command that repeats it by this executable', async () => {
  const baseUrl = await serving(['--ephemeral']);
  const { code, out } = await run(['--base-url', baseUrl, '--only', 'sandbox.rejected-without-capability']);

  expect(code).toBe(1);
  expect(out).toContain(`${executable} --base-url ${baseUrl}`);
});

test('explores a candidate', async () => {
  expect(await run(['explore', '--for', '1'])).toMatchObject({ code: 0, err: '' });
});

test('judges the traffic that passes through its proxy', async () => {
  const baseUrl = await serving(['--ephemeral']);
  const proxy = spawn(executable, ['proxy', '--target', baseUrl, '--claim', 'sandbox', '--for', '1.5'], options(keys));
  const ended = once(proxy, 'exit');
  const url = await readyLine(proxy, /http:\S+/);
  const headers = { Authorization: `Bearer ${referenceKeys.tenant}`, 'Content-Type': 'application/json' };
  await fetch(`${url}/cases`, { method: 'POST', headers, body: '{ "type": "PF", "reference": "user-17" }' });

  expect(await ended).toEqual([0, null]);
});

test('writes the contract and its pages', async () => {
  const place = join(writable!, 'contract');
  expect((await run(['docs', place])).code).toBe(0);
  expect(readdirSync(place)).toEqual(
    expect.arrayContaining(['index.html', 'reference.html', 'conformance.yaml', 'THIRD-PARTY-LICENSES.txt']),
  );
  expect(readFileSync(join(place, 'openapi.yaml'), 'utf8')).toContain(`version: ${description.version}`);
});

test('reads a settings file and a list of known failures', async () => {
  const [settings, known] = [join(writable!, 'own.yaml'), join(writable!, 'known.yaml')];
  writeFileSync(settings, 'class: stated\n');
  writeFileSync(known, '- id: no.such\n  reason: none\n');

  expect((await run(['--manifest', settings, '--list'])).code).toBe(0);
  expect((await run(['--known-failures', known])).err).toContain(`${known}:1`);
});

test('mock says that it needs Node', async () => {
  expect(await run(['mock'])).toMatchObject({ code: 2, err: expect.stringContaining('use the npm package') });
});

test('contains no path of the machine that built it', () => {
  const content = readFileSync(executable, 'latin1');

  expect(content).toContain('conformance/cli/process.js');
  for (const place of [root, join(tmpdir(), 'executable-')]) expect(content.includes(place), place).toBe(false);
});

test('options that a job sets for Node do not reach it', async () => {
  const { code, out, err } = await run(['--version'], { NODE_OPTIONS: '--require /no/such/file.js' });

  expect({ code, out, err }).toEqual({ code: 0, out: `${description.version}\n`, err: '' });
});
