import type net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { client, recording, serving, servingSockets } from '../testing.ts';
import { Inconclusive } from '../inconclusive.ts';

/** Until a connection may be used again. */
const settled = () => wait(30);

const coded = (coding: string, body: Buffer) =>
  serving((_, response) => void response.writeHead(200, { 'Content-Encoding': coding }).end(body));

test.each<[string, (text: string) => Buffer]>([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['identity', (text) => Buffer.from(text)],
])('a response in %s is decoded, although nobody asked for compression', async (coding, encode) => {
  const { send } = client(await coded(coding, encode('{"id":"x"}')));
  expect((await send({})).response.body.toString()).toBe('{"id":"x"}');
  expect((await send({ method: 'HEAD' })).response.body).toHaveLength(0);
});

test('a body that does not fit its Content-Encoding is reported', async () => {
  const { send } = client(await coded('gzip', Buffer.from('{}')));
  await expect(send({})).rejects.toThrow('a body that is not gzip, as its Content-Encoding says');
});

test('a connection that was closed while idle is no failure', async () => {
  let count = 0;
  const baseUrl = await servingSockets((socket) => {
    let requests = 0;
    socket.on('data', () => {
      count += 1;
      requests += 1;
      // The second request on a connection meets a server that has just closed it.
      if (requests === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
      else socket.destroy();
    });
  });
  const { send } = client(baseUrl);
  expect((await send({})).response.status).toBe(200);
  await settled();
  expect((await send({})).response.status).toBe(200);
  expect(count).toBe(3);
});

/** Writes a text, and then `x` for ever. */
function writeWithoutEnd(socket: net.Socket, text = ''): void {
  socket.write(text);
  while (socket.write('x'.repeat(65_536)));
  socket.once('drain', () => writeWithoutEnd(socket));
}

const ok = 'HTTP/1.1 200 OK\r\n';
const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024));
const compressed = `${ok}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`;
const switching = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n';

test.each<[string, (socket: net.Socket) => unknown, string]>([
  ['closes', (socket) => socket.end(), 'connection closed without a response'],
  ['resets', (socket) => socket.resetAndDestroy(), 'connection closed without a response'],
  ['says no HTTP', (socket) => socket.end('hello\r\n\r\n'), 'something that is not HTTP'],
  ['hangs', () => {}, 'no response within 0.3 s'],
  ['drips', (socket) => socket.write(`${ok}Content-Length: 9\r\n\r\n{`), 'no response within 0.3 s'],
  ['switches protocols', (socket) => socket.write(switching), 'a switch to another protocol'],
  ['sends too little', (socket) => socket.end(`${ok}Content-Length: 900\r\n\r\n{}`), 'closed before the end of the'],
  ['never ends its body', (socket) => writeWithoutEnd(socket, `${ok}\r\n`), 'a response larger than 1 MiB'],
  ['never ends its headers', (socket) => writeWithoutEnd(socket, `${ok}X-Long: `), 'headers larger than 16 KiB'],
  ['compresses a bomb', (socket) => [compressed, bomb].map((each) => socket.write(each)), 'larger than 1 MiB'],
])('a candidate that %s gives no response, and the failure says why', async (_, behave, failure) => {
  const baseUrl = await servingSockets((socket) => socket.once('data', () => behave(socket)));
  // Only these two wait for their end: a busy machine may need longer for the others.
  const { send } = client(baseUrl, failure.startsWith('no response') ? 300 : 10_000);
  for (const racing of [false, true]) {
    await expect(send({ racing })).rejects.toThrow(failure);
  }
});

const upload = (bytes: number) => ({ method: 'POST', body: Buffer.alloc(bytes) });

test('a response that arrives before the end of a large body counts', async () => {
  const baseUrl = await serving((request, response) => {
    response.writeHead(413, { Connection: 'close' }).end('{}');
    request.resume();
  });
  expect((await client(baseUrl).send(upload(8_000_000))).response.status).toBe(413);
});

test('sending may take longer than the response', async () => {
  const baseUrl = await serving((request, response) => {
    setTimeout(() => request.resume().on('end', () => response.end('{}')), 1500);
  });
  expect((await client(baseUrl, 1000).send(upload(20_000_000))).response.status).toBe(200);
});

test('a candidate that stops reading a body gives no response, and the failure says how far it read', async () => {
  const { send } = client(await servingSockets((socket) => socket.pause()), 500);
  await expect(send(upload(20_000_000))).rejects.toThrow(
    /no response, and for 1\.5 s the connection accepted no more of the body than [0-9.]+ of 20\.0 MB; if .* --timeout, or lower concurrency in conformance\.yaml \(D84\)/,
  );
});

test('a refused connection is reported', async () => {
  await expect(client('http://127.0.0.1:9').send({})).rejects.toThrow('connection refused');
});

test('after the deadline no request is sent', async () => {
  const { baseUrl, seen } = await recording();
  await expect(client(baseUrl, 5000, AbortSignal.abort()).send({})).rejects.toThrow(Inconclusive);
  expect(seen).toEqual([]);
});
