import http from 'node:http';
import net from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Exchange } from '../exchange.ts';
import { NoResponse } from '../http.ts';
import { client, ends, listening, recording } from '../testing.ts';
import { Inconclusive } from '../inconclusive.ts';

const codings: Record<string, Buffer> = {
  gzip: gzipSync('{"id":"x"}'),
  deflate: deflateSync('{"id":"x"}'),
  br: brotliCompressSync('{"id":"x"}'),
  identity: Buffer.from('{"id":"x"}'),
};

test.each(Object.entries(codings))(
  'a response in %s is decoded, although nobody asked for compression',
  async (coding, body) => {
    const baseUrl = await listening(
      http.createServer((_, response) => void response.writeHead(200, { 'Content-Encoding': coding }).end(body)),
    );
    expect((await client(baseUrl).send({})).response.body.toString()).toBe('{"id":"x"}');
    expect((await client(baseUrl).send({ method: 'HEAD' })).response.body).toHaveLength(0);
  },
);

test('a body that does not fit its Content-Encoding is reported', async () => {
  const baseUrl = await listening(
    http.createServer((_, response) => void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('{}')),
  );
  await expect(client(baseUrl).send({})).rejects.toThrow('a body that is not gzip, as its Content-Encoding says');
});

test('a connection that was closed while idle is no failure', async () => {
  let count = 0;
  const baseUrl = await listening(
    net.createServer((socket) => {
      socket.on('error', () => {});
      let requests = 0;
      socket.on('data', () => {
        count += 1;
        requests += 1;
        // The second request on a connection meets a server that has just closed it.
        if (requests === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
        else socket.destroy();
      });
    }),
  );
  const { send } = client(baseUrl);
  expect((await send({})).response.status).toBe(200);
  expect((await send({})).response.status).toBe(200);
  expect(count).toBe(3);
});

test.each<[string, (socket: net.Socket) => void, string]>([
  ['closes', (socket) => socket.end(), 'connection closed without a response'],
  ['resets', (socket) => socket.resetAndDestroy(), 'connection closed without a response'],
  ['says no HTTP', (socket) => socket.end('hello\r\n\r\n'), 'something that is not HTTP'],
  ['hangs', () => {}, 'no response within 0.3 s'],
  ['drips', (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'), 'no response within 0.3 s'],
])('a candidate that %s gives no response, and the failure says why', async (_, behave, failure) => {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => behave(socket));
  });
  const { send } = client(await listening(server), 300);
  for (const racing of [false, true]) {
    const exchanges: Exchange[] = [];
    await expect(send({ racing }, exchanges)).rejects.toThrow(NoResponse);
    expect(exchanges[0]!.failure).toContain(failure);
  }
});

test('an endless response is aborted', async () => {
  const baseUrl = await listening(
    http.createServer((_, response) => {
      const more = () => {
        while (response.write('x'.repeat(65536)));
        response.once('drain', more);
      };
      response.on('error', () => {});
      more();
    }),
  );
  for (const racing of [false, true]) await expect(client(baseUrl).send({ racing })).rejects.toThrow(NoResponse);
});

test('a response that arrives before the end of a large body counts', async () => {
  const baseUrl = await listening(
    http.createServer((request, response) => {
      response.writeHead(413, { Connection: 'close' }).end('{}');
      request.resume();
    }),
  );
  const { response } = await client(baseUrl).send({
    method: 'POST',
    headers: { 'Content-Type': 'text/plain' },
    body: Buffer.alloc(8_000_000),
  });
  expect(response.status).toBe(413);
});

test('sending may take longer than the response', async () => {
  const server = http.createServer((request, response) => {
    setTimeout(() => request.resume().on('end', () => response.end('{}')), 1500);
  });
  const { send } = client(await listening(server), 1000);
  expect((await send({ method: 'POST', body: Buffer.alloc(20_000_000) })).response.status).toBe(200);
});

test('a candidate that stops reading a body gives no response, and the failure says how far it read', async () => {
  const server = net.createServer((socket) => void socket.pause().on('error', () => {}));
  const { send } = client(await listening(server), 100);
  await expect(send({ method: 'POST', body: Buffer.alloc(20_000_000) })).rejects.toThrow(
    /no response, and for 0\.3 s the connection accepted no more of the body than [0-9.]+ of 20\.0 MB; if .* --timeout, or lower concurrency in conformance\.yaml \(D84\)/,
  );
});

test('a refused connection is reported', async () => {
  const baseUrl = await listening(net.createServer());
  ends.splice(0).forEach((end) => end());
  await expect(client(baseUrl).send({})).rejects.toThrow('connection refused');
});

test('after the deadline no request is sent', async () => {
  const { baseUrl, seen } = await recording();
  await expect(client(baseUrl, 5000, AbortSignal.abort()).send({})).rejects.toThrow(Inconclusive);
  expect(seen).toEqual([]);
});
