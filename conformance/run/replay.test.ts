import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startChanged } from '../../reference-impl/testing/start.ts';
import { bearerKey, type Exchange, type Header } from '../wire/exchange.ts';
import { readingOf } from '../oracle/request/reading.ts';
import { spanOf, worldOf } from '../oracle/terms.ts';
import type { Result } from './verdict.ts';
import { referenceKeys } from '../reference/start.ts';
import { resultOf } from '../testing.ts';
import { judge } from './judge.ts';
import { Replay, withFindings } from './replay.ts';
import { wholeSuite } from './selection.ts';

const manifest = { claims: ['sandbox' as const], keys: referenceKeys, key: bearerKey, id: '/id' };

const exchange: Exchange = {
  request: { method: 'GET', url: 'http://x/y', headers: [], body: [], credential: undefined, chunked: false },
  milliseconds: 1,
};

const replayOf = (exchanges: Exchange[]) => {
  const judged = { ...manifest, baseUrl: 'http://x' };
  return new Replay(exchanges, judged, (each) => readingOf(each, spanOf(each), worldOf(judged)));
};

const finding = (requirement: string) => async () => [
  { requirement: requirement as 'http.no-store', kind: 'form' as const, expected: 'this', actual: 'that', exchange },
];
const summary = async (results: Promise<Result[]>) => (await results).map(({ verdict }) => verdict);

test('a finding fails the requirement whose scenarios passed, and warns for a SHOULD', async () => {
  expect(await summary(withFindings([resultOf('http.no-store', 'pass')], finding('http.no-store')))).toEqual(['fail']);
  expect(await summary(withFindings([resultOf('http.nosniff', 'pass')], finding('http.nosniff')))).toEqual(['warning']);
  const omitted = resultOf('http.no-store', 'not-applicable');
  expect(await summary(withFindings([omitted], finding('http.no-store')))).toEqual(['not-applicable']);
});

test('how a request was answered does not count: its scenario judges it', async () => {
  const answer = async () =>
    (await finding('webhook.signature')()).map((each) => ({ ...each, kind: 'answer' as const }));
  expect(await summary(withFindings([resultOf('webhook.signature', 'pass')], answer))).toEqual(['pass']);
});

test('a service with a defect that no scenario detects fails, and names the scenario that sent the request', async () => {
  const { baseUrl, stop } = await startChanged(({ render }) => ({
    render(...response) {
      const rendered = render(...response);
      const leak = { 'Access-Control-Allow-Origin': '*' };
      return rendered.status === 415 ? { ...rendered, headers: { ...rendered.headers, ...leak } } : rendered;
    },
  }));
  try {
    const only = ['http.no-cors', 'http.content-type-415'];
    const { results } = await judge({ ...manifest, baseUrl }, { ...wholeSuite, only });
    const failed = results.filter(({ verdict }) => verdict === 'fail');
    expect(failed.map(({ requirement, decisive }) => [requirement.id, decisive?.response?.status])).toEqual([
      ['http.no-cors', 415],
    ]);
    expect(failed[0]!.failures![0]!.sender?.id).toBe('http.content-type-415');
  } finally {
    await stop();
  }
});

test('every exchange is judged once, also those that the run adds after the others have ended', async () => {
  const leak = (started: number): Exchange => ({
    ...exchange,
    started,
    response: { status: 404, headers: [['Access-Control-Allow-Origin', '*']], body: Buffer.from('') },
  });
  const exchanges = [leak(1)];
  const replay = replayOf(exchanges);
  replay.begin();
  const late = leak(2);
  exchanges.push(late);
  const broken = (await replay.findings()).filter(({ requirement }) => requirement === 'http.no-cors');
  expect(broken.map((each) => each.exchange)).toEqual([exchanges[0], late]);
});

describe('a key that differs from the manifest', () => {
  const secure: Header[] = [
    ['Cache-Control', 'no-store'],
    ['X-Content-Type-Options', 'nosniff'],
  ];
  const post = (value: string, reference: string, status: number, more: Header[] = [], problem = {}): Exchange => ({
    ...exchange,
    request: {
      ...exchange.request,
      method: 'POST',
      url: 'http://x/cases',
      headers: [
        ['Content-Type', 'application/json'],
        ['Authorization', `Bearer ${value}`],
      ],
      body: [Buffer.from(JSON.stringify({ type: 'PF', reference }))],
      credential: { value, shell: '$KEY' },
    },
    response: {
      status,
      headers: [...secure, ['Content-Type', 'application/problem+json'], ...more],
      body: Buffer.from(
        JSON.stringify({ title: 'T', status, detail: 'D', instance: `urn:uuid:${randomUUID()}`, ...problem }),
      ),
    },
  });
  const { other } = referenceKeys;
  const challenge: Header = ['WWW-Authenticate', 'Bearer realm="x", error="invalid_token"'];
  const unauthorized = () => post(other, 'user-1', 401, [challenge], { type: '/problems/unauthorized' });
  const broken = async (exchanges: Exchange[]) => {
    const findings = await replayOf(exchanges).findings();
    return findings.map(({ requirement }) => requirement);
  };

  test('nothing is concluded from a 401 to a key that no request was accepted with', async () => {
    expect(await broken([unauthorized()])).toEqual([]);
    // A limiter that counts before it reads the key.
    expect(await broken([unauthorized(), post(other, 'user-1', 429, [['Retry-After', '1']])])).toEqual([]);
    expect(await broken([post(other, 'user-1', 403, [], { type: 'about:blank' })])).toEqual([]);
  });

  test('nothing is concluded from a sandbox reference if the key may not be a sandbox key', async () => {
    const errors = [{ pointer: '#/reference', detail: 'D' }];
    const rejected = post(other, 'sandbox:approve#1', 422, [], { type: '/problems/invalid-request', errors });
    const accepted = (reference: string) =>
      post(
        other,
        reference,
        201,
        [
          ['Location', '/cases/case_0123456789abcdef'],
          ['Content-Type', 'application/json'],
        ],
        { id: 'case_0123456789abcdef' },
      );
    const onlyAccepts = (requirement: string) => requirement.startsWith('sandbox.');
    expect((await broken([accepted('user-1'), rejected])).filter(onlyAccepts)).toEqual([]);
    expect((await broken([accepted('sandbox:hold'), rejected])).filter(onlyAccepts)).toEqual([
      'sandbox.suffix-ignored',
    ]);
  });
});
