import type { RequestListener } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Exchange } from './exchange.ts';
import type { Request } from './http.ts';
import { multipart } from './multipart.ts';
import { client, recording, serving, servingSockets } from './testing.ts';
import { Inconclusive } from './inconclusive.ts';

const text = { 'Content-Type': 'text/plain' };
const credential = { value: 'k', shell: '$K' };

test.each<[string, Partial<Request>, has: RegExp, hasNot: RegExp]>([
  ['a path with a query', { method: 'POST', path: '/cases?a=b' }, /^post \/cases\?a=b\n/, /content-type/],
  ['bytes', { method: 'POST', body: Buffer.from('{\xff\0}', 'latin1') }, /content-length: 4\n.*\{\xff\0\}$/s, /-type/],
  ['a chunked body', { method: 'POST', body: Buffer.from('abc'), chunked: true }, /chunked\n.*\nabc$/s, /-length/],
  ['a key', { credential }, /\nauthorization: bearer k\n/, /x-key/],
  ['a key elsewhere', { credential, key: { header: 'X-Key', template: '<{key}>' } }, /\nx-key: <k>\n/, /authorization/],
  ['no key', {}, /^get \/\n/, /authorization/],
  [
    'a large body in two pieces',
    { method: 'POST', headers: text, body: [Buffer.alloc(700_000, 'a'), Buffer.alloc(700_001, 'b')] },
    /content-length: 1400001\n.*\na{700000}b{700001}$/s,
    /chunked/,
  ],
])('%s arrives as it is described', async (_, request, has, hasNot) => {
  const { baseUrl, seen } = await recording();
  await client(baseUrl).send(request);
  expect(seen[0]!.toLowerCase()).toMatch(has);
  expect(seen[0]!.toLowerCase()).not.toMatch(hasNot);
});

test('nothing but what is given arrives, the host first', async () => {
  const seen: Buffer[] = [];
  const baseUrl = await servingSockets((socket) =>
    socket.on('data', (bytes: Buffer) => {
      seen.push(bytes);
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
    }),
  );
  const headers = { 'X-One': ['a', 'b'] };
  await client(baseUrl).send({ method: 'POST', path: '/x?y=z', headers, body: Buffer.from('{}'), listens: true });
  const host = new URL(baseUrl).host;
  expect(seen.splice(0).join('')).toBe(
    `POST /x?y=z HTTP/1.1\r\nHost: ${host}\r\nX-One: a\r\nX-One: b\r\nContent-Length: 2\r\n\r\n{}`,
  );
  await client(baseUrl).send({ headers: { host: 'cases.example' }, listens: true });
  expect(seen.join('')).toBe('GET / HTTP/1.1\r\nhost: cases.example\r\n\r\n');
});

test('while a large body is sent alone, small requests wait', async () => {
  let answered = 0;
  const baseUrl = await serving((request, response) => {
    if (request.method === 'GET') return void response.end(String(answered));
    request.resume().on('end', () => setTimeout(() => response.end(String((answered += 1))), 100));
  });
  const { send } = client(baseUrl);
  const large = [1, 2].map(() => send({ method: 'POST', body: Buffer.alloc(1_000_000) }));
  await setImmediate();
  expect((await send({})).response.body.toString()).toMatch(/^[12]$/);
  await Promise.all(large);
});

