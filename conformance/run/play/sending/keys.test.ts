import { expect, test } from 'vitest';
import { bearerKey } from '../../../wire/exchange.ts';
import { serving } from '../../../wire/testing.ts';
import { Run } from '../run.ts';
import { requireKeyModes } from './keys.ts';

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
