// What `proof/clients/` does with all services, here with two of them.
import { expect, test } from 'vitest';
import { headlineOf, run } from '../testing.ts';

test('a client is judged by its requests to the plain service and one with a behaviour', async () => {
  const behaviour = 'properties and reason codes that the contract does not list';
  const { code, out, err } = await run([
    'client',
    '--behaviour',
    behaviour,
    '--',
    'python3',
    'examples/python-client/verify.py',
  ]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(headlineOf(out)).toMatch(/^PASSED (\d+) of \1 selected · python3 /);
});
