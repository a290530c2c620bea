// One entry of a HAR as an exchange.
import type { Entry, Header as Pair } from 'har-format';
import { UsageError } from '../../usage-error.ts';
import { type Exchange, type Header, headerIn } from '../../wire/exchange.ts';
import { withoutSecret } from '../secret-headers.ts';

/** An exchange, and what is missing from it. */
export interface Known {
  exchange: Exchange;
  /** the recorder left the key out */
  isKeyHidden: boolean;
}

type Times = Pick<Exchange, 'milliseconds'> & { started: number; isOpen: boolean };

/** Undefined for an address that is none of HTTP. */
export function urlOf({ request }: Entry): URL | undefined {
  const url = URL.parse(request.url);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** True for what a browser did not send: neither HAR nor the browsers have one name for it. */
export function isFromCache(entry: Entry & { _fromCache?: unknown; _servedFromCache?: unknown }): boolean {
  const { _fromCache: from, _servedFromCache: served, cache, request, time } = entry;
  return Boolean(from) || served === true || (request.method === 'GET' && Boolean(cache?.beforeRequest) && !(time > 0));
}

// Milliseconds: a time of whole milliseconds was cut.
const leastSlack = (digits: number) => (digits === 0 ? 1000 : 1000 / 10 ** digits);

/**
 * When each began and how long it took, in milliseconds since the Unix epoch. What a recorder cuts from a time is added at the
 * end, so that nothing seems to have happened before something else that it overlapped.
 *
 * @throws UsageError when there is no such day
 */
export function timesIn(entries: Entry[], file: string): Times[] {
  const times = entries.map(({ startedDateTime, time, timings }) => {
    const [, fraction = ''] = /\.(\d+)/.exec(startedDateTime) ?? [];
    const seconds = Date.parse(startedDateTime.replace(/\.\d+/, ''));
    if (Number.isNaN(seconds)) throw new UsageError(`${file} has an entry whose startedDateTime is no time.`);
    const started = seconds + Number(`0.${fraction}0`) * 1000;
    const parts = isNumbers(timings) ? Object.values(timings).filter((part) => part > 0) : [];
    const duration = time > 0 ? time : parts.reduce((sum, part) => sum + part, 0);
    return { started, milliseconds: duration + leastSlack(fraction.length), isOpen: duration === 0 };
  });
  const last = Math.max(...times.map(({ started, milliseconds }) => started + milliseconds));
  // Nobody knows when it ended: every other exchange may have come first.
  return times.map((each) => (each.isOpen ? { ...each, milliseconds: last - each.started } : each));
}

const isNumbers = (timings: unknown): timings is Record<string, number> =>
  typeof timings === 'object' && timings !== null && Object.values(timings).every((each) => typeof each === 'number');

const transport = /^(:.*|host|connection|keep-alive|transfer-encoding)$/i;

/**
 * Recorders write several headers of one name as lines of one value. Some write what the page asked for and then what was sent,
 * so that most lines are there twice: no client sends its `User-Agent` twice.
 */
export function headersFrom(pairs: Pair[]): Header[] {
  const all = pairs.flatMap(({ name, value }) => value.split('\n').map((each): Header => [name, each.trim()]));
  const texts = all.map(([name, value]) => `${name.toLowerCase()}: ${value}`);
  const isTwice = texts.some((text, at) => text.startsWith('user-agent:') && texts.indexOf(text) < at);
  return isTwice ? all.filter((_, at) => texts.indexOf(texts[at]!) === at) : all;
}

const keyHeader = 'Authorization';
// What recorders write instead of a key.
const hidden = /^\W*$|redact|removed|hidden|masked|filtered|\*{3}|•/i;

/** The key that a request carries; undefined where the recorder left it out. */
export function keyIn(headers: Header[]): string | undefined {
  const key = /^bearer +(\S+)$/i.exec(headerIn(headers, keyHeader) ?? '')?.[1];
  return key === undefined || hidden.test(key) ? undefined : key;
}

/** Stands for a key that the file does not have: a report shows it as the variable of the key. */
export const unknownKey = 'not-in-the-file';

/** @param hasKeys some request of the file carries a key */
export function exchangeFrom({ request, response }: Entry, times: Times, hasKeys: boolean): Known {
  const { started, milliseconds, isOpen } = times;
  const headers = headersFrom(request.headers);
  const sentKey = headerIn(headers, keyHeader);
  const isKeyHidden = sentKey === undefined ? !hasKeys : hidden.test(sentKey.replace(/^bearer +/i, ''));
  const bytes = bodyOf(request, headers);
  const isLeftOut = (name: string) =>
    transport.test(name) ||
    (isKeyHidden && name.toLowerCase() === keyHeader.toLowerCase()) ||
    // Nobody knows whether the client sent as much as it announced.
    (!bytes && /^content-length$/i.test(name));
  const kept = headers.filter(([name]) => !isLeftOut(name)).map(withoutSecret);
  const sent = isKeyHidden ? [...kept, [keyHeader, `Bearer ${unknownKey}`] satisfies Header] : kept;
  const found = isOpen ? noTime : responseOf(response, request.method, headers);
  return {
    isKeyHidden,
    exchange: {
      request: {
        method: request.method,
        url: new URL(request.url).href.replace(/#.*/s, ''),
        headers: sent,
        body: bytes && bytes.length > 0 ? [bytes] : [],
        credential: undefined,
        chunked: /\bchunked\b/i.test(headerIn(headers, 'Transfer-Encoding') ?? ''),
        ...(!bytes && { incomplete: true }),
      },
      started,
      milliseconds,
      ...found,
    },
  };
}

const noTime = { failure: 'the file does not say when the response arrived' };
const noResponse = { failure: 'the file has no response' };
const noBody = { failure: 'the file does not have the body of the response as it was' };

/** The body of a request; undefined if the file does not have its bytes. */
function bodyOf({ method, bodySize, postData }: Entry['request'], headers: Header[]): Buffer | undefined {
  const { text, encoding } = (postData ?? {}) as { text?: string | null; encoding?: string | null };
  const announced = lengthIn(headers) ?? (bodySize > 0 ? bodySize : undefined);
  if (typeof text !== 'string' || text === '') {
    const isEmpty =
      announced === 0 || (announced === undefined && (bodySize === 0 || !/^(POST|PUT|PATCH)$/.test(method)));
    return isEmpty ? Buffer.alloc(0) : undefined;
  }
  if (encoding === 'base64') return fitting(Buffer.from(text, 'base64'), announced);
  if (announced !== undefined) return fitting(Buffer.from(text), announced) ?? fitting(latin1(text), announced);
  // A form with a file has bytes that are no text.
  return /^[\t\r\n\x20-\x7e]*$/.test(text) ? Buffer.from(text) : undefined;
}

const lengthIn = (headers: Header[]): number | undefined => {
  const value = headerIn(headers, 'Content-Length');
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
};

const fitting = (bytes: Buffer | undefined, length: number | undefined) =>
  bytes && (length === undefined || bytes.length === length) ? bytes : undefined;

const latin1 = (text: string) => (/^[\u0000-\u00ff]*$/.test(text) ? Buffer.from(text, 'latin1') : undefined);

function responseOf(
  response: Entry['response'] | undefined,
  method: string,
  sent: Header[],
): Pick<Exchange, 'response' | 'failure'> {
  if (!response || response.status < 100) return noResponse;
  const { status } = response;
  const all = headersFrom(response.headers)
    .filter(([name]) => !transport.test(name))
    .map(withoutSecret);
  const isCoded = /[^ ]/.test(headerIn(all, 'Content-Encoding')?.replace(/^identity$/i, '') ?? '');
  // The body was decoded by the recorder, and some recorders do not show what a browser accepts.
  const isDecoded = isCoded && headerIn(sent, 'Accept-Encoding') === undefined;
  const headers = isDecoded ? all.filter(([name]) => !/^content-encoding$/i.test(name)) : all;
  const body = contentOf(response, method, all, isCoded);
  return body ? { response: { status, headers, body } } : noBody;
}

/** The decoded body of a response; undefined if the file does not have its bytes. */
function contentOf(
  { status, content }: Entry['response'],
  method: string,
  headers: Header[],
  isCoded: boolean,
): Buffer | undefined {
  const { text, encoding, size } = (content ?? {}) as { text?: string | null; encoding?: string | null; size?: number };
  if (method === 'HEAD' || status === 204 || status === 304) return Buffer.alloc(0);
  const announced = isCoded ? undefined : lengthIn(headers);
  if (typeof text !== 'string') return size === 0 || announced === 0 ? Buffer.alloc(0) : undefined;
  const isBinary = encoding === 'base64';
  const bytes = Buffer.from(text, isBinary ? 'base64' : 'utf8');
  // Bytes that were read as text have become other ones.
  const isChanged = isCoded ? isBinary || text.includes('\ufffd') : announced === undefined && text.includes('\ufffd');
  return isChanged ? undefined : fitting(bytes, announced);
}
