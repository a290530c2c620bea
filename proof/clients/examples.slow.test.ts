// The clients among the examples work with every service.
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { headlineOf, run } from '../../conformance/testing.ts';
import { temporaryFolder } from '../../conformance/testing-folder.ts';

const folder = temporaryFolder();
const isGoMissing = spawnSync('go', ['version']).status !== 0;

/** `go run` would compile it in each session. */
function builtGo(): string[] {
  const program = join(folder, 'verify');
  execFileSync('go', ['build', '-o', program, 'examples/go-client/verify.go'], {
    env: { ...process.env, GOCACHE: join(folder, 'cache') },
  });
  return [program];
}

describe.each([
  ['typed-client', () => ['node', 'examples/typed-client/verify.ts']],
  ['python-client', () => ['python3', 'examples/python-client/verify.py']],
  ['go-client', builtGo],
] as const)('the example %s', (name, command) => {
  test.for(['', '--claim webhooks'])('is CONFORMANT %s', { timeout: 120_000 }, async (flags, { skip }) => {
    skip(name === 'go-client' && isGoMissing, 'no Go');
    const { code, out, err } = await run(['client', ...flags.split(' ').filter(Boolean), '--', ...command()]);
    expect({ code, err }, out.slice(out.indexOf('Fix first'))).toEqual({ code: 0, err: '' });
    expect(headlineOf(out)).toMatch(/^CONFORMANT: [\w ]*\S+ \((\d+) of \1 requirements met\)$/);
  });
});
