import { expect, test } from 'vitest';
import { client, servingSockets } from '../testing.ts';

const withLength = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';
const inChunks = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n';

/** A server that writes the pieces, with a pause between them, and closes the connection if it is told to. */
const writing = (pieces: string[], closes = false) =>
  servingSockets((socket) =>
    socket.once('data', () => {
      for (const [at, piece] of pieces.entries()) setTimeout(() => socket.write(piece), 5 * at);
      if (closes) setTimeout(() => socket.end(), 5 * pieces.length);
    }),
  );

test.each<[string, string[], string, string?]>([
  ['a line end', [`${withLength}\r\n`], '\r\n'],
  ['a text', [`${withLength}xyz`], 'xyz'],
  ['a text that arrives later', [withLength, 'xyz'], 'xyz'],
  ['a second response', [withLength + withLength], withLength],
  ['a line end behind the last chunk', [`${inChunks}\r\n`], '\r\n'],
  ['a text behind chunks that arrive in pieces', [inChunks.slice(0, -9), `${inChunks.slice(-9)}x`, 'yz'], 'xyz'],
  ['a body behind the headers of HEAD', [withLength], '{}', 'HEAD'],
  ['a body behind a 204', ['HTTP/1.1 204 No\r\nContent-Length: 2\r\n\r\n{}'], '{}'],
  ['nothing behind a body with a length', [withLength], ''],
  ['nothing behind the last chunk', [inChunks], ''],
  ['nothing behind an interim response', [`HTTP/1.1 100 Continue\r\n\r\n${withLength}`], ''],
])('%s is found', async (_, pieces, expected, method = 'GET') => {
  const { response } = await client(await writing(pieces)).send({ method, listens: true });
  expect(response.behind!.toString()).toBe(expected);
});

test('a body may end with the connection', async () => {
  const baseUrl = await writing(['HTTP/1.1 200 OK\r\n\r\n{', '}'], true);
  const { response } = await client(baseUrl).send({ listens: true });
  expect(response.body.toString()).toBe('{}');
  expect(response.behind).toHaveLength(0);
});

test.each<[string, string[], boolean, string]>([
  ['closes', [], true, 'connection closed without a response'],
  ['closes within the body', [withLength.slice(0, -1)], true, 'connection closed before the end of the response'],
  ['hangs', [], false, 'no response within 0.3 s'],
  ['says no HTTP', ['hello\r\n\r\n'], false, 'something that is not HTTP'],
  ['sends two lengths', [withLength.replace('\r\n', '\r\nContent-Length: 3\r\n')], false, 'something that is not HTTP'],
])('a server that %s is reported', async (_, pieces, closes, failure) => {
  const { send } = client(await writing(pieces, closes), 300);
  await expect(send({ listens: true })).rejects.toThrow(failure);
});
