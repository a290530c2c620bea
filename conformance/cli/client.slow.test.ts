import { expect, test } from 'vitest';
import { headlineOf, run } from '../testing.ts';

test.each([
  ['node', 'examples/typed-client/verify.ts'],
  ['python3', 'examples/python-client/verify.py'],
])('the example %s %s is CONFORMANT', { timeout: 120_000 }, async (...command) => {
  const { code, out, err } = await run(['client', '--', ...command]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(headlineOf(out)).toBe(`CONFORMANT: ${command.join(' ')} (14 of 14 requirements met)`);
});
