import type { IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startChanged } from '../../../../reference-impl/behaviours/start.ts';
import { referenceKeys } from '../../../reference/start.ts';
import { bearerKey, type Credential } from '../../../wire/exchange.ts';
import { Run } from '../run.ts';
import { requireKnownKey } from './keys.ts';

/** A run against a service that rejects a key on a connection on which it rejected one before. */
async function start(keys: { tenant: string }) {
  const rejected = new WeakSet<object>();
  const { baseUrl, stop } = await startChanged(({ authenticate }) => ({
    authenticate(request: IncomingMessage) {
      const found = rejected.has(request.socket) ? 'rejected' : authenticate(request);
      if (found === 'rejected') rejected.add(request.socket);
      return found;
    },
  }));
  const manifest = { baseUrl, claims: [], keys, key: bearerKey, id: '/id' };
  const run = new Run(manifest, '5eed5eed', { timeout: 10_000, signal: new AbortController().signal });
  onTestFinished(async () => {
    run.close();
    await stop();
  });
  const send = (credential: Credential) =>
    run.send({ method: 'GET', path: '/cases/unknown', credential, connection: 'both' });
  await send({ value: 'never-issued', shell: '' });
  const exchange = await send(run.credential('tenant'));
  expect(exchange.response!.status).toBe(401);
  return { run, exchange };
}

test('a key that is rejected only on a connection of a rejected one is known', async () => {
  const { run, exchange } = await start(referenceKeys);
  await requireKnownKey(run, exchange);
});

test('a key that is rejected everywhere is unknown', async () => {
  const { run, exchange } = await start({ tenant: 'unknown' });
  await expect(requireKnownKey(run, exchange)).rejects.toThrow('rejects every request with $IDV_API_KEY');
});

test('a key with which a request succeeded is known', async () => {
  const { run, exchange } = await start({ tenant: 'unknown' });
  run.exchanges.push({ ...exchange, response: { ...exchange.response!, status: 200 } });
  await requireKnownKey(run, exchange);
});
