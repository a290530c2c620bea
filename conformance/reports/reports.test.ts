import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { contract, requirements } from '../../generated/requirements.ts';
import type { Manifest } from '../checks/context.ts';
import type { Exchange } from '../engine/exchange.ts';
import { outcomeOf, type Result, type Scope } from '../engine/verdict.ts';
import type { Judgement } from '../judge.ts';
import { consoleReport, withoutColour } from './console.ts';
import { curlOf } from './curl.ts';
import { reportOf } from './report.ts';

const secret = "s3cr$t`key'";
const key = { value: secret, shell: '$IDV_API_KEY' };

function exchange(request: Partial<Exchange['request']>, answer = '{}'): Exchange {
  return {
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:1/cases',
      headers: [],
      body: [],
      credential: undefined,
      chunked: false,
      ...request,
    },
    answer: { status: 200, headers: [['Content-Type', 'application/json']], body: Buffer.from(answer) },
    milliseconds: 1.23,
  };
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'curl-'));
  // Stands in for curl: keeps its arguments and what it was fed.
  writeFileSync(
    join(folder, 'curl'),
    `#!/bin/sh\nfor a in "$@"; do printf '%s\\0' "$a"; done > ${folder}/arguments\ncase "$*" in *@-*) cat > ${folder}/fed;; esac\n`,
  );
  chmodSync(join(folder, 'curl'), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command in a shell and tells what curl was given. */
function given(command: string) {
  execFileSync('sh', ['-c', command], { env: { PATH: `${folder}:${process.env['PATH']}`, IDV_API_KEY: secret } });
  return {
    list: readFileSync(join(folder, 'arguments'), 'utf8').split('\0').slice(0, -1),
    fed: () => readFileSync(join(folder, 'fed')),
  };
}

test('the command gives curl exactly the request, with the key from the environment', () => {
  const body = `{"reference":"it's \\"$HOME\\" \`x\` é"}`;
  const command = curlOf(
    exchange({
      headers: [
        ['Content-Type', 'application/json'],
        ['Authorization', `Bearer ${secret}`],
      ],
      body: [Buffer.from(body)],
      credential: key,
    }),
    [key],
  );
  expect(command).not.toContain(secret);
  expect(given(command).list).toEqual([
    ...[
      '-sSi',
      '-X',
      'POST',
      'http://127.0.0.1:1/cases',
      '-H',
      'Content-Type: application/json',
      '-H',
      `Authorization: Bearer ${secret}`,
    ],
    ...['--data-binary', body],
  ]);
});

test('bytes of every value and long runs arrive as they are', () => {
  const body = Buffer.concat([
    Buffer.from(Array.from({ length: 256 }, (_, at) => at)),
    Buffer.alloc(5000),
    Buffer.from("%'\\8"),
    Buffer.alloc(300, '\\'),
  ]);
  const { fed } = given(curlOf(exchange({ body: [body] }), []));
  expect(fed().equals(body)).toBe(true);
});

test('a body without a type and a chunked one are sent so', () => {
  expect(curlOf(exchange({ body: [Buffer.from('x')], chunked: true }), [])).toContain(
    "-H 'Content-Type:' -H 'Transfer-Encoding: chunked'",
  );
});

test('a body that begins with @ is not taken for a file', () => {
  const { fed } = given(curlOf(exchange({ body: [Buffer.from('@/etc/passwd')] }), []));
  expect(fed().toString()).toBe('@/etc/passwd');
});

const scope: Scope = { class: 'full', claimed: ['sandbox'], partial: false };

function judgement(results: Result[]): Judgement {
  const manifest: Manifest = {
    baseUrl: 'http://127.0.0.1:1',
    claims: scope.claimed,
    keys: { tenant: secret },
    key: { header: 'Authorization', template: 'Bearer {key}' },
    id: '/id',
  };
  return {
    contract,
    manifest,
    runId: 'ab12',
    seed: undefined,
    startedAt: new Date(0),
    milliseconds: 1234,
    scope,
    results,
    outcome: outcomeOf(results, scope),
  };
}

const one = exchange({ headers: [['Authorization', `Bearer ${secret}`]], credential: key }, `{"echo":"${secret}"}`);
const failing: Result = {
  requirement: requirements.find(({ id }) => id === 'get-case.unknown-404')!,
  verdict: 'fail',
  reason: `expected a, but saw ${secret}`,
  expected: 'a',
  actual: secret,
  exchanges: [one],
  decisive: one,
  milliseconds: 5,
};
const blocked = (id: string): Result => ({
  requirement: requirements.find((known) => known.id === id)!,
  verdict: 'inconclusive',
  reason: 'blocked by get-case.unknown-404: x',
  blockedBy: 'get-case.unknown-404',
  exchanges: [],
  milliseconds: 0,
});

test('a report is plain data that holds no key', () => {
  const report = reportOf(judgement([failing]), '1.2.3');
  const text = JSON.stringify(report);
  expect(text).not.toContain(secret);
  expect(JSON.parse(text)).toEqual(report);
  expect(report).toMatchObject({
    outcome: { name: 'NON-CONFORMANT', exitCode: 1 },
    counts: { fail: 1, pass: 0 },
    candidate: { supplied: ['IDV_API_KEY'] },
    run: { requests: 1 },
    results: [{ id: 'get-case.unknown-404', verdict: 'fail', actual: '$IDV_API_KEY', decisive: 0 }],
  });
});

test('a key made from a supplied one is replaced too', () => {
  const derived = exchange({
    headers: [['Authorization', 'Bearer s3cr$t`key']],
    credential: { value: 's3cr$t`key', shell: '${IDV_API_KEY%?}' },
  });
  const report = reportOf(
    judgement([{ ...failing, actual: 'x', reason: 'x', exchanges: [derived], decisive: derived }]),
    '1.2.3',
  );
  expect(JSON.stringify(report)).not.toContain('s3cr$t`key');
  expect(report.results[0]!.curl).toContain('"Authorization: Bearer ${IDV_API_KEY%?}"');
});

test('the value of a header that goes with every request is replaced, a short one only in its header', () => {
  const sent = exchange(
    {
      headers: [
        ['X-Route', 'a'],
        ['X-Gateway', 'long-secret'],
      ],
      body: [Buffer.from('a')],
    },
    '{"a":"long-secret"}',
  );
  const given = judgement([{ ...failing, actual: 'x', reason: 'x', exchanges: [sent], decisive: sent }]);
  given.manifest.headers = sent.request.headers;
  const [result] = reportOf(given, '1.2.3').results;
  expect(JSON.stringify(result)).not.toContain('long-secret');
  expect(result!.exchanges[0]!.request.headers).toEqual([
    ['X-Route', '$X_ROUTE'],
    ['X-Gateway', '$X_GATEWAY'],
  ]);
  expect(result!.exchanges[0]!.request.body?.text).toBe('a');
  expect(result!.curl).toContain('-H "X-Route: $X_ROUTE" -H "X-Gateway: $X_GATEWAY"');
});

test('the console shows the sentence, both sides, the exchange and how to see it again', () => {
  const shown = withoutColour(consoleReport(reportOf(judgement([failing]), '1.2.3'), 'idv-conformance'));
  expect(shown).toContain('FAIL get-case.unknown-404 (MUST, decided in D27)');
  expect(shown).toContain(failing.requirement.text);
  expect(shown).toMatch(/expected {2}a\n {2}actual {4}\$IDV_API_KEY\n/);
  expect(shown).toContain('> Authorization: Bearer $IDV_API_KEY');
  expect(shown).toContain('again     curl -sSi');
  expect(shown).toContain('idv-conformance --base-url http://127.0.0.1:1 --claim sandbox --only get-case.unknown-404');
  expect(shown).toContain('0 passed, 1 failed, 0 warnings, 0 inconclusive, 0 not applicable · 5 untestable');
  expect(shown.trimEnd().endsWith('NON-CONFORMANT (full; not claimed: live-key)')).toBe(true);
});

test('the console tells a cause once', () => {
  const shown = withoutColour(
    consoleReport(reportOf(judgement([failing, blocked('get-case.status'), blocked('get-case.score')]), '1'), 'x'),
  );
  expect(shown).toContain('INCONCLUSIVE blocked by get-case.unknown-404\n  get-case.status\n  get-case.score\n');
});
