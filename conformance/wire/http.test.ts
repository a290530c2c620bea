import http from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Exchange } from './exchange.ts';
import { multipart } from './multipart.ts';
import { client, listening, recording } from './testing.ts';
import { Inconclusive } from './inconclusive.ts';

const linesOf = (text: string) => text.split('\n').map((line) => line.toLowerCase());

test('the bytes of a JSON body are sent unchanged', async () => {
  const { baseUrl, seen } = await recording();
  const bytes = Buffer.from([0x7b, 0xff, 0x00, 0x7d]);
  await client(baseUrl).send({
    method: 'POST',
    path: '/cases?a=b',
    headers: { 'Content-Type': 'application/json' },
    body: bytes,
  });
  expect(seen[0]!.split('\n\n')[1]).toBe(bytes.toString('latin1'));
  expect(linesOf(seen[0]!)).toEqual(
    expect.arrayContaining(['post /cases?a=b', 'content-type: application/json', 'content-length: 4']),
  );
});

test('a body without a type is sent without one', async () => {
  const { baseUrl, seen } = await recording();
  await client(baseUrl).send({ method: 'POST', body: Buffer.from('{}') });
  expect(seen[0]!.toLowerCase()).not.toContain('content-type');
  expect(seen[0]!.endsWith('\n\n{}')).toBe(true);
});

test('a chunked body announces no length', async () => {
  const { baseUrl, seen } = await recording();
  await client(baseUrl).send({
    method: 'POST',
    headers: { 'Content-Type': 'text/plain' },
    body: Buffer.from('abc'),
    chunked: true,
  });
  expect(linesOf(seen[0]!)).toContain('transfer-encoding: chunked');
  expect(seen[0]!.toLowerCase()).not.toContain('content-length');
  expect(seen[0]!.endsWith('\n\nabc')).toBe(true);
});

test('a large body arrives whole and announces its length', async () => {
  const { baseUrl, seen } = await recording();
  const body = [Buffer.alloc(700_000, 'a'), Buffer.alloc(700_001, 'b')];
  await client(baseUrl).send({ method: 'POST', headers: { 'Content-Type': 'text/plain' }, body });
  expect(linesOf(seen[0]!)).toContain('content-length: 1400001');
  expect(seen[0]!.length - seen[0]!.indexOf('\n\n') - 2).toBe(1_400_001);
});

test('while a large body is sent alone, small requests wait', async () => {
  let answered = 0;
  const baseUrl = await listening(
    http.createServer((request, response) => {
      if (request.method === 'GET') return void response.end(String(answered));
      request.resume().on('end', () => setTimeout(() => response.end(String((answered += 1))), 100));
    }),
  );
  const { send } = client(baseUrl);
  const large = [1, 2].map(() => send({ method: 'POST', body: Buffer.alloc(1_000_000) }));
  await setImmediate();
  expect((await send({})).response.body.toString()).toMatch(/^[12]$/);
  await Promise.all(large);
});

test('the pieces of a body arrive one by one', async () => {
  const arrived: string[] = [];
  const baseUrl = await listening(
    http.createServer((request, response) => {
      request.on('data', (piece: Buffer) => arrived.push(piece.toString()));
      request.on('end', () => response.end('{}'));
    }),
  );
  await client(baseUrl).send({
    method: 'POST',
    headers: { 'Content-Type': 'text/plain' },
    body: ['one', 'two', 'three'].map((piece) => Buffer.from(piece)),
    inPieces: 20,
  });
  expect(arrived).toEqual(['one', 'two', 'three']);
});

test('a key is sent in the given header, and no header without a key', async () => {
  const { baseUrl, seen } = await recording();
  const { send } = client(baseUrl);
  await send({ credential: { value: 'k', shell: '$K' } });
  await send({ credential: { value: 'k', shell: '$K' }, key: { header: 'X-Key', template: '<{key}>' } });
  await send({});
  expect(seen.map((text) => /^(authorization|x-key): .*$/im.exec(text)?.[0])).toEqual([
    'Authorization: Bearer k',
    'X-Key: <k>',
    undefined,
  ]);
});

test('multipart bodies are written as RFC 7578 shows them', () => {
  const { contentType, body } = multipart(
    [
      { name: 'kind', content: 'ID_FRONT' },
      { name: 'file', filename: 'a"b.jpg', type: 'image/jpeg', content: Buffer.from([0xff]) },
    ],
    { boundary: 'x' },
  );
  expect(contentType).toBe('multipart/form-data; boundary=x');
  expect(Buffer.concat(body).toString('latin1')).toBe(
    '--x\r\nContent-Disposition: form-data; name="kind"\r\n\r\nID_FRONT\r\n' +
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a%22b.jpg"\r\nContent-Type: image/jpeg\r\n\r\n\xff\r\n--x--\r\n',
  );
});

