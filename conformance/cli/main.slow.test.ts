import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import description from '../../package.json' with { type: 'json' };
import { referenceKeys, startReference } from '../reference/start.ts';
import { cli, execute, headlineOf, listening, run, runHere } from '../testing.ts';
import { temporaryFolder } from '../testing-folder.ts';

const keys = { IDV_API_KEY: 'one', IDV_OTHER_API_KEY: 'two' };
const folder = temporaryFolder();
const service = await startReference();
const { address, stop } = await listening(
  http.createServer((request, response) => request.resume().on('end', () => response.writeHead(200).end('{}'))),
);
afterAll(async () => {
  stop();
  await service.stop();
});

test('judges the bundled reference implementation and reports it; diff compares the reports', async () => {
  const { code, out, err } = await run(['--reference-implementation', '--class', 'stated', '--report-dir', folder]);
  expect(err).toBe('');
  expect(out.trimEnd().split('\n').slice(-3)).toEqual([
    'CONFORMANT: the bundled reference implementation (stated)',
    'exit code 0: every MUST that applies was verified',
    `HTML report: ${folder}/report.html`,
  ]);
  expect(code).toBe(0);
  const [before, after] = [join(folder, 'before.json'), join(folder, 'report.json')];
  writeFileSync(before, readFileSync(after, 'utf8').replace('"verdict":"pass"', '"verdict":"fail"'));
  const better = await runHere(['diff', before, after]);
  expect(better).toMatchObject({ code: 0, out: expect.stringContaining('fail → pass') });
  expect(await runHere(['diff', after, before])).toMatchObject({ code: 1 });
});

test('judges it with its own keys, whatever the environment says about a candidate', async () => {
  const own = { IDV_LIVE_API_KEY: 'three', IDV_KEY_HEADER: 'X-API-Key: {key}', IDV_ID_FROM: '/data/id' };
  const needingAllKeys = ['--only', 'tenancy', '--only', 'sandbox.rejected-with-live-key'];
  const { code, out } = await runHere(['--reference-implementation', ...needingAllKeys], { ...keys, ...own });
  expect(out).toContain('The bundled reference implementation is judged with its own keys instead of yours.\n');
  expect(headlineOf(out)).toMatch(/^PASSED (\d+) of \1 selected · the bundled reference implementation$/);
  expect(code).toBe(0);
});

test('on GitHub the summary is appended to and failures are annotated', async () => {
  const summary = join(folder, 'summary');
  writeFileSync(summary, 'before\n');
  const github = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
  const flags = ['--base-url', `http://${address}`, '--only', 'create-case'];
  const { code, out } = await runHere(flags, { ...keys, ...github });
  expect(code).toBe(1);
  expect(readFileSync(summary, 'utf8')).toMatch(
    /^before\n## FAILED: [1-9] of \d+ failed · \d+ could not be judged · http:\S+\n/,
  );
  expect(out).toMatch(
    /^::stop-commands::(\S+)\n[^]+FAILED: [1-9] of \d+ failed [^]+\n::\1::\n::error title=create-case/m,
  );
});

test('a Node that is too old is not reported as a failure of the suite', async () => {
  const older = `import tls from 'node:tls'; delete tls.setDefaultCACertificates;`;
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(older)}`, cli, '--version'];
  const ended = await promisify(execFile)(process.execPath, flags).catch((error: unknown) => error);
  const [first, second] = description.engines.node.match(/[\d.]+/g)!;
  const stderr = `idv-conformance needs Node ${first}, ${second} or later; this is ${process.version}.\n`;
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr });
  expect(await execute(process.execPath, ['--no-experimental-strip-types', cli, '--version'], {})).toEqual({
    code: 2,
    out: '',
    err: stderr,
  });
});

test('a closed pipe does not end the run', async () => {
  // The pipe is closed before the command writes to it; pipefail makes its exit code that of the shell.
  const shell = `set -o pipefail; "$0" "$1" --list | true`;
  const ended = await promisify(execFile)('bash', ['-c', shell, process.execPath, cli]);
  expect(ended).toEqual({ stdout: '', stderr: '' });
});

test('--list shows the selected requirements, and each command has its own --help', async () => {
  const { out } = await runHere(['--list', '--only', 'sandbox', '--only', 'create-case']);
  expect(out).toMatch(/^sandbox\.rejected-without-capability \(MUST, decided in D53, needs no sandbox\)$/m);
  expect(out).toMatch(/^create-case\.opens-person-case \(MUST, stated in §4\.1\)\n  A create with the type `PF`/m);
  expect(out).not.toContain('webhook.');
  const help = await runHere(['--help']);
  for (const command of ['diff', 'docs', 'explore', 'mock', 'proxy', 'serve']) {
    expect(help.out).toContain(`idv-conformance ${command} `);
    const usage = expect.stringMatching(new RegExp(`^ *(Usage: )?idv-conformance ${command} `, 'm'));
    expect(await runHere([command, '--help'])).toEqual({ code: 0, out: usage, err: '' });
  }
});

test('with only one key, what needs the second one is inconclusive, and the exit code is 3', async () => {
  const flags = ['--base-url', service.baseUrl, '--claim', 'sandbox', '--only', 'tenancy'];
  const { code, out } = await runHere(flags, { IDV_API_KEY: referenceKeys.tenant });
  expect(out).toMatch(/^INCONCLUSIVE needs the API key of a second tenant: set IDV_OTHER_API_KEY\n {2}tenancy\./m);
  expect(out).toContain(' 0 failed');
  expect(out).toMatch(/^INCOMPLETE: 0 of \d+ passed · \d+ could not be judged · http:\S+$/m);
  expect(code).toBe(3);
});

test('on loopback without any key the demo keys are tried', async () => {
  const { code, out } = await runHere(['--base-url', service.baseUrl, '--claim', 'sandbox', '--only', 'tenancy']);
  expect(out).toContain('No key was supplied: the demo keys of the reference implementation are used.');
  expect(out).toMatch(/\nthis is a part: a whole run sends about \d+ more requests, .*\n$/);
  expect(code).toBe(0);
});

test('if the demo keys are rejected, a run without keys is inconclusive', async () => {
  const rejecting = await listening(http.createServer((_, response) => response.writeHead(401).end()));
  const { code, out } = await runHere(['--base-url', `http://${rejecting.address}`, '--only', 'create-case']);
  rejecting.stop();
  expect(out).toContain('needs the API key of a tenant: set IDV_API_KEY');
  expect(code).toBe(3);
});

test('a sandbox that exists but is not claimed is a failure that says so', async () => {
  const only = ['--only', 'sandbox.rejected-without-capability'];
  const { code, out } = await runHere(['--base-url', service.baseUrl, ...only]);
  expect(out).toMatch(/^FAIL sandbox\.rejected-without-capability [^]+or claim the sandbox with --claim sandbox/m);
  expect(code).toBe(1);
});

test('a service that accepts connections and never responds ends the run at once, unless it responds to creates', async () => {
  const silent = await listening(http.createServer());
  const flags = ['--timeout', '0.3', '--only', 'create-case.opens-person-case', '--base-url'];
  const { code, err } = await runHere([...flags, `http://${silent.address}`]);
  silent.stop();
  expect(err).toContain(`http://${silent.address} accepts connections and responds to nothing`);
  expect(code).toBe(2);

  const creating = await listening(
    http.createServer((request, response) => void (request.method === 'POST' && response.writeHead(500).end())),
  );
  expect((await runHere([...flags, `http://${creating.address}`], { IDV_API_KEY: 'key' })).code).toBe(1);
  creating.stop();
});
