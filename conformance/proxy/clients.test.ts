import { expect, test } from 'vitest';
import { readingOf } from '../oracle/request/reading.ts';
import { spanOf, worldOf } from '../oracle/terms.ts';
import { closedByClient, type Exchange, type Header } from '../wire/exchange.ts';
import { ClientWatch } from './clients.ts';

const key = 'live_k';
const baseUrl = 'http://candidate.example';

interface Given {
  /** in seconds */
  at: number;
  lasts?: number;
  method?: string;
  path?: string;
  headers?: Header[];
  body?: string;
  status?: number;
  /** why there is none */
  failure?: string;
  responseHeaders?: Header[];
  /** the body of the response */
  problem?: string;
  claims?: 'sandbox'[];
}

function exchangeOf({
  at,
  lasts = 0.01,
  method = 'GET',
  path = '/cases/a',
  headers = [],
  body = '',
  status = 200,
  failure = 'no response',
  responseHeaders = [],
  problem = '{}',
}: Given): Exchange {
  const own: Header[] = [['Authorization', `Bearer ${key}`], ...headers];
  return {
    request: {
      method,
      url: baseUrl + path,
      headers: body === '' ? own : [...own, ['Content-Length', String(Buffer.byteLength(body))]],
      body: body === '' ? [] : [Buffer.from(body)],
      credential: { value: key, shell: '$IDV_API_KEY' },
      chunked: false,
    },
    ...(status > 0 ? { response: { status, headers: responseHeaders, body: Buffer.from(problem) } } : { failure }),
    started: at * 1000,
    milliseconds: lasts * 1000,
  };
}

/** What the clients did wrong. */
function foundIn(all: Given[]): string[] {
  const watch = new ClientWatch();
  return all.flatMap((given) => {
    const exchange = exchangeOf(given);
    const world = worldOf({ baseUrl, keys: { tenant: key }, claims: given.claims ?? [] });
    return watch.add(readingOf(exchange, spanOf(exchange), world)).findings.map(({ requirement }) => requirement);
  });
}

const reads = (times: number[], more: Partial<Given> = {}) => times.map((at): Given => ({ at, ...more }));
const agent = (name: string): Partial<Given> => ({ headers: [['User-Agent', name]] });

const create = (at: number, idempotencyKey: string | undefined, status: number): Given => ({
  at,
  method: 'POST',
  path: '/cases',
  headers: [
    ['Content-Type', 'application/json'],
    ...(idempotencyKey === undefined ? [] : [['Idempotency-Key', idempotencyKey] as Header]),
  ],
  body: '{"type":"PF","reference":"user-17"}',
  status,
});

/** The client stops to wait after a second; the proxy notices it a little later. */
const givenUp = (idempotencyKey: string | undefined): Given => ({
  ...create(0, idempotencyKey, 0),
  lasts: 1.2,
  failure: closedByClient,
});

const hedged: [string, Given[], string[]][] = [
  ['another key', [givenUp('one'), create(1, 'two', 201)], ['client.repeats-with-same-key']],
  [
    'no body',
    [givenUp('one'), { ...create(1, 'one', 400), body: '' }],
    ['client.repeats-with-same-key', 'client.valid-requests'],
  ],
  ['no key', [givenUp(undefined), create(1, undefined, 201)], ['client.no-repeat-without-key']],
];

const textFile: Given = {
  at: 0,
  method: 'POST',
  path: '/cases/a/artifacts',
  headers: [['Content-Type', 'multipart/form-data; boundary=b']],
  body: [
    '--b',
    'Content-Disposition: form-data; name="kind"',
    '',
    'PASSPORT',
    '--b',
    'Content-Disposition: form-data; name="file"; filename="a.txt"',
    '',
    'a text',
    '--b--',
    '',
  ].join('\r\n'),
  status: 415,
};

const conflict = (at: number, type: string): Given => ({
  ...textFile,
  at,
  body: textFile.body!.replace('a text', '%PDF-1.7'),
  status: 409,
  problem: `{"type":"/problems/${type}"}`,
});

test.each<[string, Given[], string[]]>([
  ['reads with pauses that never grow', reads([0, 3, 6, 9, 12]), ['client.polls-less-and-less']],
  ['reads with a live key once a second', reads([0, 1]), ['client.polls-slowly']],
  ['another key after no response', [create(0, 'one', 0), create(1, 'two', 201)], ['client.repeats-with-same-key']],
  ['the same again after 400', [create(0, 'one', 400), create(1, 'one', 400)], ['client.stops-at-rejection']],
  [
    'the same again to a case that is full',
    [conflict(0, 'artifact-limit-reached'), conflict(1, 'artifact-limit-reached')],
    ['client.stops-at-rejection'],
  ],
])('finds %s', (_, all, expected) => {
  expect(foundIn(all)).toEqual(expected);
});

test.each(hedged)('finds a repetition with %s that begins before the first one has ended', (_, all, expected) => {
  expect(foundIn(all).toSorted()).toEqual(expected);
  expect(foundIn(all.toReversed()).toSorted()).toEqual(expected);
});

test.each<[string, Given[]]>([
  ['a time-out and the same again with its key', [givenUp('one'), create(1, 'one', 201)]],
  [
    'two creates with a key at once, the first of which stays without a response',
    [{ ...create(0, 'one', 0), lasts: 2 }, create(1, 'two', 201)],
  ],
  ['a second read when the first is slow', [{ at: 0, lasts: 0.9 }, { at: 0.5 }, { at: 2.6 }]],
  ['a second POST when the first is slow', [{ ...create(0, 'one', 201), lasts: 1 }, create(0.5, 'one', 409)]],
  [
    'a second POST before the first is told to wait',
    [{ ...create(0, 'one', 503), lasts: 1, responseHeaders: [['Retry-After', '2']] }, create(0.5, 'one', 201)],
  ],
  ['reads with pauses that grow to a limit', reads([0, 2.1, 6, 14, 30, 60, 90, 120, 150])],
  ['reads by another program of the tenant', [...reads([0], agent('worker')), ...reads([1], agent('page'))]],
  ['reads of two cases', [...reads([0]), ...reads([1], { path: '/cases/b' })]],
  ['reads with a sandbox key once a second', reads([0, 1, 2.5, 5], { claims: ['sandbox'] })],
  ['a read again after one without a response', reads([0, 1], { status: 0 })],
  ['a file that the user has chosen', [textFile]],
  ['the same case later, after no response', [create(0, 'one', 0), create(20, 'two', 201)]],
  ['the same case again, after one was opened', [create(0, 'one', 201), create(1, 'two', 201)]],
  ['the same again with another key, after 400', [create(0, 'one', 400), create(1, 'two', 400)]],
  [
    'the same again after a 409 of a type that the contract does not list',
    [conflict(0, 'locked'), conflict(3, 'locked')],
  ],
  ['a POST without a key after 503', [create(0, undefined, 503), create(1, undefined, 201)]],
])('accepts %s', (_, all) => {
  expect(foundIn(all)).toEqual([]);
});
