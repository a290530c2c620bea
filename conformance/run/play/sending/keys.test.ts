import type { IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startChanged } from '../../../../reference-impl/behaviours/start.ts';
import { referenceKeys } from '../../../reference/start.ts';
import { bearerKey, type Credential } from '../../../wire/exchange.ts';
import { serving } from '../../../wire/testing.ts';
import { Run } from '../run.ts';
import { requireKeyModes, requireKnownKey } from './keys.ts';

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

test.each<[string, number, string, boolean]>([
  ['a rejection of the service says that a key is no sandbox key', 422, 'application/problem+json', true],
  ['the page of a gateway does not', 502, 'text/html', false],
])('%s', async (_, status, type, isMixedUp) => {
  const baseUrl = await serving((request, response) => {
    const isRejected = request.method === 'POST' && request.headers.authorization === 'Bearer a';
    response.writeHead(isRejected ? status : 201, { 'Content-Type': isRejected ? type : 'application/json' });
    request.resume().on('end', () => response.end('{}'));
  });
  const keys = { tenant: 'a', other: 'b' };
  const manifest = { baseUrl, claims: ['sandbox' as const], keys, key: bearerKey, id: '/id' };
  const run = new Run(manifest, '5eed5eed', { timeout: 5000, signal: AbortSignal.timeout(10_000) });
  run.watchInterruptions(() => {});
  // Before its first response, a service may still be starting.
  await run.send({ method: 'GET', path: '/', credential: undefined });
  const required = requireKeyModes(run, run.credential('tenant')).then(
    () => false,
    ({ message }: Error) => /sandbox keys/.test(message),
  );
  expect(await required).toBe(isMixedUp);
});
