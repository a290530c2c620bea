import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { listening } from '../testing.ts';
import { Proxy } from './proxy.ts';
import type { Exchange } from '../wire/exchange.ts';

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** A proxy to a server that does this with each connection; what the proxy recorded is kept. */
async function setUp(serve: (socket: Socket) => void) {
  const seen = { exchanges: [] as Exchange[], opaque: 0, failed: [] as string[] };
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {});
    serve(socket);
  });
  const { address, stop } = await listening(server);
  const proxy = new Proxy({
    target: new URL(`http://${address}/v1`),
    credentialOf: () => undefined,
    failed: (problem) => seen.failed.push(problem),
    listener: {
      begin: () => {},
      end: (_, exchange) => seen.exchanges.push(exchange),
      opaque: () => (seen.opaque += 1),
    },
  });
  const url = new URL(await proxy.listen({ host: '127.0.0.1', port: 0 }));
  stops.push(() => proxy.close(), stop);
  const client = net.connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true });
  client.on('error', () => {});
  await once(client, 'connect');
  stops.push(() => client.destroy());
  return { proxy, client, seen, address, stop };
}

const closed = (socket: Socket) => new Promise((resolve) => socket.on('close', resolve));

/** Collects what arrives; resolves when it contains the text. */
function reader(socket: Socket) {
  let all = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => (all = Buffer.concat([all, bytes])));
  return {
    get text() {
      return all.toString('latin1');
    },
    async until(text: string) {
      while (!all.includes(text)) await once(socket, 'data');
    },
  };
}

/** A server that responds when this text has arrived. */
const after =
  (text: string, respond: (socket: Socket, received: ReturnType<typeof reader>) => void) => (socket: Socket) => {
    const received = reader(socket);
    void received.until(text).then(() => respond(socket, received));
  };

const ok = 'HTTP/1.1 200 Fine\r\ncontent-LENGTH: 2\r\nX-Odd:  a \r\nx-odd: b\r\n\r\nok';

test('every byte passes but the value of Host, however it is split', async () => {
  const got: string[] = [];
  const request = `POST /v1/cases?a=%zz HTTP/1.1\r\nhOST: 127.0.0.1:1\r\nTransfer-Encoding: chunked\r\nX-Odd:\t\xe9 \r\n\r\n3;x=y\r\n\x00\r\n\r\n0\r\nTrailer: 1\r\n\r\n`;
  const { client, seen, address } = await setUp(
    after('Trailer: 1\r\n\r\n', (socket, received) => {
      got.push(received.text);
      socket.write(ok);
    }),
  );
  const response = reader(client);
  for (const byte of Buffer.from(request, 'latin1')) client.write(Buffer.of(byte));
  await response.until('\r\n\r\nok');
  expect(got).toEqual([request.replace('127.0.0.1:1', address)]);
  expect(response.text).toBe(ok);
  const [{ request: recorded, response: received }] = seen.exchanges as [Exchange];
  expect(recorded).toMatchObject({ method: 'POST', url: `http://${address}/v1/cases?a=%zz`, chunked: true });
  expect(Buffer.concat(recorded.body).toString('latin1')).toBe('\x00\r\n');
  expect(received!.headers).toEqual([
    ['content-LENGTH', '2'],
    ['X-Odd', 'a'],
    ['x-odd', 'b'],
  ]);
});

test('pipelined requests, HEAD and interim responses are paired with their responses', async () => {
  const { client, seen } = await setUp(
    after('GET /2', (socket) => {
      socket.write('HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n');
      socket.write('HTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n');
    }),
  );
  const response = reader(client);
  client.write('HEAD /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n');
  await response.until('0\r\n\r\n');
  expect(seen.exchanges.map(({ request, response }) => [request.method, response?.status])).toEqual([
    ['HEAD', 200],
    ['GET', 404],
  ]);
  expect(seen.exchanges.map(({ interim }) => interim)).toEqual([
    [{ status: 103, headers: [['Link', 'x']] }],
    undefined,
  ]);
  expect(seen.exchanges[1]!.response!.body.toString()).toBe('no');
});

