import { expect, test } from 'vitest';
import type { Report } from '../../generated/report.ts';
import type { Verdict } from '../run/verdict.ts';
import { differenceOf, differenceText } from './diff.ts';
import { everyVerdict } from './testing.ts';

const one = 'http.nosniff';

/** A run of one requirement with this verdict; of none without. */
function run(verdict?: Verdict, other: Partial<Report> = {}): Report {
  const report = everyVerdict();
  const [result] = report.results;
  const results = verdict ? [{ ...result!, id: one, verdict, reason: '' } as const] : [];
  return { ...report, results, ...other };
}

test.each<[Verdict | undefined, Verdict | undefined, 'worse' | 'better' | 'other']>([
  ['pass', 'fail', 'worse'],
  ['pass', 'inconclusive', 'worse'],
  ['pass', 'not-applicable', 'worse'],
  ['pass', 'warning', 'worse'],
  ['pass', undefined, 'worse'],
  ['not-applicable', 'fail', 'worse'],
  ['inconclusive', 'fail', 'worse'],
  ['fail', 'error', 'worse'],
  [undefined, 'fail', 'worse'],
  [undefined, 'inconclusive', 'worse'],
  ['fail', 'pass', 'better'],
  ['fail', undefined, 'other'],
  ['fail', 'inconclusive', 'other'],
  ['fail', 'not-applicable', 'other'],
  ['error', 'fail', 'other'],
  ['inconclusive', 'not-applicable', 'other'],
  [undefined, 'not-applicable', 'other'],
  ['inconclusive', 'pass', 'better'],
  ['not-applicable', 'pass', 'better'],
  [undefined, 'pass', 'better'],
])('from %s to %s is %s', (before, after, kind) => {
  const difference = differenceOf(run(before), run(after));
  expect(difference[kind]).toEqual([expect.stringContaining(`${one}  `)]);
  expect([...difference.worse, ...difference.better, ...difference.other]).toHaveLength(1);
});

test('the same run has no difference', () => {
  const difference = differenceOf(everyVerdict(), everyVerdict());
  expect(difference).toEqual({ conditions: [], worse: [], better: [], other: [] });
  expect(differenceText(difference)).toBe('Nothing became worse.\n');
});

test('a requirement that the other contract does not have is not worse', () => {
  const contract = { version: '7.0.0', digest: 'f'.repeat(64) };
  const difference = differenceOf(run('pass'), run(undefined, { contract }));
  expect(difference.worse).toEqual([]);
  expect(difference.conditions).toEqual([
    expect.stringMatching(/^contract: \S+ \([0-9a-f]{12}\) → 7\.0\.0 \(ffffffffffff\)$/),
  ]);
});

test('the text lists the different conditions, then each change, then the total', () => {
  const { outcome, scope } = everyVerdict();
  const after = run('fail', { outcome: { ...outcome, headline: 'X' }, scope: { ...scope, claimed: [] } });
  expect(differenceText(differenceOf(run('pass'), after))).toBe(
    [
      'claims: sandbox → none',
      `outcome: ${outcome.headline} → X`,
      '',
      'worse: 1',
      `  ${one}  pass → fail`,
      '',
      '1 became worse.',
      '',
    ].join('\n'),
  );
});
