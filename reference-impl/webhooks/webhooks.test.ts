import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultParts } from '../compose.ts';
import type { Parts } from '../parts.ts';
import { openSqliteStore } from '../stores/sqlite/store.ts';
import type { Claim, Endpoint } from '../ports.ts';
import { keys } from '../testing/client.ts';
import { listen } from '../testing/listen.ts';
import { serve } from '../testing/service.ts';
import { pauseAfter } from './events.ts';

interface Delivery {
  url: string;
  headers: Record<string, string>;
  body: string;
}

let receiver: http.Server;
let deliveries: Delivery[];
let responders: ((response: http.ServerResponse) => void)[];
let endpoint: Endpoint;
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  deliveries = [];
  responders = [];
  receiver = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      deliveries.push({ url: request.url!, headers: request.headers as Delivery['headers'], body });
      const respond = responders.shift() ?? respondingWith(204);
      respond(response);
    });
  });
  const url = `${await listen(receiver)}/hook`;
  endpoint = { tenant: 'one', url, secret: 'whsec_c2VjcmV0IG9mIGEgdGVuYW50' };
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  receiver.closeAllConnections();
  receiver.close();
});

// What is exponential in hours is so in milliseconds here.
const quick = (attempts: number, status: number | undefined) => {
  const pause = pauseAfter(attempts, status);
  return pause === undefined ? undefined : 1;
};

async function start(given: Partial<Parts> = {}) {
  const limits = { ...defaultParts().limits, outboxPause: 5 };
  const webhooks = { endpoints: [endpoint], privateHosts: ['127.0.0.1'], pauseAfter: quick, limits };
  const service = await serve({ ...webhooks, ...given });
  closing.push(service.close);
  return service;
}

async function decide(service: Awaited<ReturnType<typeof start>>, key = keys.one) {
  const id = await service.open('sandbox:approve', { key });
  await service.upload(id, undefined, { key });
  return (await service.read(id, { key })).body;
}

async function seen(count: number) {
  await expect.poll(() => deliveries.length, { timeout: 10_000 }).toBe(count);
}
const respondingWith =
  (status: number, headers: Record<string, string> = {}) =>
  (response: http.ServerResponse) =>
    void response.writeHead(status, headers).end();

describe('a decision', () => {
  it('is announced once, as a read responders it, signed for the library of the receiver', async () => {
    const service = await start();
    const decided = await decide(service);
    await seen(1);
    await service.upload(decided.id!);
    await decide(service);
    await seen(2);

    const [{ url, headers, body }] = deliveries as [Delivery];
    expect(url).toBe('/hook');
    expect(new Webhook(endpoint.secret).verify(body, headers)).toEqual({
      type: 'case.decided',
      timestamp: decided['decided_at'],
      data: decided,
    });
    expect(headers['content-type']).toBe('application/json');
    expect(() => new Webhook('whsec_b3RoZXI=').verify(body, headers)).toThrow('No matching signature');
  });

  it('is not announced to a tenant without an endpoint, nor to that of another', async () => {
    const service = await start();
    await decide(service, keys.two);
    await decide(service);
    await seen(1);

    expect(deliveries[0]!.body).not.toContain(keys.two);
  });

  it('is sent after a restart with the id and body of the attempt that failed before', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'outbox-'));
    const file = join(folder, 'cases.sqlite');
    responders.push(respondingWith(500));
    const before = await start({ store: openSqliteStore(file), pauseAfter: () => 50 });
    await decide(before);
    await seen(1);
    await closing.pop()!();
    await start({ store: openSqliteStore(file) });
    await seen(2);

    const [first, second] = deliveries as [Delivery, Delivery];
    expect(second.body).toBe(first.body);
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    await closing.pop()!();
    rmSync(folder, { recursive: true });
  });
});

describe('an event', () => {
  it.each([
    ['500', respondingWith(500)],
    ['no response in time', () => {}],
  ])('is sent again after %s, with the same id and body', async (_, respond) => {
    responders.push(respond);
    const service = await start({ limits: { ...defaultParts().limits, outboxPause: 5, deliveryTime: 200 } });
    await decide(service);
    await seen(2);

    const [first, second] = deliveries as [Delivery, Delivery];
    expect(second.body).toBe(first.body);
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.url).toBe('/hook');
    new Webhook(endpoint.secret).verify(second.body, second.headers);
  });

  it.each([200, 202, 204, 410])('is over after %d', async (status) => {
    responders.push(respondingWith(status));
    const { store } = defaultParts();
    const settled: unknown[] = [];
    const claimEvent: typeof store.claimEvent = async (...call) => {
      const claim = await store.claimEvent(...call);
      const finish: Claim['finish'] = async (next) => {
        await claim!.finish(next);
        settled.push(next);
      };
      return claim && { ...claim, finish };
    };
    const service = await start({ store: { ...store, claimEvent } });
    await decide(service);

    await expect.poll(() => settled).toEqual([undefined]);
    expect(deliveries).toHaveLength(1);
  });

  it('is given up after 9 attempts in more than 24 hours, ever further apart', () => {
    const pauses = Array.from({ length: 9 }, (_, at) => pauseAfter(at + 1, 500));

    expect(pauses.pop()).toBeUndefined();
    expect(pauses[0]).toBeLessThan(1500);
    expect(pauses.toSorted((a, b) => a! - b!)).toEqual(pauses);
    expect(pauses.reduce((sum: number, pause) => sum + pause!, 0)).toBeGreaterThan(24 * 3_600_000);
  });
});

describe('an address that is not public', () => {
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0.0.0.0', '10.1.2.3'];
  it.each(hosts)('%s is not connected to unless its host is named', async (host) => {
    const { port } = new URL(endpoint.url);
    const event = { id: 'msg_1', tenant: 'one', body: '{}', attempts: 0, due: 0 };
    const parts = defaultParts();
    let connections = 0;
    receiver.on('connection', () => (connections += 1));
    for (const protocol of ['http', 'https'])
      expect(
        await parts.deliver(
          event,
          {},
          { ...endpoint, url: `${protocol}://${host}:${port}/` },
          parts,
          new AbortController().signal,
        ),
      ).toBeUndefined();
    expect(connections).toBe(0);
  });

  it('localhost is connected to when it is named', async () => {
    endpoint.url = endpoint.url.replace('127.0.0.1', 'localhost');
    const service = await start({ privateHosts: ['localhost'] });
    await decide(service);
    await seen(1);
  });
});
