import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { referenceKeys, referenceSecrets, startReference } from '../reference/start.ts';
import { headlineOf, run } from '../testing.ts';
import { temporaryFolder } from '../testing-folder.ts';

const folder = temporaryFolder();
const keys = { IDV_API_KEY: referenceKeys.tenant, IDV_OTHER_API_KEY: referenceKeys.other };
const secret = { IDV_WEBHOOK_SECRET: referenceSecrets.secret };
const claims = ['--claim', 'sandbox', '--claim', 'webhooks'];
const listen = ['--webhook-listen', '127.0.0.1:0'];

test.concurrent('the bundled reference implementation is judged on its webhooks, and no report holds a secret', async () => {
  const flags = ['--claim', 'webhooks', '--only', 'webhook', '--report-dir', folder];
  const { code, out, err } = await run(['--reference-implementation', ...flags]);
  expect(err).toBe('');
  expect(out).toMatch(/webhook +\d+ passed, 2 not applicable/);
  expect(out).toContain('2 not applicable: only judged with --slow');
  expect(headlineOf(out)).toMatch(/^PASSED (\d+) of \1 selected · the bundled reference implementation$/);
  expect(code).toBe(0);
  const report = readFileSync(join(folder, 'report.json'), 'utf8');
  for (const value of Object.values(referenceSecrets)) expect(report).not.toContain(value.replace('whsec_', ''));
});

describe.concurrent('an event that never comes', () => {
  const judge = async (...flags: string[]) => {
    const candidate = await startReference();
    try {
      const only = ['--only', 'webhook.arrives', '--only', 'webhook.signature'];
      const all = ['--base-url', candidate.baseUrl, ...claims, ...listen, ...only, ...flags];
      return await run(all, { ...keys, ...secret });
    } finally {
      await candidate.stop();
    }
  };

  test('is one failure of the candidate if the receiver can be reached', async () => {
    const { code, out } = await judge();
    expect(out).toContain('FAIL webhook.arrives');
    expect(out).toMatch(/actual +none; 0 deliveries of any kind arrived at http:.*, which this machine reaches/);
    expect(out).toContain('INCONCLUSIVE blocked by webhook.arrives');
    expect(out).toContain(' 1 failed');
    expect(code).toBe(1);
  });

  test('is no failure if the receiver cannot be reached', async () => {
    const { code, out } = await judge('--webhook-url', 'http://127.0.0.1:9');
    expect(out).toMatch(
      /INCONCLUSIVE .*the receiver cannot be reached at http:\/\/127\.0\.0\.1:9 \(.+\): \w+ --webhook/,
    );
    expect(out).toContain(' 0 failed');
    expect(code).toBe(3);
  });
});
