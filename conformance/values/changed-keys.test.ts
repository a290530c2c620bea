import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { changedKey, changes } from './changed-keys.ts';

const key = { value: 'sandbox_Key-of-one', shell: '$IDV_API_KEY' };

test.each(Object.keys(changes))('a shell prints the key %s from the environment', (change) => {
  const { value, shell } = changedKey(key, change)!;
  // A change that no shell can express is described in parentheses.
  if (shell.startsWith('(')) return;
  const printed = execFileSync('sh', ['-c', `printf %s "${shell}"`], {
    env: { ...process.env, IDV_API_KEY: key.value },
    encoding: 'utf8',
  });
  expect(printed).toBe(value);
});
