// Writes a recording as HAR 1.2, which browsers, proxies and many other tools read.
import { createHash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Entry, Header as Pair } from 'har-format';
import { type Exchange, type Header, headerIn, sizeOf } from '../../wire/exchange.ts';
import { textIn } from '../../wire/json.ts';
import type { Recording } from '../recording.ts';

// Bytes. HAR has no way to write a body once that occurs often.
const longestBody = 64 * 1024;

/** The pieces of the document. It has what the recording has: a random text stands for each key. */
export function* harOf({ exchanges, startedAt, watched, made }: Recording): Generator<string> {
  const epoch = startedAt.getTime() - watched.start;
  const creator = { name: 'idv-conformance', version: made?.suite ?? '' };
  yield `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`;
  const inOrder = exchanges.toSorted((one, other) => one.started! - other.started!);
  for (const [at, exchange] of inOrder.entries())
    yield `${at === 0 ? '' : ','}\n${JSON.stringify(entryOf(exchange, epoch))}`;
  yield '\n]}}\n';
}

function entryOf(exchange: Exchange, epoch: number) {
  const { request, response, failure, received, started = 0, milliseconds, connection } = exchange;
  const time = Math.round(milliseconds * 1000) / 1000;
  const { method, url, headers, chunked, body } = request;
  const bodySize = request.incomplete ? -1 : sizeOf(body);
  return {
    startedDateTime: timeText(epoch + started),
    time,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(chunked ? [...headers, ['Transfer-Encoding', 'chunked']] : headers),
      queryString: queryOf(url),
      headersSize: -1,
      bodySize,
      ...(bodySize !== 0 && { postData: postDataOf(body, headers) }),
    },
    response: responseOf(response),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    ...(connection && { connection: String(connection.port) }),
    ...(received && { comment: 'sent by the service' }),
    ...(failure !== undefined && { _error: failure }),
  } satisfies Entry & { _error?: string };
}

/** With microseconds: the order of requests is known by them. */
function timeText(time: number): string {
  const microseconds = Math.floor((time % 1) * 1000);
  return new Date(Math.floor(time)).toISOString().replace('Z', `${String(microseconds).padStart(3, '0')}Z`);
}

const pairs = (headers: Header[]): Pair[] => headers.map(([name, value]) => ({ name, value }));

const queryOf = (url: string): Pair[] =>
  [...(URL.parse(url)?.searchParams ?? [])].map(([name, value]) => ({ name, value }));

/** The encoding is no part of HAR, but some tools write and read it: there is no other way to write bytes. */
function postDataOf(body: Uint8Array[], headers: Header[]) {
  const mimeType = headerIn(headers, 'Content-Type') ?? '';
  return { mimeType, params: [], ...textOf(Buffer.concat(body)) } as unknown as NonNullable<
    Entry['request']['postData']
  >;
}

function responseOf(response: Exchange['response']): Entry['response'] {
  const { status = 0, headers = [], body = Buffer.alloc(0) } = response ?? {};
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    content: { size: body.length, mimeType: headerIn(headers, 'Content-Type') ?? '', ...textOf(body) },
    redirectURL: headerIn(headers, 'Location') ?? '',
    headersSize: -1,
    bodySize: -1,
  };
}

function textOf(body: Buffer): { text?: string; encoding?: string; comment?: string } {
  if (body.length > longestBody)
    return { comment: `left out: ${body.length} bytes, SHA-256 ${createHash('sha256').update(body).digest('hex')}` };
  const text = textIn(body);
  return text === undefined ? { text: body.toString('base64'), encoding: 'base64' } : { text };
}
