import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requirements } from '../../generated/requirements.ts';
import type { Manifest } from '../manifest.ts';
import { judge } from '../run/judge.ts';
import { referenceResponses } from './responses.ts';
import { wholeSuite } from '../run/selection.ts';

let server: http.Server;
let manifest: Manifest;
beforeAll(async () => {
  server = http.createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  manifest = {
    // The path is ignored when two requests are compared.
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`,
    claims: ['sandbox'],
    keys: { tenant: 'one', other: 'two' },
    key: { header: 'X-Key', template: '{key}' },
    id: 'Location',
  };
});
afterAll(() => server.close());

const judged = (only: string[]) => judge(manifest, { ...wholeSuite, only });

test('returns the response of the reference implementation to the step that failed', async () => {
  const responses = await referenceResponses(
    await judged(['create-case.opens-person-case', 'create-case.opens-entity-case']),
  );
  const seen = [...responses].map(([id, { request, response }]) => [id, request.method, response?.status]);
  expect(seen).toEqual([
    ['create-case.opens-person-case', 'POST', 201],
    ['create-case.opens-entity-case', 'POST', 201],
  ]);
  const [person, entity] = [...responses.values()].map(({ request }) => Buffer.concat(request.body).toString());
  expect(person).toContain('"PF"');
  expect(entity).toContain('"PM"');
});

test('repeats nothing when nothing failed, or when the reference implementation has the absent capability', async () => {
  const { results, ...rest } = await judged(['create-case.opens-person-case']);
  const absent = requirements.find(({ id }) => id === 'sandbox.absent-refuses')!;
  for (const none of [[], [{ ...results[0]!, requirement: absent }]])
    expect(await referenceResponses({ ...rest, results: none })).toEqual(new Map());
});
