import { expect, test } from 'vitest';
import { requirements } from '../../generated/requirements.ts';
import { defaultParts } from '../../reference-impl/compose.ts';
import { createService } from '../../reference-impl/http/service.ts';
import type { Exchange } from '../engine/exchange.ts';
import { bearerKey } from '../engine/http.ts';
import type { Result } from '../engine/verdict.ts';
import { referenceKeys } from '../reference/start.ts';
import { judge } from './judge.ts';
import { replay, withFindings } from './replay.ts';
import { wholeSuite } from './selection.ts';

const manifest = { claims: ['sandbox' as const], keys: referenceKeys, key: bearerKey, id: '/id' };

const exchange: Exchange = {
  request: { method: 'GET', url: 'http://x/y', headers: [], body: [], credential: undefined, chunked: false },
  milliseconds: 1,
};

function result(id: string, more: Partial<Result> = {}): Result {
  const requirement = requirements.find((each) => each.id === id)!;
  return { requirement, verdict: 'pass', reason: '', exchanges: [], milliseconds: 1, ...more };
}

const finding = (requirement: string) => () => [
  { requirement: requirement as 'http.no-store', expected: 'this', actual: 'that', exchange },
];
const summary = (results: Result[]) => results.map(({ verdict, code }) => [verdict, code]);

test('a finding fails the requirement whose check passed, and warns for a SHOULD', () => {
  expect(summary(withFindings([result('http.no-store')], finding('http.no-store')))).toEqual([
    ['fail', 'model-violation'],
  ]);
  expect(summary(withFindings([result('http.nosniff')], finding('http.nosniff')))).toEqual([
    ['warning', 'model-violation'],
  ]);
  const omitted = result('http.no-store', { verdict: 'not-applicable' });
  expect(summary(withFindings([omitted], finding('http.no-store')))).toEqual([['not-applicable', undefined]]);
});

test.each([{}, { known: 'later' }])('findings are not reported while a check fails', (more) => {
  const failed = result('http.allow', { verdict: 'fail', ...more });

  expect(summary(withFindings([failed, result('http.no-store')], finding('http.no-store')))).toEqual([
    ['fail', undefined],
    ['pass', undefined],
  ]);
});

test('a service that differs where no check looks fails', async () => {
  const parts = defaultParts();
  const service = createService({
    ...parts,
    render(...response) {
      const rendered = parts.render(...response);
      const leak = { 'Access-Control-Allow-Origin': '*' };
      return rendered.status === 415 ? { ...rendered, headers: { ...rendered.headers, ...leak } } : rendered;
    },
  });
  try {
    const baseUrl = await service.listen({ port: 0, host: '127.0.0.1' });
    const only = ['http.no-cors', 'http.wrong-content-type-415'];
    const { results } = await judge({ ...manifest, baseUrl }, { ...wholeSuite, only });
    const failed = results.filter(({ verdict }) => verdict === 'fail');
    expect(failed.map(({ requirement, code, decisive }) => [requirement.id, code, decisive?.response?.status])).toEqual(
      [['http.no-cors', 'model-violation', 415]],
    );
  } finally {
    await service.close();
  }
});

test('nothing is judged that was sent with a key which the candidate rejects everywhere', () => {
  const { tenant } = referenceKeys;
  const credential = { value: tenant, shell: '$IDV_API_KEY' };
  const request = { ...exchange.request, url: 'http://x/cases/1', credential };
  const rejected = {
    ...exchange,
    request: { ...request, headers: [['Authorization', `Bearer ${tenant}`] as [string, string]] },
  };
  const headers: [string, string][] = [
    ['Cache-Control', 'no-store'],
    ['X-Content-Type-Options', 'nosniff'],
  ];
  const unauthorized = { ...rejected, response: { status: 401, headers, body: Buffer.from('{}') } };
  const broken = replay([unauthorized], { ...manifest, baseUrl: 'http://x' }).map(({ requirement }) => requirement);
  expect(broken).not.toContain('get-case.unknown-404');
});
