import { describe, expect, test } from 'vitest';
import type { Requirement } from '../../generated/requirements.ts';
import { Inconclusive, judge, outcomeOf, type Scope, type Verdict, Violation } from './verdict.ts';

const must = { id: 'get-case.status', level: 'MUST' } as Requirement;
const should = { id: 'http.nosniff', level: 'SHOULD' } as Requirement;
const full: Scope = { class: 'full', claimed: ['sandbox', 'webhooks', 'live-key'], leftOut: [], partial: false };
const results = (...verdicts: Verdict[]) => verdicts.map((verdict) => ({ verdict }));

test('a check that returns is a pass', () => {
  expect(judge(must, undefined)).toMatchObject({ verdict: 'pass', reason: '' });
});

test('a violation is a failure of a MUST and a warning of a SHOULD, with both sides', () => {
  const thrown = new Violation({ code: 'wrong-status', expected: 'status 404', actual: 'status 200' });
  expect(judge(must, thrown)).toMatchObject({ verdict: 'fail', expected: 'status 404', actual: 'status 200' });
  expect(judge(should, thrown)).toMatchObject({ verdict: 'warning' });
});

test('a check that cannot judge is inconclusive and names the blocking requirement', () => {
  expect(judge(must, new Inconclusive('no key', 'get-case.score'))).toMatchObject({
    verdict: 'inconclusive',
    reason: 'no key',
    blockedBy: 'get-case.score',
  });
});

test('the rows of a check keep their own verdicts, and their labels those of the rows around them', () => {
  const passed = { row: 'a read', verdict: 'pass', reason: '' } as const;
  const failed = new Violation({ code: 'accepted', expected: 'a 4xx', actual: 'a 201' }).inRow('PUT').inRow('a create');
  const blocked = new Inconclusive('blocked', 'get-case.score').inRow('an upload');
  const rows = [...blocked.rows, ...failed.rows, passed];

  const of = (level: typeof must) => judge(level, failed.withRows(rows));
  expect(of(must)).toMatchObject({ verdict: 'fail', row: 'a create: PUT' });
  expect(of(must).rows).toEqual([
    { row: 'an upload', verdict: 'inconclusive', reason: 'blocked', blockedBy: 'get-case.score' },
    {
      row: 'a create: PUT',
      verdict: 'fail',
      reason: 'expected a 4xx, but got a 201',
      code: 'accepted',
      expected: 'a 4xx',
      actual: 'a 201',
    },
    passed,
  ]);
  expect(of(should).rows!.map(({ verdict }) => verdict)).toEqual(['inconclusive', 'warning', 'pass']);
  expect(judge(must, blocked.withRows([passed, ...blocked.rows]))).toMatchObject({
    verdict: 'inconclusive',
    blockedBy: 'get-case.score',
    rows: [passed, { row: 'an upload' }],
  });
});

test("anything else that is thrown is the suite's own error, with its stack", () => {
  expect(judge(must, new TypeError('x is undefined'))).toMatchObject({ verdict: 'error', reason: 'x is undefined' });
  expect(judge(must, new TypeError('x is undefined')).stack).toContain('verdict.test.ts');
  expect(judge(must, 'a string')).toMatchObject({ verdict: 'error', reason: "'a string'" });
});

test.each<[string, Verdict[], string | undefined, number]>([
  ['passes and warnings', ['pass', 'warning', 'not-applicable'], 'CONFORMANT', 0],
  ['one failure', ['pass', 'fail', 'inconclusive'], 'NON-CONFORMANT', 1],
  ['an error comes before a failure', ['error', 'fail', 'inconclusive'], 'ERROR', 2],
  ['one inconclusive', ['pass', 'inconclusive'], 'INCOMPLETE', 3],
  ['nothing at all', [], 'INCOMPLETE', 3],
  ['nothing that applies', ['not-applicable'], 'INCOMPLETE', 3],
])('the outcome of %s', (_, verdicts, name, exitCode) => {
  expect(outcomeOf(results(...verdicts), full)).toMatchObject({ name, exitCode });
});

