import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RequirementId } from '../../../generated/requirements.ts';
import type { Result, Verdict } from '../../run/verdict.ts';
import type { Run } from '../../run/run-record.ts';
import { complaintOf, resultOf } from '../../testing.ts';
import { temporaryFolder } from '../../testing-folder.ts';
import { readKnownFailures } from './known-failures.ts';
import { updateList } from './known-failures-file.ts';

const folder = temporaryFolder();

const [read, create, upload] = [
  'authentication.read-needs-key',
  'create-case.responds-with-201',
  'upload-artifact.accepts-evidence',
] as const satisfies RequirementId[];

/** A result that failed in these scenarios, or otherwise ended. */
const result = (id: RequirementId, end: Verdict | string[]): Result => {
  if (!Array.isArray(end)) return resultOf(id, end);
  return resultOf(id, 'fail', { scenarios: end.map((label) => ({ label, verdict: 'fail', reason: '' })) });
};

/** A part of the suite, which records nothing about the run. */
const run = (results: Result[]): Run => ({
  manifest: { claims: [], keys: {} },
  scope: { class: 'full', claimed: [], leftOut: [], partial: true },
  results,
});

/** What the file is after an update; `before` is undefined when there is none yet. */
function updated(before: string | undefined, results: Result[], add = true, name = 'known.yaml') {
  const file = join(folder, name);
  rmSync(file, { force: true });
  if (before !== undefined) writeFileSync(file, before);
  const { list, done } = updateList({ file, add }, run(results));
  expect(readKnownFailures(file)).toEqual(list);
  return { text: readFileSync(file, 'utf8'), done: done.replace(`${folder}/`, '') };
}

const heading = '# Scenarios that are known to fail.\n\n' as const;

test('the list is YAML or JSON: an id, a reason and scenarios each', () => {
  const entry = { reason: 'JIRA-7', scenarios: ['a read'] };
  const yaml = `failures:\n  - id: ${read}\n    reason: JIRA-7\n    scenarios: [a read]\n`;
  const file = join(folder, 'list');
  for (const text of [yaml, JSON.stringify({ failures: [{ id: read, ...entry }] })]) {
    writeFileSync(file, text);
    expect(readKnownFailures(file)).toEqual({ file, entries: new Map([[read, entry]]) });
  }
});

test('a new file lists every failing scenario', () => {
  const { text, done } = updated(undefined, [result(read, ['a', 'b']), result(create, ['c'])]);
  expect(text).toBe(
    `${heading}failures:\n  - id: ${read}\n    reason: TODO\n    scenarios:\n      - a\n      - b\n  - id: ${create}\n    reason: TODO\n    scenarios:\n      - c\n`,
  );
  expect(done).toBe(
    'known.yaml lists 3 scenarios of 2 requirements (3 added, 0 removed). Write the reason in place of each TODO.\n',
  );
});

test('a new file is an empty list when nothing failed, and grows from it', () => {
  const { text } = updated(undefined, [result(read, 'pass')]);
  expect(text).toBe(`${heading}failures: []\n`);
  const entry = `failures:\n  - id: ${read}\n    reason: TODO\n    scenarios:\n      - a\n`;
  expect(updated(text, [result(read, ['a'])]).text).toBe(heading + entry);
});

test('a file whose name ends in .json, or that contains JSON, is written as JSON', () => {
  const { text } = updated(undefined, [result(read, ['a'])], true, 'known.json');
  const entry = (id: string) => ({ id, reason: 'TODO', scenarios: ['a'] });
  expect(JSON.parse(text)).toEqual({ failures: [entry(read)] });
  const again = updated(text, [result(create, ['a'])], true, 'known-failures').text;
  expect(JSON.parse(again)).toEqual({ failures: [entry(read), entry(create)] });
});

test('what the whole run judged is recorded after the failures, and kept as it is written', () => {
  const file = join(folder, 'whole.yaml');
  writeFileSync(file, `# Ours.\nfailures: []\n`);
  const whole = { ...run([result(read, 'pass')]), scope: { ...run([]).scope, partial: false } };
  updateList({ file, add: false }, whole);
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(
    /^# Ours\.\nfailures: \[\]\nrun:\n {2}contract: \S+\n {2}class: full\n {2}supplied: \[\]\n {2}requirements: 1\n {2}blocked: 0\n$/,
  );
  writeFileSync(file, text.replace('full\n', 'full # always\n'));
  updateList({ file, add: true }, whole);
  expect(readFileSync(file, 'utf8')).toContain('full # always');
});

