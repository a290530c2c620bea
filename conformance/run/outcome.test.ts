import { describe, expect, test } from 'vitest';
import type { Verdict } from './verdict.ts';
import { outcomeOf, type Scope } from './outcome.ts';

const full: Scope = { class: 'full', claimed: ['sandbox', 'webhooks', 'live-key'], leftOut: [], partial: false };
const results = (...verdicts: Verdict[]) => verdicts.map((verdict) => ({ verdict }));

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
    'CONFORMANT (full; not claimed: webhooks, live-key; not judged: what needs --slow)',
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
  const fixed = { verdict: 'pass' as const, known: 'JIRA-7', fixed: ['a'] };
  const wider = { verdict: 'fail' as const, unlisted: ['b'] };

  test.each<[string, Parameters<typeof outcomeOf>[0], number, string]>([
    ['passes', results('pass', 'warning'), 0, 'every MUST that applies was verified'],
    ['failures', results('fail', 'fail', 'inconclusive'), 1, '2 requirements failed'],
    ['an error', results('error', 'fail'), 2, 'the suite itself failed in 1 requirement'],
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
      [...listed('fail'), fixed, fixed],
      1,
      '2 in the list of known failures pass now and must be removed',
    ],
    [
      'both',
      [...listed('fail'), fixed, ...results('fail')],
      1,
      '1 requirement failed in addition to those in the list of known failures, and 1 in the list of known failures passes now and must be removed',
    ],
    [
      'a list without a scenario that fails',
      [...listed('fail'), wider, ...results('fail')],
      1,
      '1 requirement failed in addition to those in the list of known failures, and 1 in the list of known failures failed in a scenario that is not listed',
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
  const given: Parameters<typeof outcomeOf>[0] = [
    { verdict: 'fail', known: 'x' },
    { verdict: 'inconclusive', known: 'x' },
    { verdict: 'inconclusive' },
    { verdict: 'pass', known: 'x', fixed: [] },
  ];
  expect(outcomeOf(given, full).headline).toBe(
    'NON-CONFORMANT (full) · 1 known · 1 listed as known and passed · 2 could not be judged',
  );
});

test('a run that judged less than its list records is no success, whatever else it says', () => {
  const outcome = (verdict: Verdict) => outcomeOf(results(verdict), full, 'known.yaml was written with more');
  expect(outcome('pass')).toEqual({
    name: 'CONFORMANT',
    headline: 'CONFORMANT (full) · less judged than the list records',
    exitCode: 3,
    reason: 'known.yaml was written with more',
  });
  expect(outcome('fail')).toMatchObject({
    exitCode: 1,
    reason: '1 requirement failed; known.yaml was written with more',
  });
});
