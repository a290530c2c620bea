import { expect, test } from 'vitest';
import type { Exchange } from '../../wire/exchange.ts';
import { bytesNotice, chunksNotice, sameResponseNotice } from './notices.ts';

const baseUrl = 'http://127.0.0.1:1';
const create = {
  method: 'POST',
  url: `${baseUrl}/cases`,
  headers: [],
  body: [],
  credential: undefined,
  chunked: false,
};
const seen = (rest: Partial<Exchange>): Exchange => ({ request: create, started: 0, milliseconds: 1, ...rest });
const answered = (status: number, headers: [string, string][] = []) =>
  seen({ response: { status, headers, body: Buffer.from('') } });
const lost = 'connection closed without a response';

test.each<[string, Exchange, RegExp | undefined]>([
  ['404', answered(404), /each got the response 404: is the path in --base-url http:\S+ complete\?$/],
  ['a redirect', answered(301, [['Location', 'http://x/v1']]), /redirects to http:\/\/x\/v1; is that the address/],
  ['502', answered(502), /does the service itself run\?$/],
  [
    'a closed connection',
    seen({ failure: lost }),
    /no response \(connection closed .*\): does the service expect https\?$/,
  ],
  ['201', answered(201, [['Location', '/cases/x']]), undefined],
])('a question is asked if every request got %s', (_, exchange, question) => {
  const notice = sameResponseNotice([exchange, exchange, exchange], baseUrl);
  if (question) expect(notice).toMatch(question);
  else expect(notice).toBeUndefined();
  expect(sameResponseNotice([exchange, exchange, exchange, answered(422)], baseUrl)).toBeUndefined();
});

test('bytes behind responses are named, with the likely cause', () => {
  const withBytes = (behind: string, body: Uint8Array[]) => {
    const exchange = seen({ request: { ...create, body } });
    return { ...exchange, response: { status: 404, headers: [], body: Buffer.from(''), behind: Buffer.from(behind) } };
  };
  const [whole, early, line] = [
    withBytes('', [Buffer.from('{}')]),
    withBytes('HTTP/1.1 501 No\r\n\r\n', [Buffer.from('{}')]),
    withBytes('\r\n', []),
  ];
  expect(bytesNotice([answered(404), whole])).toBeUndefined();
  expect(bytesNotice([whole, line, early])).toMatch(
    /^Bytes arrived behind 2 responses \(http\.nothing-behind-response\), such as after the 404 to POST \/cases, 19 bytes: "HTTP\/1\.1 501 No.*before it has read the body\?/s,
  );
  expect(bytesNotice([line])).toMatch(/2 bytes: "\\r\\n"\.\nA client takes them for the next response\./);
});

test('a question is asked if no request in chunks is accepted, and others are', () => {
  const inChunks = (status: number) => ({ ...answered(status), request: { ...create, chunked: true } });
  const rejected = Array.from({ length: 10 }, () => inChunks(400));
  expect(chunksNotice([...rejected, answered(201)])).toMatch(/^None of 10 requests with Transfer-Encoding: chunked/);
  expect(chunksNotice([...rejected, answered(400)])).toBeUndefined();
  expect(chunksNotice([...rejected, inChunks(201), answered(201)])).toBeUndefined();
});

test('a question is asked if every create with a valid key got 404 or 405', () => {
  const others = [answered(401), seen({ request: { ...create, method: 'GET' } })];
  const noticeOf = (...creates: Exchange[]) => sameResponseNotice([...others, ...creates], baseUrl);
  expect(noticeOf(answered(405), answered(405), answered(405))).toMatch(
    /^3 creates, .* 405: is the path in --base-url/,
  );
  expect(noticeOf(answered(404), answered(404), answered(201))).toBeUndefined();
});
