import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { flagList } from './flags.ts';
import { flagsOfNpm } from './npm.ts';

test('a flag that npm keeps is one that npm does not define itself', () => {
  const known = JSON.parse(execFileSync('npm', ['config', 'list', '--long', '--json'], { encoding: 'utf8' })) as object;
  expect(
    flagList
      .map(([name]) => name)
      .filter((name) => Object.hasOwn(known, name))
      .toSorted(),
  ).toEqual(flagsOfNpm);
});
