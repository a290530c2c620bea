import { expect, test } from 'vitest';
import type { ShareReport } from './mutation/share.ts';
import { reportOf } from './report.ts';

test('a scenario that no changed response shows failing is a gap that says where wrong values are listed', () => {
  const share: ShareReport = {
    scenarios: 1,
    unclean: [],
    mutants: 1,
    killed: 0,
    allowed: {},
    gaps: {},
    unseen: ['create-case.returns-type: a person'],
    faults: {},
    needed: [],
  };
  const selection = { live: [], inputs: [], mutants: [], requirements: [] };
  const circumstances = { partial: true, repeated: [], seconds: 1 };
  const { gaps } = reportOf(selection, [share], [], { passed: 0, failed: [], skipped: [] }, circumstances);
  expect(gaps).toEqual([
    expect.stringMatching(/^NEVER FAILS create-case\.returns-type: a person \(.*proof\/mutation\/responses\.ts/),
  ]);
});
