import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Exchange } from '../exchange.ts';
import { client, servingSockets } from '../testing.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n';
const whole = `${ok}\r\n{}`;

/** Responds to each request with the number of its connection; the first time with this text, which contains `{}`. */
async function numbering(first = whole, later?: string) {
  const seen: number[] = [];
  let connections = 0;
  const baseUrl = await servingSockets((socket) => {
    connections += 1;
    const own = connections;
    socket.on('data', () => {
      seen.push(own);
      socket.write(seen.length === 1 ? first : whole);
      if (seen.length === 1 && later !== undefined) setTimeout(() => socket.write(later), 5);
    });
  });
  return { ...client(baseUrl), seen };
}

/** Until a connection that was silent is used again. On a busy machine, what the server sends meanwhile needs a turn to arrive. */
async function silence(): Promise<void> {
  await wait(40);
  await turn();
}

test('a connection is used again when it was silent for a while', async () => {
  const { send, seen } = await numbering();
  await send({});
  await silence();
  await send({});
  await send({});
  expect(seen).toEqual([1, 1, 2]);
});

test.each<[string, string, number]>([
  ['Connection: close', `${ok}Connection: x, Close\r\n\r\n{}`, 2],
  ['HTTP/1.0', `${ok}\r\n{}`.replace('1.1', '1.0'), 2],
  ['HTTP/1.0 that keeps it', `${ok}Connection: Keep-Alive\r\n\r\n{}`.replace('1.1', '1.0'), 1],
  ['a second until it closes', `${ok}Keep-Alive: timeout=1, max=9\r\n\r\n{}`, 2],
  ['a minute until it closes', `${ok}Keep-Alive: timeout=60\r\n\r\n{}`, 1],
  ['a byte behind it', `${whole}x`, 2],
  ['interim responses', `HTTP/1.1 103 Early Hints\r\n\r\n${whole}`, 1],
])('after a response with %s, the next request has connection %j', async (_, first, expected) => {
  const { send, seen } = await numbering(first);
  await send({});
  await silence();
  await send({});
  expect(seen).toEqual([1, expected]);
});

test('bytes that arrive later are behind the last response, and no connection is used twice any more', async () => {
  const { send, seen } = await numbering(whole, whole);
  const { response } = await send({});
  await silence();
  expect(response.behind?.toString()).toBe(whole);
  await send({});
  await silence();
  await send({});
  expect(seen).toEqual([1, 2, 3]);
});

test('requests with a name have their connection alone', async () => {
  const { send, seen } = await numbering();
  await send({ connection: 'own' });
  await send({ connection: 'own' });
  await silence();
  await send({});
  await send({ connection: 'own' });
  expect(seen).toEqual([1, 1, 2, 1]);
});

const text = (status: string, more = '') => `HTTP/1.1 ${status}\r\n${more}Content-Length: 2\r\n\r\n{}`;
const unknown = text('404 Not Found');
const ofRest = text('501 Not Implemented', 'Connection: close\r\n');

/** Responds with 404 before it reads a body; later, but not before so many further requests, it responds to the rest. */
const early = (rest: string, later = 1) => {
  let connections = 0;
  return servingSockets((socket) => {
    connections += 1;
    let requests = 0;
    const [isFirst, respond] = [connections === 1, () => socket.write(whole)];
    socket.on('data', () => {
      requests += 1;
      if (!isFirst) respond();
      else if (requests === 1) socket.write(unknown);
      else socket.write(requests > later ? rest : whole);
    });
  });
};

test.each<[string, string]>([
  ['closes the connection', ofRest],
  ['then responds to the next request', text('400 Bad Request') + whole],
  ['is no HTTP', 'xyz'],
])(
  'a response to the rest of a body that %s is behind the response before, and the request is sent again',
  async (_, rest) => {
    const { exchangeOf } = client(await early(rest));
    const before = await exchangeOf({ method: 'POST', body: Buffer.from('{}') });
    await silence();
    const after = await exchangeOf({});
    expect([before.response?.status, before.response?.behind?.toString()]).toEqual([404, rest]);
    expect([after.response?.status, after.response?.behind, after.sentTwice]).toEqual([200, undefined, true]);
  },
);

test('a response to the rest of a body that comes after further requests is behind the response to that body', async () => {
  const { exchangeOf } = client(await early(ofRest, 3));
  const before = await exchangeOf({ method: 'POST', body: Buffer.from('{}') });
  const between: Exchange[] = [];
  for (let count = 0; count < 3; count += 1) {
    await silence();
    between.push(await exchangeOf({}));
  }
  expect(before.response?.behind?.toString()).toBe(ofRest);
  expect(between.map(({ response }) => [response?.status, response?.behind])).toEqual(Array(3).fill([200, undefined]));
});

test.each<[string, string]>([
  ['comes again on a new one', ofRest],
  ['cannot come again, because the service is away,', text('502 Bad Gateway')],
])('a rejection that closes the connection and %s belongs to its request', async (_, again) => {
  let count = 0;
  const baseUrl = await servingSockets((socket) =>
    socket.on('data', () => {
      count += 1;
      socket.write([whole, ofRest][count - 1] ?? again);
    }),
  );
  const { exchangeOf } = client(baseUrl);
  const before = await exchangeOf({ method: 'POST', body: Buffer.from('{}') });
  await silence();
  const after = await exchangeOf({});
  expect([before.response?.behind, after.response?.status, after.sentTwice, count]).toEqual([
    undefined,
    501,
    undefined,
    3,
  ]);
});

test('a server that says 408 before it closes an idle connection leaves no bytes behind', async () => {
  const { send, seen } = await numbering(whole, text('408 Request Timeout', 'Connection: close\r\n'));
  const { response } = await send({});
  await silence();
  await send({});
  expect([response.behind, seen]).toEqual([undefined, [1, 2]]);
});

test('interim responses are part of the exchange', async () => {
  const { exchangeOf } = await numbering(
    `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${whole}`,
  );
  expect((await exchangeOf({})).interim).toEqual([
    { status: 100, headers: [] },
    { status: 103, headers: [['Link', 'x']] },
  ]);
});

test.each<[string, Record<string, string>]>([
  ['a line end', { 'X-A': 'a\r\nX-B: b' }],
  ['a NUL', { 'X-A': '\0' }],
  ['a letter of two bytes that ends a line in Latin-1', { 'X-A': '\u010a' }],
  ['a name of two words', { 'X A': 'a' }],
])('a header with %s is not sent', async (_, headers) => {
  const { send, seen } = await numbering();
  await expect(send({ headers })).rejects.toThrow(/^The header "X.A" cannot be sent/);
  expect(seen).toEqual([]);
});

test('a rejection that the end of the connection cuts belongs to its request', async () => {
  const tooLarge = 'HTTP/1.1 413 Content Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\n';
  let count = 0;
  const baseUrl = await servingSockets((socket) =>
    socket.on('data', () => {
      count += 1;
      if (count === 1) socket.write(whole);
      else socket.end(count === 2 ? tooLarge : `${tooLarge}{}`);
    }),
  );
  const { exchangeOf } = client(baseUrl);
  const before = await exchangeOf({ method: 'POST', body: Buffer.from('{}') });
  await silence();
  await exchangeOf({ method: 'POST', body: Buffer.from('{}') });
  expect([before.response?.behind, count]).toEqual([undefined, 3]);
});
