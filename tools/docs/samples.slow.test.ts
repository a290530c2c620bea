// Runs the samples of each language as the guide does: from the new case to the decision and its event.
import { hash } from 'node:crypto';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { referenceKeys, referenceSecrets, startReference } from '../../conformance/reference/start.ts';
import { receivers, runnable, runSample } from './languages.ts';

const folder = mkdtempSync(join(tmpdir(), 'samples-'));
const evidence = Buffer.from([0xff, 0xd8, 0xff]);
writeFileSync(join(folder, 'id-front.jpg'), evidence);
afterAll(() => rmSync(folder, { recursive: true }));

const commands = new Map(receivers());

describe.each(runnable)('in %s', (language) => {
  const received: string[] = [];
  let receiver: ChildProcess;
  let reference: Awaited<ReturnType<typeof startReference>>;

  beforeAll(async () => {
    // curl cannot receive.
    const [program, ...args] = commands.get(language) ?? commands.get('TypeScript')!;
    const env = { ...process.env, WEBHOOK_SECRET: referenceSecrets.secret, PORT: '0' };
    receiver = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface(receiver.stdout!);
    const [line] = (await once(lines, 'line')) as [string];
    lines.on('line', (each) => received.push(each));
    reference = await startReference(`http://127.0.0.1:${/port: (\d+)/.exec(line)![1]}`);
  });

  afterAll(async () => {
    receiver.kill();
    await reference.stop();
  });

  test('a case is opened, gets evidence and is read until it is approved, and its event arrives', async () => {
    const settings = { BASE_URL: reference.baseUrl, API_KEY: referenceKeys.tenant };
    const run = (operation: string, more = {}) => runSample(language, operation, folder, { ...settings, ...more });

    const CASE_ID = /case_[\w-]{16,}/.exec(await run('createCase'))![0];
    expect(await run('uploadArtifact', { CASE_ID })).toContain(hash('sha256', evidence));
    expect(await run('getCase', { CASE_ID })).toMatch(/APPROVED.*95/);

    await expect.poll(() => received, { timeout: 10_000 }).toEqual([`${CASE_ID} APPROVED`]);
  });
});
