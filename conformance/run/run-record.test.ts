import { expect, test } from 'vitest';
import { contract } from '../../generated/requirements.ts';
import { type Result } from './verdict.ts';
import { resultOf } from '../testing.ts';
import { lossOf, recordAfter, recordOf, type Run } from './run-record.ts';

const judged = ['http.allow', 'http.nosniff', 'get-case.status'].map((id) => resultOf(id, 'pass'));
const whole: Run = {
  manifest: {
    claims: ['sandbox', 'webhooks', 'live-key'],
    keys: { tenant: 'a', other: 'b', live: 'c' },
    webhook: { receiver: null as never, secret: 's', otherSecret: 't', slow: true },
  },
  scope: { class: 'full', claimed: [], leftOut: [], partial: false },
  results: judged,
};
const record = recordOf(whole);
const { webhook: _, ...withoutReceiver } = whole.manifest;
const less: Run = { ...whole, manifest: { ...withoutReceiver, claims: ['sandbox'], keys: { tenant: 'a' } } };
const loss = (run: Partial<Run>, before = record) => lossOf({ ...whole, ...run }, before, 'known.yaml');
const blocked = (many: number): Result =>
  resultOf('http.allow', 'pass', {
    scenarios: Array.from({ length: many }, (_, at) => ({ label: `${at}`, verdict: 'inconclusive', reason: '' })),
  });

test('the record names what was supplied, and counts what was judged and what was not', () => {
  expect(record).toEqual({
    contract: contract.version,
    class: 'full',
    supplied: [
      '--claim sandbox',
      '--claim webhooks',
      'IDV_API_KEY',
      'IDV_OTHER_API_KEY',
      'IDV_LIVE_API_KEY',
      'IDV_OTHER_WEBHOOK_SECRET',
      '--slow',
    ],
    requirements: 3,
    blocked: 0,
  });
  const results = [blocked(2), resultOf('http.nosniff', 'inconclusive'), resultOf('get-case.status', 'not-applicable')];
  expect(recordOf({ ...whole, results })).toMatchObject({ requirements: 1, blocked: 3 });
});

test('a run that lost a claim or a key is told what is missing', () => {
  expect(loss(whole)).toBeUndefined();
  expect(loss({ manifest: { ...whole.manifest, keys: { tenant: 'a', live: 'c' } } })).toBe(
    'known.yaml was written by a run with IDV_OTHER_API_KEY: add it again, or accept it with --write-known-failures known.yaml',
  );
  expect(loss(less)).toContain(
    'a run with --claim webhooks, IDV_OTHER_API_KEY, IDV_LIVE_API_KEY, IDV_OTHER_WEBHOOK_SECRET, and --slow: add them',
  );
});

test('a run that judges less is told how much', () => {
  expect(loss({ results: [blocked(2)] })).toContain(
    'less is judged (1 requirements instead of 3 were judged, 2 scenarios instead of 0 could not be judged)',
  );
  expect(loss({ results: [blocked(2), ...judged] }, { ...record, blocked: 2 })).toBeUndefined();
  expect(loss({ results: [] }, { ...record, contract: '0.1.0' })).toBeUndefined();
});

test('a part, or another class, is not compared', () => {
  expect(loss({ ...less, scope: { ...whole.scope, partial: true } })).toBeUndefined();
  expect(loss({ ...less, scope: { ...whole.scope, class: 'stated' } })).toBeUndefined();
});

test('the record changes when more is judged, or less on purpose', () => {
  const after = (run: Run, add: boolean) => recordAfter(run, record, 'known.yaml', add);
  const more = { ...whole, results: [...judged, resultOf('http.no-store', 'pass')] };
  expect(after(more, false)).toMatchObject({ requirements: 4 });
  expect(after(less, false)).toEqual(record);
  expect(after(less, true)).toEqual(recordOf(less));
  expect(recordAfter(less, undefined, 'known.yaml', false)).toEqual(recordOf(less));
  expect(after({ ...less, scope: { ...whole.scope, partial: true } }, true)).toEqual(record);
});
