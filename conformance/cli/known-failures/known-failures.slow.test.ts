import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Parts } from '../../../reference-impl/parts.ts';
import { startChanged } from '../../../reference-impl/testing/start.ts';
import { referenceKeys } from '../../reference/start.ts';
import { readKnownFailures } from './known-failures.ts';
import { readOptions } from '../settings/options.ts';
import { complaintOf, headlineOf, runHere } from '../../testing.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'known-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const list = (text: string) => {
  const file = join(folder, 'known.yaml');
  writeFileSync(file, text);
  return file;
};

test('the list is YAML or JSON: an id, a reason and scenarios each', () => {
  const entry = { reason: 'JIRA-7', scenarios: ['a read'] };
  const expected = { file: join(folder, 'known.yaml'), entries: new Map([['http.nosniff', entry]]) };
  const yaml = 'failures:\n  - id: http.nosniff\n    reason: JIRA-7\n    scenarios: [a read]\n';
  expect(readKnownFailures(list(yaml))).toEqual(expected);
  expect(readKnownFailures(list(JSON.stringify({ failures: [{ id: 'http.nosniff', ...entry }] })))).toEqual(expected);
});

test('a list of version 0.2 is an id and a reason each, without scenarios', () => {
  const text = '- { id: http.wrong-method-405, reason: JIRA-7, blocks: [http.allow] }';
  const entries = new Map([['http.wrong-method-405', { reason: 'JIRA-7' }]]);
  expect(readKnownFailures(list(text))).toEqual({ file: join(folder, 'known.yaml'), entries, isOld: true });
});

test.each<[string, string, RegExp]>([
  ['no list', 'http.nosniff: broken\n', /^known\.yaml:1 \/failures: is missing\.$/],
  ['an entry without its reason', '- id: http.nosniff\n', /^known\.yaml:1 \/0\/reason: is missing\.$/],
  [
    'an empty reason',
    '- id: http.nosniff\n  reason: " "\n',
    /^known\.yaml:2 \/0\/reason: must match pattern .* Why it is known to fail\.$/,
  ],
  [
    'an unknown id',
    '- { id: http.nosnif, reason: x }\n',
    /^known\.yaml:1 \/0\/id: http\.nosnif is not a requirement; --list shows all of them\. Did you mean http\.nosniff\?$/,
  ],
  [
    'an id that is like none',
    '\n- { id: x, reason: x }\n',
    /^known\.yaml:2 \/0\/id: x is not a requirement; --list shows all of them\.$/,
  ],
  [
    'a repeated id',
    '- { id: http.nosniff, reason: x }\n- { id: http.nosniff, reason: y }\n',
    /^known\.yaml:2 \/1\/id: http\.nosniff is listed twice/,
  ],
  [
    'an untestable id',
    '- { id: idempotency.kept-24-hours, reason: x }\n',
    /^known\.yaml:1 \/0\/id: idempotency\.kept-24-hours is untestable and cannot fail/,
  ],
  [
    'an unknown id beside scenarios',
    'failures:\n  - id: http.alow\n    reason: x\n    scenarios: [a read]\n',
    /^known\.yaml:2 \/failures\/0\/id: http\.alow is not a requirement; .* Did you mean http\.allow\?$/,
  ],
  [
    'a scenario that is listed twice',
    'failures:\n  - { id: http.nosniff, reason: x, scenarios: [a read, a read] }\n',
    /^known\.yaml:2 \/failures\/0\/scenarios: must NOT have duplicate items/,
  ],
])('reports %s with file, line and pointer', (_, text, message) => {
  expect(complaintOf(() => readKnownFailures(list(text))).replace(`${folder}/`, '')).toMatch(message);
});

