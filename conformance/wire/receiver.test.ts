import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { headerIn } from './exchange.ts';
import { Receiver } from './receiver.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await Receiver.open({ host: '127.0.0.1', port: 0 });
});
afterEach(() => receiver.close());

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, receiver.url), { method: 'POST', body, headers, redirect: 'manual' });

test('a delivery is recorded as it was sent, and its inbox decides the response', async () => {
  const inbox = receiver.inbox('case-7.', () => ({ status: 302, headers: { Location: '/x' } }));

  const response = await post('/hook?a=b', '{"is": "case-7.ñ"}', { 'Webhook-Id': 'msg_1' });

  expect([response.status, response.headers.get('location')]).toEqual([302, '/x']);
  const [delivery] = inbox.deliveries;
  expect(delivery).toMatchObject({ path: '/hook', exchange: { request: { method: 'POST' } } });
  expect(delivery!.body.toString()).toBe('{"is": "case-7.ñ"}');
  expect(headerIn(delivery!.exchange.request.headers, 'WEBHOOK-ID')).toBe('msg_1');
  expect(delivery!.exchange).toMatchObject({
    received: true,
    response: { status: 302, headers: [['Location', '/x']] },
  });
  expect(delivery!.exchange.request.url).toBe(new URL('/hook?a=b', receiver.url).href);
  expect(delivery!.respondedAt).toBeGreaterThanOrEqual(delivery!.arrived);
});

test('a delivery without an inbox is counted and accepted with 204', async () => {
  const inbox = receiver.inbox('case-7.', () => ({ status: 500 }));

  expect((await post('/', 'case-71')).status).toBe(204);
  expect((await fetch(new URL('/redirected/case-7.', receiver.url))).status).toBe(500);
  expect(receiver.count).toBe(2);
  expect(inbox.deliveries.map(({ path }) => path)).toEqual(['/redirected/case-7.']);
});

test('deliveries arrive while the suite is busy', async () => {
  const inbox = receiver.inbox('x', () => ({ status: 200 }));
  const { port } = new URL(receiver.url);
  const request = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx';
  const sockets = Array.from({ length: 16 }, () => net.connect(Number(port), '127.0.0.1'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.write(request);
  // They are in the system when the loop is entered for the first time.
  const busyUntil = performance.now() + 1500;
  while (performance.now() < busyUntil);
  await expect.poll(() => inbox.deliveries.length).toBe(sockets.length);

  expect(inbox.deliveries.filter(({ arrived }) => arrived > busyUntil)).toEqual([]);
  for (const socket of sockets) socket.destroy();
});

test('an event does not arrive in the future, although the machine was busy while the clocks were compared', async () => {
  const read = process.hrtime.bigint.bind(process.hrtime);
  const busy = vi.spyOn(process.hrtime, 'bigint').mockImplementationOnce(() => {
    const time = read();
    const until = performance.now() + 100;
    while (performance.now() < until);
    return time;
  });
  const late = await Receiver.open({ host: '127.0.0.1', port: 0 });
  busy.mockRestore();
  onTestFinished(() => late.close());
  const ahead: number[] = [];
  late.inbox('x', ({ arrived }) => {
    ahead.push(arrived - performance.now());
    return { status: 204 };
  });

  await fetch(late.url, { method: 'POST', body: 'x' });

  expect(ahead[0]).toBeLessThanOrEqual(0);
});

test('a connection is closed without a response, or left open', async () => {
  const replies = ['close', 'silence'] as const;
  const inbox = receiver.inbox('x', () => replies[inbox.deliveries.length - 1]!);

  await expect(post('/', 'x')).rejects.toThrow('fetch failed');
  const open = http.request(receiver.url, { method: 'POST' });
  open.on('error', () => {});
  open.end('x');
  await expect.poll(() => inbox.deliveries[1]?.exchange.failure).toContain('did not respond');
  expect(inbox.deliveries.map(({ respondedAt }) => respondedAt !== undefined)).toEqual([true, false]);
  open.destroy();
  await expect.poll(() => inbox.deliveries[1]?.exchange.abandonedAfter).toBeGreaterThan(0);
});

test('a reply that fails closes the connection', async () => {
  receiver.inbox('x', () => Promise.reject(new Error('the run ended')));

  await expect(post('/', 'x')).rejects.toThrow('fetch failed');
});

test('HTTP/1.0, names in upper case and pieces without a length are understood', async () => {
  const inbox = receiver.inbox('x', () => ({ status: 200 }));
  const { port } = new URL(receiver.url);
  const responses = [
    'POST / HTTP/1.0\r\nWEBHOOK-ID: 1\r\nCONTENT-LENGTH: 1\r\n\r\nx',
    'POST / HTTP/1.1\r\nHost: x\r\nWEBHOOK-ID: 2\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n1\r\nx\r\n0\r\n\r\n',
  ].map(
    (text) =>
      new Promise<string>((resolve, reject) => {
        let response = '';
        const socket = net.connect(Number(port), '127.0.0.1', () => socket.write(text));
        socket
          .on('data', (piece) => (response += String(piece)))
          .on('end', () => resolve(response))
          .on('error', reject);
      }),
  );

  for (const response of await Promise.all(responses)) expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(inbox.deliveries.map(({ exchange }) => headerIn(exchange.request.headers, 'webhook-id')).toSorted()).toEqual([
    '1',
    '2',
  ]);
});

test('a body without end is aborted', async () => {
  const inbox = receiver.inbox('x', () => ({ status: 200 }));

  await expect(post('/', 'x'.repeat(1024 * 1024 + 1))).rejects.toThrow('fetch failed');
  expect(inbox.deliveries).toEqual([]);
});

test('it reports whether its own address reaches it', async () => {
  expect(await receiver.probe()).toBeUndefined();
  expect(receiver.count).toBe(0);
  const nowhere = await Receiver.open({ host: '127.0.0.1', port: 0 }, 'http://127.0.0.1:9/');
  const elsewhere = await Receiver.open({ host: '127.0.0.1', port: 0 }, receiver.url);
  try {
    expect(await nowhere.probe()).toBeTypeOf('string');
    expect(await elsewhere.probe()).toBe('something else responds there with 204');
  } finally {
    nowhere.close();
    elsewhere.close();
  }
});
