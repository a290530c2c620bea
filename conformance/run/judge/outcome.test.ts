import { expect, test } from 'vitest';
import type { Verdict } from './verdict.ts';
import { outcomeOf, type Scope } from './outcome.ts';

const full: Scope = { class: 'full', claimed: ['sandbox', 'webhooks', 'live-key'], leftOut: [], partial: false };
const results = (...verdicts: Verdict[]) => verdicts.map((verdict) => ({ verdict }));
const listed = (...verdicts: Verdict[]) => verdicts.map((verdict) => ({ verdict, known: 'JIRA-7' }));
const fixed = { verdict: 'pass' as const, known: 'JIRA-7', fixed: ['a'] };
const wider = { verdict: 'fail' as const, unlisted: ['b'] };
const verified = 'every MUST that applies was verified';
const nothing = 'nothing was judged, because no selected requirement applies';

type Row = [of: string, Parameters<typeof outcomeOf>[0], headline: string, exitCode: number, reason: string];

test.each<Row>([
  ['passes and warnings', results('pass', 'warning', 'not-applicable'), 'CONFORMANT (full)', 0, verified],
  [
    'failures',
    results('pass', 'fail', 'fail', 'inconclusive'),
    'NON-CONFORMANT (full) · 1 could not be judged',
    1,
    '2 requirements failed',
  ],
  ['an error', results('error', 'fail'), 'ERROR (full)', 2, 'the suite itself failed in 1 requirement'],
  [
    'an inconclusive verdict',
    results('pass', 'inconclusive'),
    'INCOMPLETE (full) · 1 could not be judged',
    3,
    '1 requirement could not be judged',
  ],
  ['nothing at all', [], 'INCOMPLETE (full)', 3, nothing],
  ['nothing that applies', results('not-applicable'), 'INCOMPLETE (full)', 3, nothing],
  [
    'what a list explains',
    listed('fail', 'inconclusive'),
    'NON-CONFORMANT (full) · 1 known · 1 could not be judged',
    0,
    'the list of known failures explains everything that failed or could not be judged',
  ],
  [
    'a list that is too short',
    [...listed('fail'), ...results('fail')],
    'NON-CONFORMANT (full) · 1 known',
    1,
    '1 requirement failed in addition to those in the list of known failures',
  ],
  [
    'a list that is too long',
    [...listed('fail'), fixed, fixed],
    'NON-CONFORMANT (full) · 1 known · 2 listed as known and passed',
    1,
    '2 in the list of known failures pass now and must be removed',
  ],
  [
    'a list without a requirement or a scenario that fails, and with one that passes',
    [...listed('fail'), fixed, wider, ...results('fail')],
    'NON-CONFORMANT (full) · 1 known · 1 listed as known and passed',
    1,
    '1 requirement failed in addition to those in the list of known failures, and 1 in the list of known failures failed in a scenario that is not listed, and 1 in the list of known failures passes now and must be removed',
  ],
  [
    'a list beside an inconclusive verdict',
    [...listed('fail', 'inconclusive'), ...results('inconclusive')],
    'NON-CONFORMANT (full) · 1 known · 2 could not be judged',
    3,
    '1 requirement could not be judged, which the list of known failures does not explain',
  ],
])('the outcome of %s', (_, given, headline, exitCode, reason) => {
  const [name] = headline.split(' ');
  expect(outcomeOf(given, full)).toEqual({ name, headline, exitCode, reason });
});

test.each<[Partial<Scope>, string]>([
  [
    { claimed: ['sandbox'], leftOut: ['--slow'] },
    'CONFORMANT (full; not claimed: webhooks, live-key; not judged: what needs --slow)',
  ],
  [{ class: 'stated', claimed: [] }, 'CONFORMANT (stated)'],
])('the outcome of %j names its scope', (scope, headline) => {
  expect(outcomeOf(results('pass'), { ...full, ...scope }).headline).toBe(headline);
});

test.each<[Verdict[], string]>([
  [['pass', 'fail', 'fail', 'warning', 'not-applicable'], 'FAILED: 2 of 4 failed'],
  [['pass', 'error', 'fail'], 'ERROR: 1 of 3 ended with an error'],
  [['pass', 'inconclusive'], 'INCOMPLETE: 1 of 2 passed · 1 could not be judged'],
  [['pass', 'warning', 'not-applicable'], 'PASSED 2 of 2 selected'],
])('a part with %j has no outcome, but a count', (verdicts, headline) => {
  const part = outcomeOf(results(...verdicts), { ...full, partial: true });
  expect(part).toMatchObject({ name: undefined, headline });
  if (part.exitCode === 0) expect(part.reason).toBe('every selected requirement that applies was verified');
});

test('a run that judged less than its list records is no success, whatever else it says', () => {
  const outcome = (verdict: Verdict) => outcomeOf(results(verdict), full, 'known.yaml was written with more');
  expect(outcome('pass')).toEqual({
    name: 'CONFORMANT',
    headline: 'CONFORMANT (full) · less judged than the list records',
    exitCode: 3,
    reason: 'known.yaml was written with more',
  });
  const reason = '1 requirement failed; known.yaml was written with more';
  expect(outcome('fail')).toMatchObject({ exitCode: 1, reason });
});
