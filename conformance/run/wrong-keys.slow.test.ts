import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticator, type Key } from '../../reference-impl/http/keys.ts';
import { createService } from '../../reference-impl/http/service.ts';
import { bearerKey } from '../wire/exchange.ts';
import type { Manifest } from '../manifest.ts';
import { judgeService } from './service.ts';
import { wholeSuite } from './selection.ts';

const issued: Key[] = [
  { key: 'sandbox-one', tenant: 'one', mode: 'sandbox' },
  { key: 'sandbox-one-more', tenant: 'one', mode: 'sandbox' },
  { key: 'sandbox-two', tenant: 'two', mode: 'sandbox' },
  { key: 'live-one', tenant: 'one', mode: 'live' },
  { key: 'live-two', tenant: 'two', mode: 'live' },
];

let service: Awaited<ReturnType<typeof createService>>;
let baseUrl: string;
beforeAll(async () => {
  service = createService({ authenticate: authenticator(issued) });
  baseUrl = await service.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => service.close());

// One check of each kind that depends on one of the keys, without those that only wait for a long time.
const only = [
  'authentication.read-needs-key',
  'case-lifecycle.created-pending',
  'create-case.opens-person-case',
  'idempotency.scoped-to-mode',
  'idempotency.key-scope',
  'sandbox.approves',
  'sandbox.error-429',
  'sandbox.rejected-with-live-key',
  'sandbox.suffix-ignored',
  'tenancy.foreign-case-404',
  'tenancy.modes-apart',
];

async function judged(keys: Manifest['keys'], claims: Manifest['claims'] = ['sandbox']) {
  const claimed = keys.live === undefined ? claims : [...claims, 'live-key' as const];
  const manifest = { baseUrl, key: bearerKey, id: '/id', keys, claims: claimed };
  const { results, outcome } = await judgeService(manifest, { ...wholeSuite, only });
  const having = (verdict: string) => results.filter((result) => result.verdict === verdict);
  return {
    exitCode: outcome.exitCode,
    failed: having('fail').map(({ requirement, reason }) => `${requirement.id}: ${reason}`),
    causes: [...new Set(having('inconclusive').map(({ reason }) => reason))],
    passed: having('pass').length,
  };
}

const rejects = (variable: string) =>
  `the candidate rejects every request with $${variable}, sent as "Authorization: Bearer {key}": set it to a key that the candidate knows`;
const mixedUp = (accepting: string, rejecting: string) =>
  `the candidate accepts a sandbox reference with ${accepting} and rejects it with ${rejecting}: set IDV_API_KEY and IDV_OTHER_API_KEY to sandbox keys of two tenants, and IDV_LIVE_API_KEY to a live key of the first or to none`;
const [one, other, live] = ['$IDV_API_KEY', '$IDV_OTHER_API_KEY', '$IDV_LIVE_API_KEY'] as const;

describe('a wrong key is not a failure: the checks that need it are inconclusive, for one reason', () => {
  const all = { tenant: 'sandbox-one', other: 'sandbox-two', live: 'live-one' };

  test('with the right keys everything passes', async () => {
    expect(await judged(all)).toMatchObject({ exitCode: 0, failed: [], causes: [] });
  });

  test.each<[string, Manifest['keys'], string]>([
    ['an unknown key', { ...all, tenant: 'unknown' }, rejects('IDV_API_KEY')],
    ['an unknown key of the second tenant', { ...all, other: 'unknown' }, rejects('IDV_OTHER_API_KEY')],
    ['an unknown live key', { ...all, live: 'unknown' }, rejects('IDV_LIVE_API_KEY')],
    [
      'the key and the live key exchanged',
      { ...all, tenant: 'live-one', live: 'sandbox-one' },
      mixedUp(`${other} and ${live}`, one),
    ],
    [
      'the second key and the live key exchanged',
      { ...all, other: 'live-one', live: 'sandbox-two' },
      mixedUp(`${one} and ${live}`, other),
    ],
    ['a live key for the first tenant', { tenant: 'live-one', other: 'sandbox-two' }, mixedUp(other, one)],
    ['a live key for the second tenant', { tenant: 'sandbox-one', other: 'live-two' }, mixedUp(one, other)],
  ])('%s', async (_, keys, cause) => {
    expect(await judged(keys)).toMatchObject({ exitCode: 3, failed: [], causes: [cause] });
  });

  test('an unknown key of the second tenant, without claims', async () => {
    const found = await judged({ tenant: 'live-one', other: 'unknown' }, []);
    expect(found).toMatchObject({ exitCode: 3, failed: [], causes: [rejects('IDV_OTHER_API_KEY')] });
  });

  test('with only unknown keys, nothing passes', async () => {
    const found = await judged({ tenant: 'unknown', other: 'unknown-too', live: 'unknown-as-well' });
    expect(found).toMatchObject({ exitCode: 3, failed: [], passed: 0 });
  });
});

describe('a failure that exchanged keys could cause too names the keys', () => {
  test.each<[string, Manifest['keys'], string]>([
    ['two keys of one tenant', { tenant: 'sandbox-one', other: 'sandbox-one-more' }, `are ${one} and ${other} of two`],
    [
      'a sandbox key for the live key',
      { tenant: 'sandbox-one', other: 'sandbox-two', live: 'sandbox-one-more' },
      `is ${live} a live key?`,
    ],
    ['live keys for both tenants', { tenant: 'live-one', other: 'live-two' }, `is ${one} a sandbox key?`],
  ])('%s', async (_, keys, question) => {
    const { exitCode, failed } = await judged(keys);
    expect(exitCode).toBe(1);
    expect(failed.join('\n')).toContain(question);
  });
});
