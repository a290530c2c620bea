import { expect, test } from 'vitest';
import { contract, requirements } from '../../generated/requirements.ts';
import { type Verdict } from './judge/verdict.ts';
import { outcomeOf, type Scope } from './judge/outcome.ts';
import type { Judgement } from './judge/judgement.ts';
import { runRepeatedly, repeatsText } from './repeat.ts';
import { selected, shuffled, wholeSuite } from './selection.ts';
import { resultOf, run } from '../testing.ts';

const scope: Scope = { class: 'full', claimed: ['sandbox', 'live-key'], leftOut: [], partial: false };
const [first, second] = requirements;
const facts = { baseUrl: '', claims: [], keys: {}, key: { header: '', template: '' }, id: '' };

/** Runs in which two requirements have the given verdicts, the first run with the seed 7. */
async function repeated(...verdicts: [Verdict, Verdict][]) {
  const lines: string[] = [];
  const once = async ({ seed = 0 }): Promise<Judgement> => {
    const results = verdicts[seed - 7]!.map((verdict, at) => resultOf([first!, second!][at]!.id, verdict));
    const times = { startedAt: new Date(0), milliseconds: 0 };
    return {
      contract,
      subject: { party: 'service', name: '' },
      source: 'run',
      facts,
      run: { id: `run${seed}`, seed },
      ...times,
      scope,
      results,
      outcome: outcomeOf(results, scope),
    };
  };
  const times = verdicts.length;
  const all = await runRepeatedly(once, { ...wholeSuite, seed: 7 }, { times }, (line) => lines.push(line));
  return { ...all, lines };
}

test('a verdict that differs is shown for every run, and turns the repeats red', async () => {
  const { judgement, repeats, lines } = await repeated(['pass', 'pass'], ['pass', 'inconclusive'], ['pass', 'pass']);
  expect(lines).toEqual([
    'run 1 of 3, seed 7: CONFORMANT (full; not claimed: webhooks)',
    'run 2 of 3, seed 8: INCOMPLETE (full; not claimed: webhooks) · 1 could not be judged',
    'run 3 of 3, seed 9: CONFORMANT (full; not claimed: webhooks)',
  ]);
  expect(judgement.run?.id).toBe('run8');
  expect(repeats).toMatchObject({
    changed: [{ id: second!.id, verdicts: ['pass', 'inconclusive', 'pass'] }],
    exitCode: 1,
    reason: 'the verdict of 1 requirement differs between runs, and in the worst run 1 requirement could not be judged',
  });
  expect(repeatsText(repeats!)).toBe(
    `FLAKY: the verdict of 1 requirement differs between 3 runs\n  ${second!.id}: pass, inconclusive, pass\n`,
  );
});

test.each<[Verdict, Verdict, number]>([
  ['pass', 'pass', 0],
  ['fail', 'fail', 1],
  ['inconclusive', 'inconclusive', 3],
  ['pass', 'error', 2],
])('the exit code of %s and %s is %i', async (before, after, exitCode) => {
  const { repeats } = await repeated([before, 'pass'], [after, 'pass']);
  expect(repeats?.exitCode).toBe(exitCode);
});

test('one run has no repeats and prints nothing', async () => {
  const { lines, repeats } = await repeated(['pass', 'pass']);
  expect([lines, repeats]).toEqual([[], undefined]);
});

test('a seed decides the order, and keeps every requirement', () => {
  const all = selected(wholeSuite);
  expect(shuffled(all, 7)).toEqual(shuffled(all, 7));
  expect(shuffled(all, 7)).not.toEqual(shuffled(all, 8));
  expect(new Set(shuffled(all, 7))).toEqual(new Set(all));
});

test('the command prints the seed of each run and what it created', async () => {
  const { code, out } = await run(['--only', 'get-case', '--repeat', '2', '--seed', '41']);
  expect(out).toMatch(/^run 1 of 2, seed 41: PASSED (\d+) of \1 selected$/m);
  expect(out).toMatch(/^run 2 of 2, seed 42: PASSED/m);
  expect(out).toMatch(/^run [0-9a-f]{8} created [1-9]\d* cases and [1-9]\d* artifacts, which remain in the service$/m);
  expect(out).toMatch(/\n2 runs, no verdict changed\n\nPASSED .*\nexit code 0: .*\n.*\n.*\n$/);
  expect(code).toBe(0);
  const shuffledOnly = await run(['--only', 'get-case.status', '--shuffle']);
  expect(shuffledOnly.out).toMatch(/, seed [1-9]\d*\n/);
});