test('twenty racing requests are in flight together', async () => {
  let waiting: (() => void)[] = [];
  const baseUrl = await listening(
    http.createServer((_, response) => {
      waiting.push(() => response.end('{}'));
      // Responds when all have arrived: if one of them were queued, none would ever get a response.
      if (waiting.length === 20) for (const respond of waiting.splice(0)) respond();
    }),
  );
  const { send } = client(baseUrl);
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => send({ method: 'POST', body: Buffer.from('x'), racing: true })),
  );
  expect(responses.map(({ response }) => response.status)).toEqual(Array(20).fill(200));
});

test('a racing request that loses its connection does not block the others', async () => {
  let connections = 0;
  const server = http.createServer((request, response) => request.resume().on('end', () => response.end('{}')));
  server.on('connection', (socket) => {
    connections += 1;
    if (connections === 2) socket.destroy();
  });
  const { send } = client(await listening(server));
  const race = Array.from({ length: 3 }, () => send({ method: 'POST', body: Buffer.from('x'), racing: true }));
  const ends = (await Promise.allSettled(race)).map(({ status }) => status);
  expect(ends.toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
});

test('after a 429 with Retry-After the request is sent again, and both exchanges are recorded', async () => {
  let count = 0;
  const baseUrl = await listening(
    http.createServer((_, response) => {
      count += 1;
      response.writeHead(count === 1 ? 429 : 200, { 'Retry-After': '0' }).end('{}');
    }),
  );
  const exchanges: Exchange[] = [];
  expect((await client(baseUrl).send({}, exchanges)).response.status).toBe(200);
  expect(exchanges.map(({ response }) => response?.status)).toEqual([429, 200]);
});

test('a request that is rejected waits by itself', async () => {
  let count = 0;
  const baseUrl = await listening(
    http.createServer((_, response) => {
      count += 1;
      response.writeHead(count === 1 ? 429 : 200, { 'Retry-After': '1' }).end('{}');
    }),
  );
  const { send } = client(baseUrl);
  const begun = performance.now();
  const rejected = send({});
  await send({});
  expect(performance.now() - begun).toBeLessThan(900);
  expect((await rejected).response.status).toBe(200);
  expect(performance.now() - begun).toBeGreaterThan(1000);
});

test('a 429 that the check expects is returned, and so is one without Retry-After', async () => {
  const baseUrl = await listening(
    http.createServer((request, response) =>
      response.writeHead(429, request.url === '/asked' ? { 'Retry-After': '1' } : {}).end('{}'),
    ),
  );
  const { send } = client(baseUrl);
  expect((await send({ path: '/asked', expects: 429 })).response.status).toBe(429);
  expect((await send({ path: '/bare' })).response.status).toBe(429);
});

test('with a rate, a request that is sent again waits for it, and racing requests are still in flight together', async () => {
  let waiting: http.ServerResponse[] = [];
  let isFirst = true;
  const baseUrl = await listening(
    http.createServer((request, response) => {
      if (request.url === '/limited') {
        response.writeHead(isFirst ? 429 : 200, { 'Retry-After': '0' }).end();
        isFirst = false;
        return;
      }
      waiting.push(response);
      if (waiting.length === 4) for (const each of waiting.splice(0)) each.end('{}');
    }),
  );
  const { send } = client(baseUrl, 5000, undefined, 4);
  const begun = performance.now();
  await send({ path: '/limited' });
  expect(performance.now() - begun).toBeGreaterThan(1000 / 4);

  const race = Array.from({ length: 4 }, () => send({ method: 'POST', body: Buffer.from('x'), racing: true }));
  expect((await Promise.all(race)).map(({ response }) => response.status)).toEqual(Array(4).fill(200));
});

test('a candidate that asks to wait without end is inconclusive', async () => {
  const baseUrl = await listening(
    http.createServer((_, response) => response.writeHead(503, { 'Retry-After': '3600' }).end()),
  );
  await expect(client(baseUrl).send({})).rejects.toThrow(Inconclusive);
});

test('a redirect is returned and not followed', async () => {
  const baseUrl = await listening(
    http.createServer((_, response) => response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end()),
  );
  expect((await client(baseUrl).send({})).response.status).toBe(302);
});