describe('an existing file', () => {
  const written = `# The list of the payments team.
failures:
  # --- Uploads ---
  - id: ${upload}   # JIRA-7
    reason: "the gateway cuts them, in a sentence that is longer than the eighty characters at which a line would be folded"
    scenarios:
      - one file # since spring
      - two files
  # --- Authentication ---
  # Nobody knows why.
  - { id: ${read}, reason: 'once', scenarios: [a, b] }
  - id: ${create}
    reason: >-
      answered
      with 200
    scenarios: [a]
# The end.
`;

  test('keeps its bytes when nothing changed', () => {
    const same = [result(upload, ['one file', 'two files']), result(read, ['a', 'b']), result(create, ['a'])];
    expect(updated(written, same).text).toBe(written);
    expect(updated(written, same, false).text).toBe(written);
  });

  test('keeps comments, order, reasons and quotes of the entries that stay, and the comments above removed entries', () => {
    const uploads = resultOf(upload, 'fail', {
      scenarios: [
        { label: 'one file', verdict: 'fail', reason: '' },
        { label: 'two files', verdict: 'pass', reason: '' },
        { label: 'no file', verdict: 'fail', reason: '' },
      ],
    });
    const { text, done } = updated(written, [result(read, 'pass'), uploads, result('http.nosniff', ['a'])]);
    for (const kept of [
      '# The list of the payments team.',
      '# --- Uploads ---',
      '# JIRA-7',
      '# since spring',
      '# The end.',
    ])
      expect(text).toContain(kept);
    expect(text).toMatch(/^ {2}- id: \S+ +# JIRA-7\n {4}reason: "the gateway cuts .* would be folded"\n/m);
    expect(text).toMatch(
      /^ {2}# --- Authentication ---\n {2}# Nobody knows why\.\n+ {2}- id: create-case\.responds-with-201\n {4}reason: >-$/m,
    );
    const { entries } = readKnownFailures(join(folder, 'known.yaml'));
    expect([...entries].map(([id, { scenarios }]) => [id, scenarios])).toEqual([
      [upload, ['one file', 'no file']],
      [create, ['a']],
      ['http.nosniff', ['a']],
    ]);
    expect(done).toMatch(/^known\.yaml lists 4 scenarios of 3 requirements \(2 added, 3 removed\)\./);
  });

  test('keeps the comment at its top when its first entry is removed, and every comment when all entries are removed', () => {
    const { text } = updated(written, [result(upload, 'pass')], false);
    expect(text).toMatch(/^# The list of the payments team\.\nfailures:\n {2}# --- Uploads ---\n/);
    const none = updated(written, [result(upload, 'pass'), result(read, 'pass'), result(create, 'pass')], false).text;
    for (const line of ['The list of the payments team.', '--- Uploads ---', '--- Authentication ---', 'The end.'])
      expect(none).toContain(`# ${line}\n`);
    expect(updated(none, [result(read, ['a'])]).text).toMatch(/^# The list of the payments team\.\n[^]*\n {2}- id: /);
  });

  test('keeps entries in braces in braces', () => {
    expect(updated(written, [result(read, ['a', 'b', 'c'])]).text).toMatch(
      new RegExp(`^  - \\{ id: ${read}, reason: 'once', scenarios: \\[ ?a, b, c ?\\] \\}$`, 'm'),
    );
  });

  test('keeps its line ends', () => {
    const { text } = updated(written.replaceAll('\n', '\r\n'), [result(read, 'pass')]);
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  });

  test('that is malformed stays as it is', () => {
    const file = join(folder, 'malformed.yaml');
    const malformed = `failures:\n  - id: ${read}\n    reason: [\n`;
    writeFileSync(file, malformed);
    expect(complaintOf(() => updateList({ file, add: true }, run([result(create, 'fail')])))).toMatch(
      /malformed\.yaml:\d: invalid YAML/,
    );
    expect(readFileSync(file, 'utf8')).toBe(malformed);
  });
});