test('the outcome names its scope', () => {
  expect(outcomeOf(results('pass'), full).headline).toBe('CONFORMANT (full)');
  expect(outcomeOf(results('pass'), { ...full, claimed: ['sandbox'], leftOut: ['--slow'] }).headline).toBe(
    'CONFORMANT (full; not claimed: webhooks, live-key; not checked: what needs --slow)',
  );
  expect(outcomeOf(results('fail'), { ...full, class: 'stated', claimed: [] }).headline).toBe(
    'NON-CONFORMANT (stated)',
  );
});

test.each<[Verdict[], string]>([
  [['pass', 'fail', 'fail', 'warning', 'not-applicable'], 'FAILED: 2 of 4 failed'],
  [['pass', 'error', 'fail'], 'ERROR: 1 of 3 ended with an error'],
  [['pass', 'inconclusive'], 'INCOMPLETE: 1 of 2 passed · 1 could not be judged'],
  [['pass', 'warning'], 'PASSED 2 of 2 selected'],
])('the headline of a part with %j counts what its word says', (verdicts, headline) => {
  expect(outcomeOf(results(...verdicts), { ...full, partial: true }).headline).toBe(headline);
});

test('a part has no outcome', () => {
  const part = outcomeOf(results('pass', 'pass', 'not-applicable'), { ...full, partial: true });
  expect(part).toMatchObject({ name: undefined, headline: 'PASSED 2 of 2 selected', exitCode: 0 });
});

describe('the reason of the exit code', () => {
  const listed = (...verdicts: Verdict[]) => verdicts.map((verdict) => ({ verdict, known: 'JIRA-7' }));

  test.each<[string, { verdict: Verdict; known?: string }[], number, string]>([
    ['passes', results('pass', 'warning'), 0, 'every MUST that applies was verified'],
    ['failures', results('fail', 'fail', 'inconclusive'), 1, '2 requirements failed'],
    ['an error', results('error', 'fail'), 2, 'the suite itself failed in 1 check'],
    ['an inconclusive verdict', results('inconclusive'), 3, '1 requirement could not be judged'],
    ['nothing', results('not-applicable'), 3, 'nothing was judged, because no selected requirement applies'],
    [
      'a whole list',
      listed('fail', 'inconclusive'),
      0,
      'the list of known failures explains everything that failed or could not be judged',
    ],
    [
      'a list that is too short',
      [...listed('fail'), ...results('fail')],
      1,
      '1 requirement failed in addition to those in the list of known failures',
    ],
    [
      'a list that is too long',
      listed('fail', 'pass', 'pass'),
      1,
      '2 in the list of known failures pass now and must be removed',
    ],
    [
      'both',
      [...listed('fail', 'pass'), ...results('fail')],
      1,
      '1 requirement failed in addition to those in the list of known failures, and 1 in the list of known failures passes now and must be removed',
    ],
    [
      'a list beside an inconclusive verdict',
      [...listed('fail', 'inconclusive'), ...results('inconclusive')],
      3,
      '1 requirement could not be judged, which the list of known failures does not explain',
    ],
  ])('%s', (_, given, exitCode, reason) => {
    expect(outcomeOf(given, full)).toMatchObject({ exitCode, reason });
  });

  test('of a part names the selection', () => {
    expect(outcomeOf(results('pass'), { ...full, partial: true }).reason).toBe(
      'every selected requirement that applies was verified',
    );
  });
});

test('the headline counts known failures and all that could not be judged, also where that is known', () => {
  const given: { verdict: Verdict; known?: string }[] = [
    { verdict: 'fail', known: 'x' },
    { verdict: 'inconclusive', known: 'x' },
    { verdict: 'inconclusive' },
    { verdict: 'pass', known: 'x' },
  ];
  expect(outcomeOf(given, full).headline).toBe(
    'NON-CONFORMANT (full) · 1 known · 1 listed as known and passed · 2 could not be judged',
  );
});
