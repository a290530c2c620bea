import { spawn } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../generated/report.ts';
import { referenceKeys, startReference } from '../reference/start.ts';
import { cli, environmentWith, proxyTo, run } from '../testing.ts';
import { temporaryFolder } from '../testing-folder.ts';

const folder = temporaryFolder();
const reference = await startReference();
/** A service that breaks a requirement. */
const elsewhere = await proxyTo(reference.baseUrl, { location: () => 'http://elsewhere.example/' });
afterAll(async () => {
  elsewhere.stop();
  await reference.stop();
});

const keys = { IDV_API_KEY: referenceKeys.tenant, IDV_OTHER_API_KEY: referenceKeys.other };
const reportIn = (name: string) => JSON.parse(readFileSync(join(folder, name, 'report.json'), 'utf8')) as Report;

/** All of a recording as text. */
const unpacked = (file: string) =>
  readFileSync(file, 'utf8').replaceAll(/^\{"piece":"([^"]+)"\}$/gm, (_, piece: string) =>
    inflateSync(Buffer.from(piece, 'base64')).toString('latin1'),
  );

/** What the suite sends of a family through a proxy that records it, and its judgement. */
async function proxied(family: string) {
  const file = join(folder, `${family}.jsonl`);
  const flags = ['--claim', 'sandbox', '--record', file, '--report-dir', join(folder, family)];
  const child = spawn(process.execPath, [cli, 'proxy', '--target', elsewhere.baseUrl, ...flags], {
    env: environmentWith(keys),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const out = text(child.stdout);
  const first = await new Promise<string>((resolve) => child.stdout.once('data', (bytes) => resolve(String(bytes))));
  await run(['--base-url', /http:\S+/.exec(first)![0], '--claim', 'sandbox', '--only', family], keys);
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  child.kill('SIGINT');
  return { file, code: await exited, out: await out };
}

const families = ['create-case', 'upload-artifact', 'http'];
test.each(families)('traffic about %s that a proxy recorded is judged as it was, and about nobody', async (family) => {
  const { file, code } = await proxied(family);
  const judged = await run(['judge', file, '--report-dir', join(folder, 'judged')]);
  expect({ code, judged: judged.code, err: judged.err }).toEqual({ code: 1, judged: 1, err: '' });
  const [live, again] = [family, 'judged'].map((name) => {
    const { outcome, results } = reportIn(name);
    return { outcome, results: results.map(({ id, verdict, requests }) => [id, verdict, requests]) };
  });
  expect(again).toEqual(live);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const recorded = unpacked(file);
  // The suite's own references and files stand for those of people.
  expect(recorded.match(/.{40}conformance-[0-9a-f]{8}-.{40}/)?.[0]).toBe(undefined);
  for (const key of Object.values(referenceKeys)) expect(recorded).not.toContain(key);
});

test('a proxy that is killed leaves a recording', async () => {
  const file = join(folder, 'killed.jsonl');
  const child = spawn(process.execPath, [cli, 'proxy', '--target', elsewhere.baseUrl, '--record', file], {
    env: environmentWith(keys),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const first = await new Promise<string>((resolve) => child.stdout.once('data', (bytes) => resolve(String(bytes))));
  await fetch(`${/http:[^\s]+/.exec(first)![0]}/cases`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${referenceKeys.tenant}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ type: 'PF', reference: 'Ana Gomez' }),
  });
  while (readFileSync(file, 'utf8').split('\n').length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill('SIGKILL');
  const { code, out } = await run(['judge', file]);
  expect(code).toBe(1);
  expect(out).toContain('create-case.location');
  expect(out).not.toContain('Ana');
});

test('what explore sent is judged again', async () => {
  const file = join(folder, 'explored.jsonl');
  const flags = ['--base-url', elsewhere.baseUrl, '--claim', 'sandbox', '--for', '1', '--record', file];
  const explored = await run(['explore', ...flags], keys);
  expect(explored.code).toBe(1);
  const { code, out } = await run(['judge', file, '--verbose']);
  expect(code).toBe(1);
  expect(out).toContain('create-case.location');
  const recorded = unpacked(file);
  for (const key of Object.values(referenceKeys)) expect(recorded).not.toContain(key);
});

test('what a client did is judged again, and as far as the recording goes', async () => {
  const file = join(folder, 'client.jsonl');
  const behaviour = 'properties and reason codes that the contract does not list';
  const command = ['--', 'python3', 'examples/python-client/verify.py'];
  const flags = ['--behaviour', behaviour, '--record', file, '--report-dir', join(folder, 'client')];
  const first = await run(['client', ...flags, ...command]);
  const again = await run(['judge', file, '--report-dir', join(folder, 'client-again')]);
  expect([first.code, again.code, again.err]).toEqual([0, 0, '']);
  const timeless = (name: string) =>
    JSON.parse(JSON.stringify(reportIn(name)), (property, value: unknown) =>
      ['at', 'milliseconds', 'startedAt'].includes(property) ? undefined : value,
    ) as Report;
  expect(timeless('client-again')).toEqual(timeless('client'));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  writeFileSync(file, lines.slice(0, -5).join('\n'));
  const { code, out } = await run(['judge', file]);
  expect(code).toBe(3);
  expect(out).toContain('It ends before the run ended');
});