test.each<[string[], string]>([
  [['--update-known-failures'], '--update-known-failures needs the list: --known-failures <file>.'],
  [
    ['--write-known-failures', 'known.yaml', '--update-known-failures'],
    '--write-known-failures also removes what passes now: omit --update-known-failures.',
  ],
  [
    ['--write-known-failures', 'known.yaml', '--repeat', '2'],
    '--write-known-failures writes what one run found: omit --repeat, or write the list in a run of its own.',
  ],
  [
    ['--write-known-failures', 'known.yaml', '--known-failures', 'other.yaml'],
    '--write-known-failures known.yaml: --known-failures names another list, other.yaml; name the same file, or omit one.',
  ],
  [
    ['--write-known-failures', 'no-such-folder/known.yaml'],
    'no-such-folder cannot be written to (ENOENT); name a file in a folder that exists.',
  ],
])('%j is a usage error', (flags, message) => {
  expect(complaintOf(() => readOptions(flags, {}))).toBe(message);
});

test('a malformed list ends the run before it begins, and stays as it is', async () => {
  const file = list('- id: http.nosniff\n');
  expect(await runHere(['--write-known-failures', file])).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining(`${file}:1`),
  });
  expect(readFileSync(file, 'utf8')).toBe('- id: http.nosniff\n');
});

describe('a run with a list', () => {
  /** A pending case has a score. */
  const faulty = (sound: Parts): Partial<Parts> => ({
    render: (...response) => {
      const rendered = sound.render(...response);
      const body = JSON.parse(rendered.body) as Record<string, unknown>;
      const score = body['status'] === 'PENDING' ? { score: 1 } : {};
      return { ...rendered, body: JSON.stringify({ ...body, ...score }) };
    },
  });
  const part = ['--only', 'case-lifecycle', '--only', 'get-case.status', '--only', 'tenancy.foreign-case-404'];

  async function judged(known: string, environment: Record<string, string>, change = faulty, only = part) {
    const { baseUrl, stop } = await startChanged(change);
    ends.push(stop);
    const flags = ['--base-url', baseUrl, '--claim', 'sandbox', '--known-failures', list(known), ...only];
    const { code, out, err } = await runHere(flags, environment);
    return { code, out, err, headline: headlineOf(out) };
  }
  const both = { IDV_API_KEY: referenceKeys.tenant, IDV_OTHER_API_KEY: referenceKeys.other };
  const listed = '- id: case-lifecycle.pending-values\n  reason: the score is estimated early\n';

  test('is green when every failure is listed, and still says that it failed', async () => {
    const { code, out, headline } = await judged(listed, both);
    expect(out).toContain('known.yaml does not name the scenarios that fail, so a new one can fail unnoticed: add ');
    expect(out).toContain('KNOWN FAILURES\n  case-lifecycle.pending-values: the score is estimated early\n');
    expect(out).not.toContain('FAIL case-lifecycle');
    expect(headline).toMatch(/^FAILED: 1 of \d+ failed · 1 known · http:\S+$/);
    expect(code).toBe(0);
  });

  test('is red if a listed requirement passes, and prints the next step', async () => {
    const { code, out, headline } = await judged(`${listed}- { id: get-case.status, reason: once }\n`, both);
    expect(out).toContain('PASSES NOW: remove from the list of known failures\n  get-case.status: once\n');
    expect(headline).toMatch(/ · 1 known · 1 listed as known and passed · http:\S+$/);
    expect(code).toBe(1);
  });

  test('is red if it judges less than the run that wrote the list', async () => {
    const run = 'contract: x, class: full, supplied: [--claim sandbox, --claim webhooks], requirements: 1, blocked: 0';
    const { code, out, headline } = await judged(`failures: []\nrun: { ${run} }\n`, both, () => ({}), []);
    expect(headline).toMatch(/^CONFORMANT: .* · less judged than the list records$/);
    expect(out).toMatch(
      /^exit code 3: \S+known\.yaml was written by a run with --claim webhooks: add it again, or accept it with --write-/m,
    );
    expect(code).toBe(3);
  });

  test('counts nothing as known that could not be judged', async () => {
    const known = `${listed}- { id: tenancy.foreign-case-404, reason: no second tenant }\n`;
    const { code, out, headline } = await judged(known, { IDV_API_KEY: referenceKeys.tenant });
    expect(out).toContain('INCONCLUSIVE needs the API key of a second tenant');
    expect(headline).toMatch(/ · 1 known · 1 could not be judged · http:\S+$/);
    expect(code).toBe(3);
  });
});
