// The reference implementation behind real gateways stays conformant, and a wrong service behind them is found.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { referenceKeys, startReference } from '../../conformance/reference/start.ts';
import { wholeSuite } from '../../conformance/run/selection.ts';
import { judgeService } from '../../conformance/run/service.ts';
import { proxyTo } from '../../conformance/testing.ts';
import { bearerKey } from '../../conformance/wire/exchange.ts';
import { freePort, stopProcess } from '../../tools/processes.ts';
import { root } from '../../tools/root.ts';
import { type GatewayName, isInstalled, startGateway, untilListening } from './gateway.ts';

const only = ['create-case', 'get-case', 'limits.file-accepted', 'sandbox.error-503', 'upload-artifact.accepts-kinds'];

/** @param at what to do when so many requests were responded to */
async function judgedAt(baseUrl: string, at: Record<number, () => void>) {
  let ended = 0;
  const manifest = { baseUrl, claims: ['sandbox' as const, 'live-key' as const], keys: referenceKeys, id: '/id' };
  const {
    results,
    outcome,
    notices = [],
  } = await judgeService({ ...manifest, key: bearerKey }, { ...wholeSuite, only }, undefined, undefined, {
    exchange() {
      ended += 1;
      at[ended]?.();
    },
  });
  const failed = results.flatMap(({ verdict, requirement, reason }) =>
    verdict === 'fail' ? [`${requirement.id}: ${reason}`] : [],
  );
  return { failed, outcome, notices };
}

/** The reference implementation as a process that can be killed and started again with its data. */
async function startService() {
  const folder = mkdtempSync(join(tmpdir(), 'service-'));
  const port = await freePort();
  const start = () => {
    const env = { ...process.env, PORT: String(port), DATA_DIR: folder };
    return spawn(process.execPath, ['reference-impl/main.ts'], { cwd: root, env, stdio: 'ignore' });
  };
  let child: ChildProcess = start();
  onTestFinished(async () => {
    await stopProcess(child, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  await untilListening(port);
  return {
    port,
    async restart(milliseconds: number) {
      await stopProcess(child, 'SIGKILL');
      await wait(milliseconds);
      child = start();
    },
  };
}

async function behind(name: GatewayName, as: 'configured' | 'stock', port: number) {
  const gateway = await startGateway(name, as, port);
  onTestFinished(() => gateway.stop());
  return gateway;
}

// Without HAProxy's own three seconds of waiting, an outage is longer than it hides.
const away = { nginx: 1000, haproxy: 4000 };

describe.each<GatewayName>(['nginx', 'haproxy'])('%s', (name) => {
  const isMissing = !isInstalled(name);

  test.for(['stock', 'configured'] as const)(
    'with %s settings, a restart of the service and a reload cost nothing',
    async (as, { skip }) => {
      skip(isMissing, `no ${name}`);
      const service = await startService();
      const gateway = await behind(name, as, service.port);
      const restarted = Promise.withResolvers<void>();
      const reload = vi.fn<() => void>(() => gateway.reload());
      const { failed, notices, outcome } = await judgedAt(gateway.baseUrl, {
        300: () => void service.restart(away[name]).then(restarted.resolve, restarted.reject),
        600: reload,
      });
      await restarted.promise;
      expect(reload).toHaveBeenCalled();
      // With its settings HAProxy asks clients to wait, as an overloaded service does.
      if (as === 'stock') expect(outcome.headline).toContain('interrupted');
      if (name === 'nginx' && as === 'stock') {
        // It rejects bodies above 1 MiB itself.
        expect(failed).toContainEqual(expect.stringContaining('limits.file-accepted'));
        expect(notices).toContainEqual(expect.stringMatching(/^413 in text\/html from nginx\/\S+, \d+ failures?: see/));
        return;
      }
      expect(failed).toEqual([]);
      expect(outcome.exitCode).toBe(0);
    },
  );

  test('a service that ignores idempotency keys is found', async ({ skip }) => {
    skip(isMissing, `no ${name}`);
    const reference = await startReference();
    onTestFinished(() => void reference.stop());
    const wrong = await proxyTo(reference.baseUrl, { before: ({ headers }) => void delete headers['idempotency-key'] });
    onTestFinished(wrong.stop);
    const gateway = await behind(name, 'configured', Number(new URL(wrong.baseUrl).port));
    const manifest = { baseUrl: gateway.baseUrl, claims: ['sandbox' as const], keys: referenceKeys, id: '/id' };
    const judged = await judgeService({ ...manifest, key: bearerKey }, { ...wholeSuite, only: ['idempotency'] });
    expect(judged.outcome.exitCode).toBe(1);
  });
});