test('100-continue passes, and the body waits for it', async () => {
  const { client, seen } = await setUp(
    after('\r\n\r\n', (socket, received) => {
      socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      void received.until('body').then(() => socket.write(ok));
    }),
  );
  const response = reader(client);
  client.write('POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n');
  await response.until('100 Continue\r\n\r\n');
  client.write('body');
  await response.until('\r\n\r\nok');
  expect(seen.exchanges.map(({ request, response }) => [request.body.join(''), response?.status])).toEqual([
    ['body', 200],
  ]);
});

test('a response before the end of the request passes at once', async () => {
  const large = 'HTTP/1.1 413 Large\r\nConnection: close\r\n\r\ntoo large';
  const { client, seen } = await setUp(after('\r\n\r\n', (socket) => socket.end(large)));
  const response = reader(client);
  client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\npart');
  await response.until('too large');
  await once(client, 'end');
  expect(seen.exchanges).toMatchObject([{ request: { incomplete: true }, response: { status: 413 } }]);
});

test('if a client closes its connection, the proxy closes the one to the service', async () => {
  const arrived = Promise.withResolvers<Socket>();
  const { client, seen } = await setUp(after('\r\n\r\n', arrived.resolve));
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const service = await arrived.promise;
  client.resetAndDestroy();
  await closed(service);
  expect(seen.exchanges.map(({ failure }) => failure)).toEqual(['the client closed the connection']);
});

test('a connection that the service resets is reset, and a first request is then without a response', async () => {
  const { client, seen } = await setUp((socket) => {
    socket.once('data', () => socket.resetAndDestroy());
  });
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await closed(client);
  expect(seen.exchanges.map(({ failure }) => failure)).toEqual(['connection closed without a response']);
});

test('a kept connection that is closed while a request is sent says nothing of the service', async () => {
  const { client, seen } = await setUp((socket) => {
    socket.once('data', () => {
      socket.write(ok);
      socket.once('data', () => socket.destroy());
    });
  });
  const response = reader(client);
  client.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\n');
  await response.until('\r\n\r\nok');
  client.write('GET /2 HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(client, 'end');
  await wait(20);
  expect(seen.exchanges.map(({ failure }) => failure)).toEqual([
    undefined,
    'the kept connection was closed, so that the request may not have arrived',
  ]);
});

test.each(['\x16\x03\x01 no HTTP', 'GET / HTTP/1.1\r\n bad: header\r\n\r\nrest', 'CONNECT a:1 HTTP/1.1\r\n\r\n'])(
  'what is not HTTP/1.1 passes unread: %j',
  async (bytes) => {
    const { client, seen } = await setUp((socket) => socket.pipe(socket));
    const response = reader(client);
    client.write(bytes, 'latin1');
    client.write('end');
    await response.until('end');
    expect(response.text).toBe(`${bytes}end`);
    expect(seen).toMatchObject({ exchanges: [], opaque: 1 });
  },
);

test('a target where nothing listens is named', async () => {
  const { client, seen, stop } = await setUp(() => {});
  stop();
  const second = net.connect({ port: client.remotePort!, host: '127.0.0.1' });
  second.on('error', () => {});
  await closed(second);
  expect(seen.failed).toContain('no connection to the target: ECONNREFUSED');
});

test.each<[string, boolean, (socket: Socket) => void]>([
  ['accepts connections', true, () => {}],
  ['closes connections at once', false, (socket) => socket.end()],
])('a target that %s is there: %s', async (_, isThere, serve) => {
  const { proxy } = await setUp(serve);
  expect(await proxy.isTargetThere()).toBe(isThere);
});

test('a target that no longer listens is away', async () => {
  const { proxy, stop } = await setUp(() => {});
  stop();
  expect(await proxy.isTargetThere()).toBe(false);
});
