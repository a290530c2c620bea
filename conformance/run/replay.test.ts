import { describe, expect, test } from 'vitest';
import { startChanged } from '../../reference-impl/testing/start.ts';
import { bearerKey, type Exchange } from '../wire/exchange.ts';
import { readingOf } from '../oracle/request/reading.ts';
import { spanOf, worldOf } from '../oracle/terms.ts';
import { create, exchangeOf, id, invalid, opened, problem, type Received, world } from '../oracle/testing.ts';
import { referenceKeys } from '../reference/start.ts';
import { resultOf } from '../testing.ts';
import { judge } from './judge.ts';
import { Replay, withFindings } from './replay.ts';
import { wholeSuite } from './selection.ts';
import type { Result } from './verdict.ts';

const manifest = { ...world, key: bearerKey, id: '/id' };

const replayOf = (exchanges: Exchange[]) =>
  new Replay(exchanges, manifest, (each) => readingOf(each, spanOf(each), worldOf(manifest)));

test.each<[string, Result, kind: 'form' | 'answer', after: Result['verdict']]>([
  ['fails a requirement whose scenarios passed', resultOf('http.no-store', 'pass'), 'form', 'fail'],
  ['warns for a SHOULD', resultOf('http.nosniff', 'pass'), 'form', 'warning'],
  ['changes nothing that does not apply', resultOf('http.no-store', 'not-applicable'), 'form', 'not-applicable'],
  ['about how a request was answered belongs to its scenario', resultOf('http.no-store', 'pass'), 'answer', 'pass'],
])('a finding %s', async (_, result, kind, after) => {
  const requirement = result.requirement.id;
  const exchange = exchangeOf(create(), undefined);
  const findings = async () => [{ requirement, kind, expected: 'this', actual: 'that', exchange }];
  const [{ verdict }] = (await withFindings([result], findings)) as [Result];
  expect(verdict).toBe(after);
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
    const { results } = await judge({ ...manifest, keys: referenceKeys, baseUrl }, { ...wholeSuite, only });
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
    ...exchangeOf(create('x', { key: null }), problem(401, 'x', {}, { 'Access-Control-Allow-Origin': '*' })),
    started,
  });
  const exchanges = [leak(1)];
  const replay = replayOf(exchanges);
  replay.begin();
  exchanges.push(leak(2));
  const broken = (await replay.findings()).filter(({ requirement }) => requirement === 'http.no-cors');
  expect(broken.map(({ exchange }) => exchange)).toEqual(exchanges);
});

describe('a key that differs from the manifest', () => {
  const value = world.keys.other!;
  const sent = (reference: string, received: Received): Exchange => {
    const { request, ...exchange } = exchangeOf(create(reference, { key: 'other' }), received);
    return { ...exchange, started: 0, request: { ...request, credential: { value, shell: '$KEY' } } };
  };
  const challenge = { 'WWW-Authenticate': 'Bearer realm="x", error="invalid_token"' };
  const unauthorized = sent('user-1', problem(401, 'unauthorized', {}, challenge));
  const brokenBy = async (...exchanges: Exchange[]) =>
    (await replayOf(exchanges).findings()).map(({ requirement }) => requirement);

  test('nothing is concluded from a 401 to a key that no request was accepted with', async () => {
    expect(await brokenBy(unauthorized)).toEqual([]);
    // A limiter that counts before it reads the key.
    const limited = sent('user-1', problem(429, 'rate-limited', {}, { 'Retry-After': '1' }));
    expect(await brokenBy(unauthorized, limited)).toEqual([]);
    expect(await brokenBy(sent('user-1', problem(403, 'forbidden')))).toEqual([]);
    expect(await brokenBy(sent('user-1', opened(id)), unauthorized)).not.toEqual([]);
  });

  test('nothing is concluded from a sandbox reference if the key may not be a sandbox key', async () => {
    const rejected = sent('sandbox:approve#1', invalid('#/reference'));
    expect(await brokenBy(sent('user-1', opened(id)), rejected)).toEqual([]);
    const held = sent('sandbox:hold', opened(id, 'sandbox:hold'));
    expect(await brokenBy(held, rejected)).toEqual(['sandbox.suffix-ignored']);
  });
});
