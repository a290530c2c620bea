// The services that users copy are conformant.
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { expect, test } from 'vitest';
import { referenceKeys } from '../conformance/reference/start.ts';
import { run } from '../conformance/testing.ts';
import type { Caller } from './cases/keys.ts';
import { Store } from './cases/store.ts';
import { createApp as createExpress } from './express/app.ts';
import { createApp as createHono } from './hono/app.ts';

const issued: Record<string, Caller> = {
  [referenceKeys.tenant]: { tenant: 'one', mode: 'sandbox' },
  [referenceKeys.other]: { tenant: 'two', mode: 'sandbox' },
  [referenceKeys.live]: { tenant: 'one', mode: 'live' },
};
const keys = {
  IDV_API_KEY: referenceKeys.tenant,
  IDV_OTHER_API_KEY: referenceKeys.other,
  IDV_LIVE_API_KEY: referenceKeys.live,
};

const services: Record<string, (store: Store) => Server> = {
  Express: (store) => createExpress(store, issued).listen(0, '127.0.0.1'),
  Hono: (store) => serve({ fetch: createHono(store, issued).fetch, port: 0, hostname: '127.0.0.1' }) as Server,
};

test.each(Object.entries(services))('the service by %s is conformant', { timeout: 180_000 }, async (_, start) => {
  const store = new Store(':memory:');
  const server = start(store);
  try {
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

    const { code, out } = await run(['--base-url', baseUrl, '--claim', 'sandbox', '--claim', 'live-key'], keys);

    expect(out).toContain(`\nCONFORMANT: ${baseUrl} (full; not claimed: webhooks; not judged: what needs --slow)\n`);
    expect(code).toBe(0);
  } finally {
    server.close();
    server.closeAllConnections();
    store.close();
  }
});
