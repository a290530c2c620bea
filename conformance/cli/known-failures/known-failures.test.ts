import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readKnownFailures } from './known-failures.ts';
import { readOptions } from '../settings/options.ts';
import { complaintOf, runHere } from '../../testing.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'known-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

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

test.each<[string, string, RegExp]>([
  ['no list', 'http.nosniff: broken\n', /^known\.yaml:1 \/failures: is missing\.$/],
  [
    'a list of version 0.2',
    '- { id: http.nosniff, reason: x }\n',
    /^known\.yaml:1 \(the file\): must be an object with the list failures, .* must be written anew\.$/,
  ],
  [
    'a retired id',
    'failures: [{ id: create-case.missing-member, reason: x }]\n',
    /^known\.yaml:1 \/failures\/0\/id: create-case\.missing-member is retired: list create-case\.invalid-body instead\.$/,
  ],
  [
    'an entry without its reason',
    'failures: [{ id: http.nosniff }]\n',
    /^known\.yaml:1 \/failures\/0\/reason: is missing\.$/,
  ],
  [
    'an empty reason',
    'failures:\n- id: http.nosniff\n  reason: " "\n',
    /^known\.yaml:3 \/failures\/0\/reason: must match pattern .* Why it is known to fail\.$/,
  ],
  [
    'an unknown id',
    'failures: [{ id: http.nosnif, reason: x }]\n',
    /^known\.yaml:1 \/failures\/0\/id: http\.nosnif is not a requirement; --list shows all of them\. Did you mean http\.nosniff\?$/,
  ],
  [
    'an id that is like none',
    'failures:\n- { id: x, reason: x }\n',
    /^known\.yaml:2 \/failures\/0\/id: x is not a requirement; --list shows all of them\.$/,
  ],
  [
    'a repeated id',
    'failures:\n- { id: http.nosniff, reason: x }\n- { id: http.nosniff, reason: y }\n',
    /^known\.yaml:3 \/failures\/1\/id: http\.nosniff is listed twice/,
  ],
  [
    'an untestable id',
    'failures: [{ id: idempotency.kept-24-hours, reason: x }]\n',
    /^known\.yaml:1 \/failures\/0\/id: idempotency\.kept-24-hours is untestable and cannot fail/,
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
