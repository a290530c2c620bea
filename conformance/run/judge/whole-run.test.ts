import { expect, onTestFinished, test } from 'vitest';
import { startChanged } from '../../../reference-impl/testing/start.ts';
import { bearerKey, type Exchange } from '../../wire/exchange.ts';
import { create, exchangeOf, problem, world } from '../../oracle/testing.ts';
import { referenceKeys } from '../../reference/start.ts';
import { resultOf } from '../../testing.ts';
import { judge } from '../service.ts';
import { WholeRun, withFindings } from './whole-run.ts';
import { wholeSuite } from '../selection.ts';
import type { Result } from './verdict.ts';

const manifest = { ...world, key: bearerKey, id: '/id' };

test.each<[string, Result, kind: 'form' | 'answer', after: Result['verdict']]>([
  ['fails a requirement whose scenarios passed', resultOf('http.no-store', 'pass'), 'form', 'fail'],
  ['warns for a SHOULD', resultOf('http.nosniff', 'pass'), 'form', 'warning'],
  ['changes nothing that does not apply', resultOf('http.no-store', 'not-applicable'), 'form', 'not-applicable'],
  ['about how a request was answered belongs to its scenario', resultOf('http.no-store', 'pass'), 'answer', 'pass'],
])('a finding %s', (_, result, kind, after) => {
  const requirement = result.requirement.id;
  const exchange = exchangeOf(create(), undefined);
  const findings = [{ requirement, kind, expected: 'this', actual: 'that', exchange }];
  const [{ verdict }] = withFindings([result], findings) as [Result];
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
  onTestFinished(stop);
  const only = ['http.no-cors', 'http.content-type-415'];
  const { results } = await judge({ ...manifest, keys: referenceKeys, baseUrl }, { ...wholeSuite, only });
  const failed = results.filter(({ verdict }) => verdict === 'fail');
  expect(failed.map(({ requirement, decisive }) => [requirement.id, decisive?.response?.status])).toEqual([
    ['http.no-cors', 415],
  ]);
  expect(failed[0]!.failures![0]!.sender?.id).toBe('http.content-type-415');
});

test('every exchange is judged once, also those that the run adds after the others have ended', async () => {
  const leak = (started: number): Exchange => ({
    ...exchangeOf(create('x', { key: null }), problem(401, 'x', {}, { 'Access-Control-Allow-Origin': '*' })),
    started,
  });
  const exchanges = [leak(1)];
  const wholeRun = new WholeRun(exchanges, manifest);
  wholeRun.begin();
  exchanges.push(leak(2));
  const broken = (await wholeRun.findings()).filter(({ requirement }) => requirement === 'http.no-cors');
  expect(broken.map(({ exchange }) => exchange)).toEqual(exchanges);
});
