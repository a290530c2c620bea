// The clients among the examples work with every service.
import { expect, test } from 'vitest';
import { headlineOf, run } from '../../conformance/testing.ts';

test.each([
  ['', 'node', 'examples/typed-client/verify.ts'],
  ['', 'python3', 'examples/python-client/verify.py'],
  ['--claim webhooks', 'node', 'examples/typed-client/verify.ts'],
  ['--claim webhooks', 'python3', 'examples/python-client/verify.py'],
])('%s: the example %s %s is CONFORMANT', { timeout: 120_000 }, async (flags, ...command) => {
  const { code, out, err } = await run(['client', ...flags.split(' ').filter(Boolean), '--', ...command]);
  expect({ code, err }, out.slice(out.indexOf('Fix first'))).toEqual({ code: 0, err: '' });
  expect(headlineOf(out)).toMatch(/^CONFORMANT: \w+ \S+ \((\d+) of \1 requirements met\)$/);
});
