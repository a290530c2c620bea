// How the oracle judges. The proof changes every fact of recorded responses and tries many faults, so that there is a test
// here for each kind of finding, and else only for what neither shows.
import { describe, expect, test } from 'vitest';
import { Oracle } from './oracle.ts';
import { worldOf } from './terms.ts';
import {
  approval,
  artifact,
  create,
  exchangeOf,
  id,
  invalid,
  inUse,
  listing,
  opened,
  problem,
  read,
  type Received,
  reused,
  type Sent,
  shown,
  stored,
  Story,
  upload,
  validParts,
  withCase,
  withKey,
  world,
} from './testing.ts';

const other = 'case_fedcba9876543210';
const closed = () => problem(409, 'case-closed');

test.each<[kind: string, Sent, Received, requirement: string, place?: string]>([
  ['answer', create('user-2'), problem(400, 'malformed-request'), 'create-case.opens-person-case'],
  ['answer', read(id, { key: 'other' }), shown(), 'tenancy.foreign-case-404'],
  ['answer', create('user-2'), problem(429, 'rate-limited'), 'create-case.opens-person-case'],
  ['form', { method: 'PUT' }, problem(405, 'method-not-allowed'), 'http.allow', 'Allow'],
  ['form', create(''), invalid('#/type'), 'problems.points-at-property', '/errors'],
  ['state', create('é'), opened(other, 'e\u0301'), 'create-case.returns-reference', '/reference'],
  ['state', read(id), listing('a1'), 'get-case.lists-evidence', '/artifacts'],
  ['set', create('user-2'), opened(id, 'user-2'), 'create-case.assigns-identifier'],
])('%s: one finding names what was expected, and where', (kind, sent, received, requirement, place) => {
  const oracle = new Oracle(worldOf(world));
  const [, last] = [exchangeOf(create(), opened(id)), exchangeOf(sent, received)].map((exchange, at) =>
    oracle.add({ ...exchange, started: 10 * at }),
  );
  const { findings } = oracle.judge(last!);
  const { exchange } = last!;
  expect(findings).toEqual([expect.objectContaining({ kind, requirement, exchange, ...(place && { place }) })]);
});

test('a missing response is a finding only if the connection was closed, and the request was valid', () => {
  const judged = (failure: string, sent: Sent) => {
    const oracle = new Oracle(worldOf(world));
    return oracle.judge(oracle.add({ ...exchangeOf(sent, undefined), failure, started: 0 })).findings;
  };
  expect(judged('connection closed without a response', create())).toHaveLength(1);
  expect(judged('connection closed without a response', create(''))).toEqual([]);
  expect(judged('no response within 10 s', create())).toEqual([]);
});

describe('an idempotency key of another payload, caller or path is another one', () => {
  const rejected = (story: Story, sent: Sent) => story.brokenBy(sent, reused());

  test('of a create', () => {
    const story = new Story();
    story.brokenBy(create('user-1', withKey()), opened(id));
    const spaced = create('user-1', { ...withKey(), body: '{"type":"PF", "reference":"user-1"}' });
    expect(rejected(story, create('user-2', withKey()))).toEqual([]);
    expect(rejected(story, spaced)).toEqual(['idempotency.equal-json']);
    expect(rejected(story, create('user-1', withKey()))).toEqual(['idempotency.create-replays']);
    expect(rejected(story, create('user-1', { ...withKey(), key: 'other' }))).toEqual(['idempotency.key-scope']);
    expect(rejected(story, create('user-1', { ...withKey(), key: 'live' }))).toEqual(['idempotency.scoped-to-mode']);
    expect(rejected(story, upload(id, validParts, withKey()))).toEqual(['idempotency.key-scope']);
  });

  test('of an upload', () => {
    const story = withCase();
    story.brokenBy(upload(id, validParts, withKey()), stored('a1'));
    const reordered = upload(id, validParts.toReversed(), withKey());
    expect(rejected(story, reordered)).toEqual(['idempotency.upload-fingerprint']);
    expect(rejected(story, upload(id, validParts, withKey()))).toEqual(['idempotency.upload-replays']);
  });
});

test('of parallel responses with different statuses, only the wrong one fails', () => {
  const race = create('user-1', withKey());
  const [right, wrong] = [opened(id), { ...opened(id), status: 200 }];
  expect(new Story().together([race, wrong], [race, right])).toEqual(['idempotency.parallel-create-once']);
  expect(new Story().together([race, right], [race, wrong])).toEqual(['idempotency.parallel-create-once']);
});

test('of parallel requests with one key, one opens the case', () => {
  const race = create('user-1', withKey());
  const waits = ['idempotency.in-use-waits'];
  expect(new Story().together([race, opened(id)], [race, opened(id)], [race, inUse()])).toEqual(waits);
  expect(new Story().together([race, inUse()], [race, inUse()])).toContain('idempotency.parallel-create-once');
  expect(new Story().together([race, opened(id)], [race, opened(other)])).toContain('idempotency.parallel-create-once');
});

describe('a decision', () => {
  const sandbox = { reference: 'sandbox:approve' };
  const decided = { ...sandbox, ...approval, artifacts: [artifact('a1')] };
  const withEvidence = () => {
    const story = withCase('sandbox:approve');
    story.brokenBy(upload(id), stored('a1'));
    return story;
  };

  test('that is shown by halves breaks one requirement, unless the whole one was shown before', () => {
    const half = [read(id), shown({ ...decided, reasons: ['OCR_OK'] })] as [Sent, Received];
    const whole = [read(id), shown(decided)] as [Sent, Received];
    expect(withEvidence().inTurn(half, whole)).toEqual(['case-lifecycle.decision-atomic']);
    expect(withEvidence().inTurn(whole, half)).toEqual(['case-lifecycle.decision-final']);
  });

  test('after uploads at the same time is one of these', () => {
    const story = withCase('sandbox:approve');
    story.together([upload(id), stored('a1')], [upload(id), closed()]);
    expect(story.brokenBy(read(id), shown(decided))).toEqual([]);
    const later = shown({ ...decided, decided_at: '2026-01-01T09:30:09Z' });
    expect(story.brokenBy(read(id), later)).toEqual(['case-lifecycle.decided-once-under-load']);
  });

  test('that every upload at the same time was too late for has no evidence', () => {
    const story = withCase('sandbox:approve');
    story.together([upload(id), closed()], [upload(id), closed()]);
    const without = shown({ ...decided, artifacts: [] });
    expect(story.brokenBy(read(id), without)).toEqual(['case-lifecycle.decided-once-under-load']);
  });

  test('changes an artifact if reads of pending cases show artifacts as their uploads did', () => {
    const changed = shown({ ...decided, artifacts: [artifact('a1', { created_at: '2026-01-01T09:30:05Z' })] });
    expect(withEvidence().brokenBy(read(id), changed)).toEqual(['get-case.lists-evidence']);
    const story = withEvidence();
    expect(story.brokenBy(read(id), shown({ ...sandbox, artifacts: [artifact('a1')] }))).toEqual([]);
    expect(story.brokenBy(read(id), changed)).toEqual(['case-lifecycle.facts-unchanged']);
  });
});
