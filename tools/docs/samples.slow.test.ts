// Runs the samples of each language as a reader does: from the new case to the decision and its event.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHmac, hash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { referenceKeys, referenceSecrets, startReference } from '../../conformance/reference/start.ts';
import { execute } from '../../conformance/testing.ts';
import { readContract } from '../contract/contract.ts';
import { freePort, stopProcess } from '../processes.ts';
import { fileOf, type Language, languages } from './samples.ts';

const { document } = readContract();
const event = JSON.stringify(document.components.examples.CaseDecidedEvent.value);
const key = Buffer.from(referenceSecrets.secret.replace('whsec_', ''), 'base64');
const now = () => Math.floor(Date.now() / 1000);
const sign = (id: string, timestamp: number | string, body = event, secret = key) =>
  `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;

const folder = mkdtempSync(join(tmpdir(), 'samples-'));
const evidence = Buffer.from([0xff, 0xd8, 0xff]);
writeFileSync(join(folder, 'id-front.jpg'), evidence);

// The receivers have it one after the other.
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
let reference: Awaited<ReturnType<typeof startReference>>;
beforeAll(async () => {
  reference = await startReference(address);
});
afterAll(async () => {
  await reference.stop();
  rmSync(folder, { recursive: true });
});

type Command = [program: string, ...args: string[]];

/** By language: a command that fails where it, or a library of the samples, is not installed. */
const probes: Record<Language, Command> = {
  curl: ['curl', '--version'],
  TypeScript: [process.execPath, '--version'],
  Python: ['python3', '-c', 'import requests'],
  Go: ['go', 'version'],
  Java: ['javac', '-version'],
};

/** By language: the command that runs a file. Go is built first, because `go run` would leave the receiver running. */
const commands: Record<Language, (file: string) => Command> = {
  curl: (file) => ['bash', file],
  TypeScript: (file) => [process.execPath, file],
  Python: (file) => ['python3', file],
  Go: (file) => {
    const program = join(mkdtempSync(join(folder, 'go-')), 'sample');
    execFileSync('go', ['build', '-o', program, file], { stdio: 'pipe' });
    return [program];
  },
  Java: (file) => [
    'java',
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    '-cp',
    folder,
    /class (\w+)/.exec(readFileSync(file, 'utf8'))![1]!,
  ],
};

const isInstalled = (language: Language): boolean => {
  const [program, ...args] = probes[language];
  return spawnSync(program, args).status === 0;
};
const installed = languages.filter(isInstalled);

// All at once, because the compiler takes long to start.
const inJava = globSync('samples/*/*.java', { cwd: import.meta.dirname });
if (installed.includes('Java')) execFileSync('javac', ['-d', folder, ...inJava], { cwd: import.meta.dirname });

describe.each(installed)('in %s', (language) => {
  const commandOf = (operation: string, inLanguage = language) => commands[inLanguage](fileOf(inLanguage, operation));
  // Curl cannot receive.
  const [program, ...args] = commandOf('caseDecided', language === 'curl' ? 'TypeScript' : language);
  const printed: string[] = [];
  let receiver: ChildProcess;

  beforeAll(async () => {
    const env = { ...process.env, WEBHOOK_SECRET: referenceSecrets.secret, PORT: String(port) };
    receiver = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface(receiver.stdout!);
    await once(lines, 'line');
    lines.on('line', (each) => printed.push(each));
  });
  afterAll(() => stopProcess(receiver));

  test('a case is opened, gets evidence and is read until it is approved, and its event arrives', async () => {
    const settings = { ...process.env, BASE_URL: reference.baseUrl, API_KEY: referenceKeys.tenant };
    const run = async (operation: string, more = {}) => {
      const [sample, ...given] = commandOf(operation);
      return (await execute(sample, given, { cwd: folder, env: { ...settings, ...more } })).out;
    };

    const CASE_ID = /case_[\w-]{16,}/.exec(await run('createCase'))![0];
    expect(await run('uploadArtifact', { CASE_ID })).toContain(hash('sha256', evidence));
    expect(await run('getCase', { CASE_ID })).toMatch(/APPROVED.*95/);

    await expect.poll(() => printed, { timeout: 10_000 }).toEqual([`${CASE_ID} APPROVED`]);
  });

  const problem = (type: string) => JSON.stringify({ type: `/problems/${type}`, title: 'Conflict', status: 409 });
  test.each<[string, responses: [number, string][]]>([
    [
      'a create is sent again under its key while the key is in use',
      [
        [409, problem('idempotency-key-in-use')],
        [201, JSON.stringify({ id: 'case_0123456789abcdef' })],
      ],
    ],
    ['a create that got another conflict is not sent again', [[409, problem('case-closed')]]],
  ])('%s', async (_, responses) => {
    const keys: unknown[] = [];
    const service = createServer((request, response) => {
      const [status, body] = responses[keys.length] ?? [500, ''];
      keys.push(request.headers['idempotency-key']);
      request.resume().on('end', () => response.writeHead(status, { 'Retry-After': '1' }).end(body));
    });
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const [sample, ...given] = commandOf('repeatCreate');
    const env = { ...process.env, BASE_URL: baseUrl, API_KEY: 'any' };
    const { code, out } = await execute(sample, given, { cwd: folder, env });
    service.close();

    expect(keys).toHaveLength(responses.length);
    expect(new Set(keys).size).toBe(1);
    expect({ isOpened: out.includes('case_0123456789abcdef'), isSuccess: code === 0 }).toEqual(
      responses.length === 2 ? { isOpened: true, isSuccess: true } : { isOpened: false, isSuccess: false },
    );
  });

  if (language === 'curl') return;

  interface Given {
    body?: string;
    /** how many seconds ago it was signed */
    age?: number;
    timestamp?: number | string;
    signature?: string | null;
  }

  /** The status code for a delivery that is genuine except for the given values. */
  async function deliver(id: string, given: Given = {}) {
    const { body = event, age = 0, timestamp = now() - age, signature = sign(id, timestamp, body) } = given;
    const signed = { 'webhook-id': id, 'webhook-timestamp': `${timestamp}`, 'webhook-signature': signature };
    const headers = Object.entries(signed).filter((header): header is [string, string] => header[1] !== null);
    return (await fetch(address, { method: 'POST', headers: Object.fromEntries(headers), body })).status;
  }

  test('the receiver accepts a genuine event, and does nothing for a repeated one', async () => {
    printed.splice(0);
    expect(await deliver('msg_first')).toBe(204);
    expect(await deliver('msg_first')).toBe(204);
    expect(await deliver('msg_second')).toBe(204);
    await expect.poll(() => printed).toEqual(Array(2).fill('case_7Qm2xVt9LkPz4RwB APPROVED'));
  });

  test('an event whose processing failed is processed when it arrives again', async () => {
    printed.splice(0);
    expect(await deliver('msg_failed', { body: '{}{' })).toBe(500);
    expect(await deliver('msg_failed')).toBe(204);
    await expect.poll(() => printed).toEqual(['case_7Qm2xVt9LkPz4RwB APPROVED']);
  });

  const timestamp = now();
  const good = sign('msg', timestamp);
  const other = sign('msg', timestamp, event, Buffer.from('another secret'));
  test.each<[string, Given]>([
    ['of an unknown type', { body: '{"type":"case.archived","data":{}}' }],
    ['whose second signature is genuine', { timestamp, signature: `${other} ${good}` }],
    ['whose first signature is genuine', { timestamp, signature: `${good} ${other}` }],
    ['with signatures of other versions and lengths', { timestamp, signature: `v1a,AAAA v1,short ${good}` }],
    ['from a clock that is four minutes fast', { age: -240 }],
    ['from a clock that is four minutes slow', { age: 240 }],
  ])('the receiver accepts an event %s', async (_, given) => expect(await deliver('msg', given)).toBe(204));

  test.each<[string, Given]>([
    ['another body', { timestamp, signature: good, body: event.replace('APPROVED', 'DENIED') }],
    ['the same value in other bytes', { timestamp, signature: good, body: `${event} ` }],
    ['another secret', { timestamp, signature: other }],
    ['another id', { timestamp, signature: sign('msg_other', timestamp) }],
    ['another timestamp', { timestamp: timestamp - 1, signature: good }],
    ['another version', { timestamp, signature: good.replace('v1', 'v2') }],
    ['a signature without its version', { timestamp, signature: good.slice('v1,'.length) }],
    ['a shortened signature', { timestamp, signature: good.slice(0, -8) }],
    ['an empty signature', { timestamp, signature: 'v1,' }],
    ['no signature', { timestamp, signature: null }],
    ['a timestamp six minutes ago', { age: 360 }],
    ['a timestamp in six minutes', { age: -360 }],
    ['a timestamp that is not a number', { timestamp: 'soon' }],
  ])('the receiver rejects an event with %s', async (_, given) => expect(await deliver('msg', given)).toBe(401));

  test('the receiver rejects more than an event can have', async () => {
    expect(await deliver('msg_large', { body: 'x'.repeat(1_048_577) })).toBe(413);
  });

  test('a sender that goes away in the middle does no harm', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.end('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\nhalf');
    socket.resume();
    await once(socket, 'close');

    expect(await deliver('msg_after')).toBe(204);
  });

  test('without a secret the receiver does not start', async () => {
    const { WEBHOOK_SECRET: _, ...env } = process.env;
    const [code] = await once(spawn(program, args, { env, stdio: 'ignore' }), 'exit');
    expect(code).toBe(1);
  });
});
