import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { spawned } from './command.ts';

const task = { IDV_BASE_URL: 'http://127.0.0.1:1', IDV_API_KEY: 'k', IDV_TASK: 'approve', IDV_TASK_FILE: '/f' };
const run = (script: string, milliseconds = 10_000) =>
  spawned('bash', ['-c', script], { ...process.env, IDV_OTHER_API_KEY: 'secret', npm_config_x: '1' })(
    task,
    AbortSignal.timeout(milliseconds),
  );

test('gives the exit code and the last lines that are not empty', async () => {
  expect(await run('printf "one\\nDENIED\\n\\n"; echo why >&2; exit 3')).toEqual({
    code: 3,
    lastLine: 'DENIED',
    lastError: 'why',
  });
});

test('gives the client its task, and nothing of the suite', async () => {
  const { lastLine } = await run('echo $IDV_TASK $IDV_OTHER_API_KEY $npm_config_x $IDV_BASE_URL');
  expect(lastLine).toBe('approve http://127.0.0.1:1');
});

test('keeps the end of an output of 30 MB', async () => {
  const { code, lastLine } = await run('yes | head -c 30000000; echo; echo APPROVED');
  expect({ code, lastLine }).toEqual({ code: 0, lastLine: 'APPROVED' });
});

test.each([
  ['never ends', 'exec sleep 7101'],
  ['ignores SIGTERM', 'trap "" TERM; sleep 7102 & while :; do sleep 0.1; done'],
])('ends a command that %s, with what it has started', async (_, script) => {
  const { code } = await run(script, 100);
  expect(code).toBeNull();
  expect(processes()).not.toMatch(/sleep 710[12]/);
});

test('ends what a command leaves running', async () => {
  expect(await run('sleep 7103 & disown; exit 0')).toMatchObject({ code: 0 });
  expect(processes()).not.toContain('sleep 7103');
});

const processes = () => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });

test('names a command that does not exist', async () => {
  await expect(spawned('no-such-command', [], process.env)(task, AbortSignal.timeout(1000))).rejects.toThrow(
    'client -- no-such-command: the command cannot be started (ENOENT).',
  );
});
