import { expect, test } from 'vitest';
import type { Report } from '../../generated/report.ts';
import type { Verdict } from '../run/judge/verdict.ts';
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

const after = ['pass', 'warning', 'not-applicable', 'inconclusive', 'fail', 'error', undefined] as const;

test.each<[Verdict | undefined, string]>([
  ['pass', '= worse worse worse worse worse worse'],
  ['warning', 'better = worse worse worse worse worse'],
  ['not-applicable', 'better better = worse worse worse other'],
  ['inconclusive', 'better better other = worse worse other'],
  ['fail', 'better better other other = worse other'],
  ['error', 'better better other other other = other'],
  [undefined, 'better better other worse worse worse ='],
])('from %s to each other verdict, and to none', (before, kinds) => {
  const found = after.map((verdict) => {
    const { changes } = differenceOf(run(before), run(verdict));
    for (const { line } of changes) expect(line).toContain(`${one}  `);
    return changes[0]?.kind.replace(/^neither .*/, 'other') ?? '=';
  });
  expect(found.join(' ')).toBe(kinds);
});

test('a requirement that the other contract does not have is not worse', () => {
  const contract = { version: '7.0.0', digest: 'f'.repeat(64) };
  const difference = differenceOf(run('pass'), run(undefined, { contract }));
  expect(difference.changes[0]!.kind).not.toBe('worse');
  expect(difference.conditions).toEqual(['contract: 9.8.7 (dddddddddddd) → 7.0.0 (ffffffffffff)']);
});

test('the text lists the different conditions, then each change, then the total', () => {
  const { outcome, scope } = everyVerdict();
  const changed = run('fail', { outcome: { ...outcome, headline: 'X' }, scope: { ...scope, claimed: [] } });
  expect(differenceText(differenceOf(run('pass'), changed))).toBe(`claims: sandbox → none
outcome: ${outcome.headline} → X

worse: 1
  ${one}  pass → fail

1 became worse.
`);
  expect(differenceText(differenceOf(everyVerdict(), everyVerdict()))).toBe('Nothing became worse.\n');
});
