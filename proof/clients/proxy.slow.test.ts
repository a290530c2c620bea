// Every request of a run passes through the proxy, which then says of the service what the run says.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { referenceKeys, startReference } from '../../conformance/reference/start.ts';
import { cli, environmentWith, headlineOf, run } from '../../conformance/testing.ts';

const keys = { IDV_API_KEY: referenceKeys.tenant, IDV_OTHER_API_KEY: referenceKeys.other };

test(
  'a whole run through the proxy is CONFORMANT, and the proxy finds no violation',
  { timeout: 180_000 },
  async () => {
    const reference = await startReference();
    const flags = ['--target', reference.baseUrl, '--claim', 'sandbox', '--party', 'service'];
    const proxy = spawn(process.execPath, [cli, 'proxy', ...flags], {
      env: environmentWith(keys),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(async () => {
      proxy.kill('SIGKILL');
      await reference.stop();
    });
    const out = text(proxy.stdout);
    const first = await new Promise<string>((resolve) => proxy.stdout.once('data', (bytes) => resolve(String(bytes))));
    const judged = await run(['--base-url', /http:\S+/.exec(first)![0], '--claim', 'sandbox'], keys);
    expect({ code: judged.code, err: judged.err }).toEqual({ code: 0, err: '' });
    expect(headlineOf(judged.out)).toMatch(/^CONFORMANT/);
    const exited = new Promise<number | null>((resolve) => proxy.on('exit', resolve));
    proxy.kill('SIGINT');
    expect(await exited).toBe(0);
    expect(await out).toMatch(/\nNO VIOLATION in \d{4} exchanges/);
  },
);
