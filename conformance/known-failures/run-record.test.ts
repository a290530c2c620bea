import { expect, test } from 'vitest';
import { contract } from '../../generated/requirements.ts';
import { resultOf } from '../testing.ts';
import { lossOf, recordAfter, recordOf, type Run } from './run-record.ts';

const judged = ['http.allow', 'http.nosniff', 'get-case.status'].map((id) => resultOf(id, 'pass'));
const keys = { tenant: 'a', other: 'b', live: 'c' };
const whole: Run = {
  facts: {
    claims: ['sandbox', 'webhooks', 'live-key'],
    keys,
    slow: true,
    webhook: { url: 'http://127.0.0.1:1/', secret: 's', otherSecret: 't' },
  },
  scope: { class: 'full', claimed: [], leftOut: [], partial: false },
  results: judged,
};
const record = recordOf(whole);
const less: Run = { ...whole, facts: { claims: ['sandbox'], keys: { tenant: 'a' } } };
const blocked = (many: number) =>
  resultOf('http.allow', 'pass', {
    scenarios: Array.from({ length: many }, (_, at) => ({ label: `${at}`, verdict: 'inconclusive', reason: '' })),
  });

test('the record names what was supplied, and counts what was judged and what was not', () => {
  const variables = ['IDV_API_KEY', 'IDV_OTHER_API_KEY', 'IDV_LIVE_API_KEY', 'IDV_OTHER_WEBHOOK_SECRET'];
  const supplied = ['--claim sandbox', '--claim webhooks', ...variables, '--slow'];
  expect(record).toEqual({ contract: contract.version, class: 'full', supplied, requirements: 3, blocked: 0 });
  const results = [blocked(2), resultOf('http.nosniff', 'inconclusive'), resultOf('get-case.status', 'not-applicable')];
  expect(recordOf({ ...whole, results })).toMatchObject({ requirements: 1, blocked: 3 });
});

const { live, ...withoutLive } = keys;
const partial = { ...whole.scope, partial: true };
const stated = { ...whole.scope, class: 'stated' as const };

test.each<[string, Partial<Run>, string | undefined, Partial<typeof record>?]>([
  ['as much', {}, undefined],
  [
    'less, without a key',
    { facts: { ...whole.facts, keys: withoutLive } },
    'known.yaml was written by a run with IDV_LIVE_API_KEY: add it again, or accept it with --write-known-failures known.yaml',
  ],
  [
    'less, without several flags and keys',
    less,
    'a run with --claim webhooks, IDV_OTHER_API_KEY, IDV_LIVE_API_KEY, IDV_OTHER_WEBHOOK_SECRET, and --slow: add them',
  ],
  [
    'less, for other causes',
    { results: [blocked(2)] },
    'less is judged (1 requirements instead of 3 were judged, 2 scenarios instead of 0 could not be judged)',
  ],
  ['less, as before', { results: [blocked(2), ...judged] }, undefined, { blocked: 2 }],
  ['less, of another version of the contract', { results: [] }, undefined, { contract: '0.1.0' }],
  ['less, because it is a part', { ...less, scope: partial }, undefined],
  ['less, in another class', { ...less, scope: stated }, undefined],
])('a run that judges %s', (_, run, loss, before = {}) => {
  const found = lossOf({ ...whole, ...run }, { ...record, ...before }, 'known.yaml');
  if (loss === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(loss);
});

const more: Run = { ...whole, results: [...judged, resultOf('http.no-store', 'pass')] };

test.each<[string, Run, add: boolean, after: Run]>([
  ['more is judged', more, false, more],
  ['less is judged', less, false, whole],
  ['less is judged on purpose', less, true, less],
  ['a part is judged', { ...less, scope: partial }, true, whole],
])('the record after a run in which %s', (_, run, add, after) => {
  expect(recordAfter([run], record, 'known.yaml', add)).toEqual(recordOf(after));
  if (!run.scope.partial) expect(recordAfter([run], undefined, 'known.yaml', add)).toEqual(recordOf(run));
});
