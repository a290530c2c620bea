import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import description from '../../package.json' with { type: 'json' };
import { referenceKeys, startReference } from '../reference/start.ts';
import { schemaErrors } from '../reports/testing.ts';
import { cli, headlineOf, listening, run, runHere } from '../testing.ts';

const constant = (respond: (response: http.ServerResponse) => void) =>
  listening(http.createServer((request, response) => request.resume().on('end', () => respond(response))));

const keys = { IDV_API_KEY: 'one', IDV_OTHER_API_KEY: 'two' };

describe('without an address', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'report-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('judges the bundled reference implementation and reports it', async () => {
    const { code, out, err } = await run(['--reference-implementation', '--report-dir', folder]);
    expect(err).toBe('');
    expect(out).toMatch(/\d+ passed, 0 failed, 0 warnings, 0 inconclusive, \d+ not applicable · \d+ untestable\n/);
    const end = [
      'CONFORMANT: the bundled reference implementation (full; not claimed: webhooks)',
      'exit code 0: every MUST that applies was verified',
    ];
    expect(out.trimEnd().split('\n').slice(-3)).toEqual([...end, `HTML report: ${folder}/report.html`]);
    expect(code).toBe(0);
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
      outcome: object;
      results: { requests: number; verdict: string }[];
    };
    expect(schemaErrors(report)).toEqual([]);
    expect(report.outcome).toMatchObject({ name: 'CONFORMANT', exitCode: 0 });
    for (const { requests, verdict } of report.results) if (verdict === 'pass') expect(requests).toBeGreaterThan(0);
    for (const key of Object.values(referenceKeys))
      for (const file of ['report.json', 'report.html', 'junit.xml', 'summary.md'])
        expect(readFileSync(join(folder, file), 'utf8')).not.toContain(key);
    expect(statSync(join(folder, 'report.json')).size).toBeLessThan(120_000);
    expect(statSync(join(folder, 'report.html')).size).toBeLessThan(250_000);
    const before = join(folder, 'before.json');
    const failed = report.results.map((result, at) => (at === 0 ? { ...result, verdict: 'fail' } : result));
    writeFileSync(before, JSON.stringify({ ...report, results: failed }));
    const better = await run(['diff', before, join(folder, 'report.json')]);
    expect(better).toMatchObject({ code: 0, out: expect.stringContaining('fail → pass') });
    expect(await run(['diff', join(folder, 'report.json'), before])).toMatchObject({ code: 1 });
  });

  test('judges it with its own keys, whatever the environment says about a candidate', async () => {
    const own = { IDV_LIVE_API_KEY: 'three', IDV_KEY_HEADER: 'X-API-Key: {key}', IDV_ID_FROM: '/data/id' };
    const needingAllKeys = [
      '--reference-implementation',
      '--only',
      'tenancy',
      '--only',
      'sandbox.rejected-with-live-key',
    ];
    const { code, out } = await runHere(needingAllKeys, { ...keys, ...own });
    expect(out).toContain('The bundled reference implementation is judged with its own keys instead of yours.\n');
    expect(headlineOf(out)).toMatch(/^PASSED (\d+) of \1 selected · the bundled reference implementation$/);
    expect(code).toBe(0);
  });
});

test('on GitHub the summary is appended to and failures are annotated', async () => {
  const { address, stop } = await constant((response) => response.writeHead(200).end('{}'));
  const folder = mkdtempSync(join(tmpdir(), 'summary-'));
  const summary = join(folder, 'summary');
  writeFileSync(summary, 'before\n');
  try {
    const github = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
    const { code, out } = await runHere(['--base-url', `http://${address}`, '--only', 'create-case'], {
      ...keys,
      ...github,
    });
    expect(code).toBe(1);
    expect(readFileSync(summary, 'utf8')).toMatch(
      /^before\n## FAILED: [1-9] of \d+ failed · \d+ could not be judged · http:\S+\n/,
    );
    expect(out).toMatch(
      /^::stop-commands::(\S+)\n[^]+FAILED: [1-9] of \d+ failed [^]+\n::\1::\n::error title=create-case/m,
    );
  } finally {
    rmSync(folder, { recursive: true });
    stop();
  }
});

