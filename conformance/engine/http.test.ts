import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { Exchange } from './exchange.ts';
import { Http, NoAnswer, type Request } from './http.ts';
import { multipart } from './multipart.ts';
import { Inconclusive } from './verdict.ts';

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

async function listening(server: net.Server): Promise<string> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
}

/** A server that answers 200 and keeps what it was sent: the head as text, the body as bytes. */
async function recording() {
  const seen: string[] = [];
  const baseUrl = await listening(
    http.createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const head = [`${request.method} ${request.url}`];
        for (let at = 0; at < request.rawHeaders.length; at += 2)
          head.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
        seen.push(`${head.join('\n')}\n\n${Buffer.concat(pieces).toString('latin1')}`);
        response.end('{}');
      });
    }),
  );
  return { baseUrl, seen };
}

function client(baseUrl: string, timeout = 5000, signal = new AbortController().signal) {
  const own = new Http({ baseUrl, key: { header: 'Authorization', template: 'Bearer {key}' }, timeout, signal });
  ends.push(() => own.close());
  return {
    send: (request: Partial<Request>, exchanges: Exchange[] = []) =>
      own.send({ method: 'GET', path: '/', ...request }, (exchange) => exchanges.push(exchange)),
  };
}

const linesOf = (text: string) => text.split('\n').map((line) => line.toLowerCase());

test('bytes under a JSON type go over the wire as they are', async () => {
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
    inPieces: true,
  });
  expect(arrived).toEqual(['one', 'two', 'three']);
});

test('a key is carried as asked, and nowhere without one', async () => {
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
      // Answered only when all are there: were one of them queued, none would ever be.
      if (waiting.length === 20) for (const answer of waiting.splice(0)) answer();
    }),
  );
  const { send } = client(baseUrl);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send({ method: 'POST', body: Buffer.from('x'), racing: true })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test('one of a race that loses its connection does not keep the others', async () => {
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

test('a 429 with Retry-After is waited out, and both exchanges are kept', async () => {
  let count = 0;
  const baseUrl = await listening(
    http.createServer((_, response) => {
      count += 1;
      response.writeHead(count === 1 ? 429 : 200, { 'Retry-After': '0' }).end('{}');
    }),
  );
  const exchanges: Exchange[] = [];
  expect((await client(baseUrl).send({}, exchanges)).status).toBe(200);
  expect(exchanges.map(({ answer }) => answer?.status)).toEqual([429, 200]);
});

test('a 429 that was asked for is an answer, and so is one without Retry-After', async () => {
  const baseUrl = await listening(
    http.createServer((request, response) =>
      response.writeHead(429, request.url === '/asked' ? { 'Retry-After': '1' } : {}).end('{}'),
    ),
  );
  const { send } = client(baseUrl);
  expect((await send({ path: '/asked', expects: 429 })).status).toBe(429);
  expect((await send({ path: '/bare' })).status).toBe(429);
});

test('a candidate that asks to wait without end is inconclusive', async () => {
  const baseUrl = await listening(
    http.createServer((_, response) => response.writeHead(503, { 'Retry-After': '3600' }).end()),
  );
  await expect(client(baseUrl).send({})).rejects.toThrow(Inconclusive);
});

test('a redirect is an answer and never followed', async () => {
  const baseUrl = await listening(
    http.createServer((_, response) => response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end()),
  );
  expect((await client(baseUrl).send({})).status).toBe(302);
});

const codings: Record<string, Buffer> = {
  gzip: gzipSync('{"id":"x"}'),
  deflate: deflateSync('{"id":"x"}'),
  br: brotliCompressSync('{"id":"x"}'),
  identity: Buffer.from('{"id":"x"}'),
};

test.each(Object.entries(codings))('an answer in %s is read, compressed unasked or not', async (coding, body) => {
  const baseUrl = await listening(
    http.createServer((_, response) => void response.writeHead(200, { 'Content-Encoding': coding }).end(body)),
  );
  expect((await client(baseUrl).send({})).body.toString()).toBe('{"id":"x"}');
  expect((await client(baseUrl).send({ method: 'HEAD' })).body).toHaveLength(0);
});

test('an answer that is not what its coding says is told as that', async () => {
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
  expect((await send({})).status).toBe(200);
  expect((await send({})).status).toBe(200);
  expect(count).toBe(3);
});

test.each<[string, (socket: net.Socket) => void, string]>([
  ['closes', (socket) => socket.end(), 'connection closed without an answer'],
  ['resets', (socket) => socket.resetAndDestroy(), 'connection closed without an answer'],
  ['says no HTTP', (socket) => socket.end('hello\r\n\r\n'), 'something that is not HTTP'],
  ['hangs', () => {}, 'no answer within 0.3 s'],
  ['drips', (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'), 'no answer within 0.3 s'],
])('a candidate that %s gives no answer, and says how', async (_, behave, failure) => {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => behave(socket));
  });
  const { send } = client(await listening(server), 300);
  for (const racing of [false, true]) {
    const exchanges: Exchange[] = [];
    await expect(send({ racing }, exchanges)).rejects.toThrow(NoAnswer);
    expect(exchanges[0]!.failure).toContain(failure);
  }
});

test('an endless answer is cut', async () => {
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
  for (const racing of [false, true]) await expect(client(baseUrl).send({ racing })).rejects.toThrow(NoAnswer);
});

test('an answer that comes before the end of a large body counts', async () => {
  const baseUrl = await listening(
    http.createServer((request, response) => {
      response.writeHead(413, { Connection: 'close' }).end('{}');
      request.resume();
    }),
  );
  const answer = await client(baseUrl).send({
    method: 'POST',
    headers: { 'Content-Type': 'text/plain' },
    body: Buffer.alloc(8_000_000),
  });
  expect(answer.status).toBe(413);
});

test('nothing that listens is told as that', async () => {
  const baseUrl = await listening(net.createServer());
  ends.splice(0).forEach((end) => end());
  await expect(client(baseUrl).send({})).rejects.toThrow('connection refused');
});

test('behind the deadline a request is not sent', async () => {
  const { baseUrl, seen } = await recording();
  await expect(client(baseUrl, 5000, AbortSignal.abort()).send({})).rejects.toThrow(Inconclusive);
  expect(seen).toEqual([]);
});
