import { expect, test } from 'vitest';
import { bearerKey } from '../../wire/exchange.ts';
import { serving } from '../../wire/testing.ts';
import { Run } from './run.ts';

test.each([
  ['sent again when the candidate rejects requests for a while', true, 201],
  ['lost otherwise', false, undefined],
])('in a race, a long body whose response is lost is %s', async (_, isLimiting, status) => {
  let [reads, uploads] = [0, 0];
  const baseUrl = await serving((request, response) => {
    if (request.url === '/read') {
      reads += 1;
      return void response.writeHead(isLimiting && reads === 1 ? 429 : 200, { 'Retry-After': '0' }).end();
    }
    uploads += 1;
    if (uploads === 1) request.socket.destroy();
    else request.resume().on('end', () => response.writeHead(201).end());
  });
  const keys = { tenant: 'key' };
  const manifest = { baseUrl, claims: [], keys, key: bearerKey, id: '/id' };
  const run = new Run(manifest, '5eed5eed', { timeout: 5000, signal: AbortSignal.timeout(10_000) });
  const credential = run.credential('tenant');
  await run.send({ method: 'GET', path: '/read', credential });
  const body = Buffer.alloc(200_000);
  const { response } = await run.send({ method: 'POST', path: '/upload', body, credential, racing: true });
  expect(response?.status).toBe(status);
  run.close();
});