describe('reports a mistake in one line, with exit code 2', () => {
  test.each<[string[], Record<string, string>, RegExp]>([
    [
      ['--base-url', 'http://127.0.0.1:9'],
      keys,
      /^No response from http:\/\/127\.0\.0\.1:9: connection refused\. Start the candidate/,
    ],
    [['--base-url', 'http://no-such-host.invalid'], keys, /^No response from .*no such host/],
    [[], keys, /^A run with IDV_API_KEY and IDV_OTHER_API_KEY must name what it judges: add --base-url <url>/],
    [['explore'], { CI: 'true' }, /^A run with CI=true must name what it judges/],
    [
      ['--base-url', 'https://user:secret@candidate.example'],
      {},
      /^--base-url …@candidate\.example: expected an address/,
    ],
    [['--base-url', 'user:secret@candidate.example'], {}, /^--base-url …@candidate\.example: expected an http/],
    [['--base-url', 'candidate'], {}, /--base-url candidate: expected an http or https address/],
    [
      ['--only', 'idempotency.kept-24-hours'],
      {},
      /this requirement has no scenarios, because a run of the suite lasts seconds/,
    ],
    [['--quiet', '--verbose'], {}, /prints everything and --quiet the outcome only: omit one of them\./],
    [['--claim', 'live-key'], {}, /needs the key itself/],
    [[], { IDV_CONCURRENCY: 'many' }, /^IDV_CONCURRENCY many: expected a whole number from 1/],
    [['--api-key', 'a b'], {}, /An API key contains a space/],
    [['--api-key', 'same', '--other-api-key', 'same'], {}, /The two API keys are the same/],
    [['--key-header', 'X-Key'], {}, /--key-header X-Key: expected a header with \{key\}/],
    [['diff', 'a.json'], {}, /^diff needs two files, but 1 was given: idv-conformance diff before/],
    [['diff', '--json', 'a.json', 'b.json'], {}, /^diff has no option --json: see diff --help\./],
    [['diff', 'no-such.json', 'b.json'], {}, /no-such\.json: cannot be read \(ENOENT\)/],
    [['diff', 'README.md', 'b.json'], {}, /README\.md: is not JSON/],
    [['diff', 'package.json', 'b.json'], {}, /package\.json: is not a report/],
    [['mock', '--port', '1'], {}, /^mock has no argument --port: see mock --help\./],
    [['serve', '--port', '1'], {}, /^There is no argument --port: see --help\./],
    [['serve', '--ephemeral'], { PORT: 'x' }, /^PORT is x: set it to a number/],
    [
      ['--base-url', 'http://127.0.0.1:9', '--report-dir', '/dev/null/reports'],
      {},
      /--report-dir \/dev\/null\/reports: cannot be created/,
    ],
  ])('%j', async (flags, environment, message) => {
    const { code, out, err } = await runHere(flags, environment);
    expect(err).toMatch(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(out).toBe('');
    expect(code).toBe(2);
  });
});

test('a Node that is too old is not reported as a failure of the suite', async () => {
  const older = `import tls from 'node:tls'; delete tls.setDefaultCACertificates;`;
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(older)}`, cli, '--version'];
  const ended = await promisify(execFile)(process.execPath, flags).catch((error: unknown) => error);
  const [first, second] = description.engines.node.match(/[\d.]+/g)!;
  const stderr = `idv-conformance needs Node ${first}, ${second} or later; this is ${process.version}.\n`;
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr });
});

test('a closed pipe does not end the run', async () => {
  // The pipe is closed before the command writes to it; pipefail makes its exit code that of the shell.
  const shell = `set -o pipefail; "$0" "$1" --list | true`;
  const ended = await promisify(execFile)('bash', ['-c', shell, process.execPath, cli]);
  expect(ended).toEqual({ stdout: '', stderr: '' });
});

test('--list shows every requirement, --help every flag', async () => {
  const { out } = await runHere(['--list']);
  expect(out).toMatch(/^sandbox\.rejected-without-capability \(MUST, decided in D53, needs no sandbox\)$/m);
  expect(out).toMatch(/^create-case\.opens-person-case \(MUST, stated in §4\.1\)\n  A create with the type `PF`/m);
  const help = await runHere(['--help']);
  for (const flag of ['--base-url', '--claim', '--only', '--report-dir']) expect(help.out).toContain(flag);
  expect(await runHere(['diff', '--help'])).toMatchObject({ code: 0, out: expect.stringMatching(/^Usage: .* diff /) });
  for (const command of ['serve', 'mock']) {
    expect(help.out).toContain(`idv-conformance ${command} `);
    expect(await runHere([command, '--help'])).toMatchObject({ code: 0, out: expect.stringMatching(/^  PORT\b/m) });
  }
});

describe('against a conformant service', () => {
  let service: Awaited<ReturnType<typeof startReference>>;
  beforeAll(async () => {
    service = await startReference();
  });
  afterAll(() => service.stop());

  test('with only one key, the run is INCOMPLETE and lists the requirements that need the second', async () => {
    const { code, out } = await runHere(['--base-url', service.baseUrl, '--claim', 'sandbox'], {
      IDV_API_KEY: referenceKeys.tenant,
    });
    expect(out).toMatch(
      /^Fix first: needs the API key of a second tenant: set IDV_OTHER_API_KEY, \d+ could not be judged\n {4}.*tenancy: foreign-case-404, /m,
    );
    expect(out).toContain(' 0 failed');
    expect(out).toMatch(/^INCOMPLETE: http:\S+ \(full; not claimed: webhooks, live-key\) · \d+ could not be judged$/m);
    expect(code).toBe(3);
  });

  test('on loopback without any key the demo keys are tried', async () => {
    const { code, out } = await runHere(['--base-url', service.baseUrl, '--claim', 'sandbox', '--only', 'tenancy']);
    expect(out).toContain('No key was supplied: the demo keys of the reference implementation are used.');
    expect(code).toBe(0);
  });

  test('a sandbox that exists but is not claimed is a failure that says so', async () => {
    const { code, out } = await runHere(['--base-url', service.baseUrl, '--only', 'sandbox']);
    expect(out).toMatch(/^FAIL sandbox\.rejected-without-capability [^]+or claim the sandbox with --claim sandbox/m);
    expect(code).toBe(1);
  });
});

test('if the demo keys are rejected, a run without keys is INCOMPLETE, not NON-CONFORMANT', async () => {
  const problem = { type: '/problems/unauthorized', title: 'Unauthorized', status: 401, detail: 'Send a key.' };
  const { address, stop } = await constant((response) => {
    const headers = {
      'Content-Type': 'application/problem+json',
      'WWW-Authenticate': 'Bearer realm="x"',
      'Cache-Control': 'no-store',
    };
    response.writeHead(401, headers).end(JSON.stringify({ ...problem, instance: `urn:uuid:${crypto.randomUUID()}` }));
  });
  try {
    const { code, out } = await run(['--base-url', `http://${address}`]);
    expect(out).toContain('needs the API key of a tenant: set IDV_API_KEY');
    expect(code).toBe(3);
  } finally {
    stop();
  }
});
