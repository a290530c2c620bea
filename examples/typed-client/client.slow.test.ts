import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoKeys } from '../../reference-impl/demo-keys.ts';
import { createService, type Service } from '../../reference-impl/http/service.ts';
import { IdvClient, Rejected } from './client.ts';
import { eventIn } from './fetch-events.ts';
import { failsOnce } from './fails-once.ts';

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46]);
const file = new Blob([jpeg], { type: 'image/jpeg' });
let service: Service;
let address: string;
let client: IdvClient;

beforeAll(async () => {
  service = createService();
  address = await service.listen({ port: 0, host: '127.0.0.1' });
  client = new IdvClient(address, demoKeys[0]!.key);
});

afterAll(() => service.close());

/** The rejection of a call. */
async function rejectionOf(call: Promise<unknown>): Promise<Rejected> {
  const caught: unknown = await call.then(
    () => 'accepted',
    (error: unknown) => error,
  );
  expect(caught).toBeInstanceOf(Rejected);
  return caught as Rejected;
}

test('opens a case, uploads a JPEG and reads the decision', async () => {
  const opened = await client.openCase({ type: 'PF', reference: 'sandbox:approve#typed-client' });
  expect(opened).toMatchObject({ status: 'PENDING', artifacts: [] });

  const artifact = await client.upload(opened.id, { kind: 'ID_FRONT', file });
  expect(artifact).toMatchObject({ kind: 'ID_FRONT', content_type: 'image/jpeg', size: jpeg.length });
  expect(artifact.sha256).toBe(createHash('sha256').update(jpeg).digest('hex'));

  const decided = await client.decided(opened.id, 5000, 10);
  expect(decided).toMatchObject({ id: opened.id, status: 'APPROVED', score: 95, artifacts: [artifact] });
});

test('repeats an open safely under one key', async () => {
  const body = { type: 'PF', reference: 'user-48213' } as const;

  const [first, second] = [await client.openCase(body, 'one-key'), await client.openCase(body, 'one-key')];

  expect(second).toEqual(first);
});

test.each([429, 503] as const)('a create that got a %d succeeds when it is repeated under its key', async (error) => {
  const busy = new IdvClient(address, demoKeys[0]!.key, failsOnce(error));
  const create = () => busy.openCase({ type: 'PF', reference: 'sandbox:approve#busy' }, `key-of-${error}`);

  expect((await rejectionOf(create())).problem.status).toBe(error);
  const opened = await create();

  expect(opened.reference).toBe('sandbox:approve#busy');
  expect(await create()).toEqual(opened);
});

test('recognises a decided case by the type of the problem', async () => {
  const { id } = await client.openCase({ type: 'PM', reference: 'sandbox:deny#typed-client' });
  await client.upload(id, { kind: 'INCORPORATION_DEED', file });
  await client.decided(id, 5000, 10);

  const rejected = await rejectionOf(client.upload(id, { kind: 'ID_BACK', file }));

  expect(rejected.is('/problems/case-closed')).toBe(true);
  expect(rejected.is('/problems/artifact-limit-reached')).toBe(false);
  expect(rejected.problem.status).toBe(409);
});

test('points at the property that is not allowed', async () => {
  const { problem } = await rejectionOf(client.openCase({ type: 'PF', reference: '' }));

  expect(problem.type).toBe('/problems/invalid-request');
  expect(problem.errors?.map(({ pointer }) => pointer)).toContain('#/reference');
});

test('says that a key was never issued', async () => {
  const stranger = new IdvClient(address, 'never-issued');
  expect((await rejectionOf(stranger.readCase('case_7Qm2xVt9LkPz4RwB'))).is('/problems/unauthorized')).toBe(true);
});

test('gives up on a case that stays pending', async () => {
  const { id } = await client.openCase({ type: 'PF', reference: 'sandbox:hold#typed-client' });
  await expect(client.decided(id, 100, 10)).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('the service rejects each call that the compiler rejects', async () => {
  const { id } = await client.openCase({ type: 'PF', reference: 'user-48213' });
  const calls = [
    // @ts-expect-error -- no such type of case
    client.openCase({ type: 'XX', reference: 'user-48213' }),
    // @ts-expect-error -- the reference is required
    client.openCase({ type: 'PF' }),
    // @ts-expect-error -- no such kind
    client.upload(id, { kind: 'HOLIDAY_PHOTO', file }),
  ];
  for (const call of calls) expect((await rejectionOf(call)).is('/problems/invalid-request')).toBe(true);
});

describe('an event', () => {
  const key = Buffer.alloc(32, 0xfb);
  const secret = `whsec_${key.toString('base64')}`;
  const bodyOf = (type: string) =>
    JSON.stringify({ type, timestamp: '2026-01-01T09:30:05Z', data: { reference: 'Ñandú US$$ 5 $&' } });
  const requestOf = (body: string, age = 0) => {
    const timestamp = Math.floor(Date.now() / 1000) - age;
    const digest = createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64');
    const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': `${timestamp}`, 'webhook-signature': `v1,${digest}` };
    return new Request('http://receiver.example/', { method: 'POST', headers, body });
  };

  test('is returned if its signature fits, and only if its type is known', async () => {
    const event = await eventIn(requestOf(bodyOf('case.decided')), secret);
    expect(event?.data.reference).toBe('Ñandú US$$ 5 $&');
    expect(await eventIn(requestOf(bodyOf('case.archived')), secret)).toBeUndefined();
  });

  test('is rejected if it is old, or was signed with another secret', async () => {
    await expect(eventIn(requestOf(bodyOf('case.decided'), 400), secret)).rejects.toThrow('too old');
    const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    await expect(eventIn(requestOf(bodyOf('case.decided')), other)).rejects.toThrow('No matching signature');
  });
});

test('reports a response that is not from the service', async () => {
  const lost = new IdvClient(`${address}/elsewhere`, demoKeys[0]!.key);
  expect((await rejectionOf(lost.readCase('case_7Qm2xVt9LkPz4RwB'))).is('/problems/not-found')).toBe(true);

  const gateway = createServer((_, response) => void response.writeHead(502).end('<h1>Bad gateway</h1>'));
  await once(gateway.listen(0, '127.0.0.1'), 'listening');
  const { port } = gateway.address() as AddressInfo;
  const call = new IdvClient(`http://127.0.0.1:${port}`, 'any').readCase('case_7Qm2xVt9LkPz4RwB');

  await expect(call).rejects.toThrow('502 without a problem: something other than the service responded.');
  gateway.close();
});
