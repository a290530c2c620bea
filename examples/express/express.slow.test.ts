import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { referenceKeys } from '../../conformance/reference/start.ts';
import { run } from '../../conformance/testing.ts';
import { createApp } from './app.ts';
import { Store } from './store.ts';

const store = new Store(':memory:');
let server: Server;

beforeAll(async () => {
  const keys = {
    [referenceKeys.tenant]: { tenant: 'one', mode: 'sandbox' },
    [referenceKeys.other]: { tenant: 'two', mode: 'sandbox' },
    [referenceKeys.live]: { tenant: 'one', mode: 'live' },
  } as const;
  server = createApp(store, keys).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
  store.close();
});

test('the service by Express is conformant', { timeout: 180_000 }, async () => {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = {
    IDV_API_KEY: referenceKeys.tenant,
    IDV_OTHER_API_KEY: referenceKeys.other,
    IDV_LIVE_API_KEY: referenceKeys.live,
  };

  const { code, out } = await run(['--base-url', baseUrl, '--claim', 'sandbox', '--claim', 'live-key'], keys);

  expect(out).toContain(`\nCONFORMANT: ${baseUrl} (full; not claimed: webhooks; not judged: what needs --slow)\n`);
  expect(code).toBe(0);
});