test('the pieces of a body arrive one by one', async () => {
  const arrived: string[] = [];
  const baseUrl = await serving((request, response) => {
    request.on('data', (piece: Buffer) => arrived.push(piece.toString()));
    request.on('end', () => response.end('{}'));
  });
  const body = ['one', 'two', 'three'].map((piece) => Buffer.from(piece));
  await client(baseUrl).send({ method: 'POST', headers: text, body, inPieces: 20 });
  expect(arrived).toEqual(['one', 'two', 'three']);
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

/** Sends so many requests as a race to a server that responds when all have arrived. Returns the statuses. */
async function race(size: number, rate?: number): Promise<number[]> {
  const waiting: (() => void)[] = [];
  const baseUrl = await serving((_, response) => {
    waiting.push(() => response.end('{}'));
    if (waiting.length === size) for (const respond of waiting) respond();
  });
  const { send } = client(baseUrl, 5000, undefined, rate);
  const requests = Array.from({ length: size }, () => send({ method: 'POST', body: Buffer.from('x'), racing: true }));
  return (await Promise.all(requests)).map(({ response }) => response.status);
}

test('racing requests are in flight together, also with a rate', async () => {
  expect(await race(20)).toEqual(Array(20).fill(200));
  expect(await race(4, 4)).toEqual(Array(4).fill(200));
});

test('a racing request that loses its connection does not block the others', async () => {
  let connections = 0;
  const baseUrl = await serving(
    (request, response) => void request.resume().on('end', () => response.end('{}')),
    (socket) => {
      connections += 1;
      if (connections === 2) socket.destroy();
    },
  );
  const { send } = client(baseUrl);
  const requests = Array.from({ length: 3 }, () => send({ method: 'POST', body: Buffer.from('x'), racing: true }));
  const ends = (await Promise.allSettled(requests)).map(({ status }) => status);
  expect(ends.toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
});

/** Rejects the first request, and asks to wait. */
function limiting(seconds: string): RequestListener {
  let status = 429;
  return (_, response) => {
    response.writeHead(status, { 'Retry-After': seconds }).end('{}');
    status = 200;
  };
}

test('after a 429 with Retry-After the request is sent again, and both exchanges are recorded', async () => {
  const exchanges: Exchange[] = [];
  const { send } = client(await serving(limiting('0')), 5000, undefined, 4);
  const begun = performance.now();
  expect((await send({}, exchanges)).response.status).toBe(200);
  expect(exchanges.map(({ response }) => response?.status)).toEqual([429, 200]);
  // It waits for the rate too.
  expect(performance.now() - begun).toBeGreaterThan(1000 / 4);
});

test('a request that is rejected waits by itself', async () => {
  const { send } = client(await serving(limiting('1')));
  const begun = performance.now();
  const rejected = send({});
  await send({});
  expect(performance.now() - begun).toBeLessThan(900);
  expect((await rejected).response.status).toBe(200);
  expect(performance.now() - begun).toBeGreaterThan(1000);
});

test.each<[string, Partial<Request>, number, Record<string, string>]>([
  ['a 429 that the scenario expects', { expects: 429 }, 429, { 'Retry-After': '1' }],
  ['a 429 without Retry-After', {}, 429, {}],
  ['a redirect', {}, 302, { Location: 'http://127.0.0.1:9/' }],
])('%s is returned', async (_, request, status, headers) => {
  const baseUrl = await serving((_request, response) => response.writeHead(status, headers).end('{}'));
  expect((await client(baseUrl).send(request)).response.status).toBe(status);
});

test('a page that a gateway sends for a header each time is asked for three times, and later once', async () => {
  const baseUrl = await serving(({ headers: { range } }, response) =>
    response.writeHead(range === undefined ? 200 : 503, { 'Retry-After': '0', 'Content-Type': 'text/html' }).end(),
  );
  const { send } = client(baseUrl);
  const counts: number[] = [];
  for (const path of ['/cases/a', '/cases/b', '/cases/c']) {
    const exchanges: Exchange[] = [];
    await send({ path });
    await send({ path, headers: { Range: 'items=0-1' } }, exchanges);
    expect(exchanges.at(-1)!.rejectedOften).toBe(true);
    counts.push(exchanges.length);
  }
  expect(counts).toEqual([3, 1, 1]);
});

test('a candidate that asks to wait without end is inconclusive', async () => {
  const baseUrl = await serving((_, response) => response.writeHead(503, { 'Retry-After': '3600' }).end());
  await expect(client(baseUrl).send({})).rejects.toThrow(Inconclusive);
});
