// What `clients.slow.test.ts` shows of commands, here for programs that keep running.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test, type TestContext } from 'vitest';
import { cli, environmentWith, headlineOf, run } from '../../conformance/testing.ts';
import { temporaryFolder } from '../../conformance/testing-folder.ts';
import { pdf } from '../../conformance/values/evidence-files.ts';
import { key, secret, startProgram } from './program.ts';

const behaviour = ['--behaviour', 'ids are ULIDs'];
const environment = { IDV_API_KEY: key, IDV_WEBHOOK_SECRET: secret };
const folder = temporaryFolder();
const timeout = 120_000;

async function program({ onTestFinished }: TestContext, options: Parameters<typeof startProgram>[0] = {}) {
  const started = await startProgram(options);
  onTestFinished(started.stop);
  const events = options.hasEvents ? ['--claim', 'webhooks', '--endpoint', started.endpoint] : [];
  return { ...started, flags: ['client', '--listen', started.address, ...events, ...behaviour] };
}

test.concurrent.for([
  ['returns at once', {}],
  ['waits for the end of the task', { isWaiting: true }],
  ['returns at once, and the program receives events', { hasEvents: true }],
] as const)('a correct program meets all, by a trigger that %s', { timeout }, async ([, options], context) => {
  const { flags, trigger } = await program(context, options);
  const { code, out, err } = await run([...flags, '--', ...trigger], environment);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('9 sessions; the client reached the end of its task: approve 3 of 3 · deny 2 of 2');
  expect(headlineOf(out)).toMatch(/^PASSED (\d+) of \1 selected/);
});

test.concurrent(
  'a program that takes DENIED for APPROVED fails if its trigger prints it',
  { timeout },
  async (context) => {
    const { flags, trigger } = await program(context, { isWaiting: true, habits: { says: () => 'APPROVED' } });
    const { code, out } = await run([...flags, '--', ...trigger], environment);
    expect(code).toBe(1);
    expect(out).toContain('✕ client.reaches-decision: expected DENIED');
  },
);

test.concurrent('a program that fails keeps no session open, if its trigger says so', { timeout }, async (context) => {
  const isPrefixed = ({ body }: { body: Record<string, unknown> }) => String(body['id']).startsWith('case_');
  const validate: NonNullable<Parameters<typeof startProgram>[0]>['habits'] = {
    validate(seen, step) {
      if (step === 'create' && !isPrefixed(seen)) throw new Error('not an id');
    },
  };
  const { flags, trigger } = await program(context, { isWaiting: true, habits: validate });
  const { code, out } = await run([...flags, '--', ...trigger], environment);
  expect(code).toBe(1);
  expect(out).toContain('✕ client.works-with-every-choice');
  expect(out).toContain('not an id');
});

test.concurrent.for([
  ['with one behaviour, is judged by it', behaviour, 0, /^PASSED (\d+) of \1 selected/],
  [
    'is INCOMPLETE while it has not met every service',
    [],
    3,
    /^INCOMPLETE: the program at \S+ \(\d+ of 15 requirements met\)/,
  ],
] as const)('a program without a trigger %s', { timeout }, async ([, more, expected, headline], context) => {
  const { address, begin } = await program(context);
  const file = join(folder, 'evidence.pdf');
  writeFileSync(file, pdf('by hand'));
  const child = spawn(process.execPath, [cli, 'client', '--listen', address, ...more], {
    env: environmentWith(environment),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  context.onTestFinished(() => void child.kill('SIGKILL'));
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const out = text(child.stdout);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  await Promise.all([begin('approve', file), begin('company', file)]);
  child.kill('SIGINT');
  expect(await exited).toBe(expected);
  expect(headlineOf(await out)).toMatch(headline);
  expect(await out).toContain('case 2 meets');
});
