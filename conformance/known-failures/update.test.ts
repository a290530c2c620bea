import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RequirementId } from '../../generated/requirements.ts';
import type { Result, Verdict } from '../run/judge/verdict.ts';
import type { Run } from './run-record.ts';
import { complaintOf, resultOf } from '../testing.ts';
import { temporaryFolder } from '../testing-folder.ts';
import { readKnownFailures } from './read.ts';
import { updateList } from './update.ts';

const folder = temporaryFolder();

const [read, create, upload] = [
  'authentication.read-needs-key',
  'create-case.responds-with-201',
  'upload-artifact.accepts-evidence',
] as const satisfies RequirementId[];

/** A result whose scenarios failed, or passed if they are named so; or one that otherwise ended. */
const result = (id: RequirementId, end: Verdict | string[]): Result => {
  if (!Array.isArray(end)) return resultOf(id, end);
  const scenarios = end.map((label) => ({
    label: label.replace(' passes', ''),
    verdict: label.endsWith(' passes') ? ('pass' as const) : ('fail' as const),
    reason: '',
  }));
  return resultOf(id, 'fail', { scenarios });
};

/** A part of the suite, which records nothing about the run. */
const run = (results: Result[]): Run => ({
  facts: { claims: [], keys: {} },
  scope: { class: 'full', claimed: [], leftOut: [], partial: true },
  results,
});

/** What the file is after an update; `before` is undefined when there is none yet. */
function updated(before: string | undefined, results: Result[], add = true, name = 'known.yaml') {
  const file = join(folder, name);
  rmSync(file, { force: true });
  if (before !== undefined) writeFileSync(file, before);
  const { list, done } = updateList({ file, add }, [run(results)]);
  expect(readKnownFailures(file)).toEqual(list);
  return { text: readFileSync(file, 'utf8'), done: done.replace(`${folder}/`, '') };
}

test('a new file lists every failing scenario', () => {
  const { text, done } = updated(undefined, [result(read, ['a', 'b']), result(create, ['c'])]);
  expect(text).toBe(`# Scenarios that are known to fail.

failures:
  - id: ${read}
    reason: TODO
    scenarios:
      - a
      - b
  - id: ${create}
    reason: TODO
    scenarios:
      - c
`);
  expect(done).toBe(
    'known.yaml lists 3 scenarios of 2 requirements (3 added, 0 removed). Write the reason in place of each TODO.\n',
  );
});

test('a new file is an empty list when nothing failed, and grows from it', () => {
  const { text } = updated(undefined, [result(read, 'pass')]);
  expect(text).toBe('# Scenarios that are known to fail.\n\nfailures: []\n');
  expect(updated(text, [result(read, ['a'])]).text).toBe(updated(undefined, [result(read, ['a'])]).text);
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
  updateList({ file, add: false }, [whole]);
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(
    /^# Ours\.\nfailures: \[\]\nrun:\n {2}contract: \S+\n {2}class: full\n {2}supplied: \[\]\n {2}requirements: 1\n {2}blocked: 0\n$/,
  );
  writeFileSync(file, text.replace('full\n', 'full # always\n'));
  updateList({ file, add: true }, [whole]);
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
  - { id: ${read}, reason: 'once', scenarios: [ a, b ] }
  - id: ${create}
    reason: >-
      answered
      with 200
    scenarios: [ a ]
# The end.
`;

  test('keeps its bytes when nothing changed', () => {
    const same = [result(upload, ['one file', 'two files']), result(read, ['a', 'b']), result(create, ['a'])];
    expect(updated(written, same).text).toBe(written);
    expect(updated(written, same, false).text).toBe(written);
  });

  test('keeps comments, order, reasons, quotes, braces and line ends when scenarios are added and removed', () => {
    const results = [result(read, ['a', 'b', 'c']), result(upload, ['one file', 'two files passes', 'no file'])];
    const { text, done } = updated(written.replaceAll('\n', '\r\n'), [...results, result('http.nosniff', ['a'])]);
    const entry = `  - id: http.nosniff\n    reason: TODO\n    scenarios:\n      - a\n`;
    const expected = written
      .replace('   # JIRA-7', ' # JIRA-7')
      .replace('two files', 'no file')
      .replace('answered\n      with', 'answered with')
      .replace('[ a, b ]', '[ a, b, c ]')
      .replace('# The end.', `${entry}\n# The end.`);
    expect(text).toBe(expected.replaceAll('\n', '\r\n'));
    expect(done).toMatch(/^known\.yaml lists 7 scenarios of 4 requirements \(3 added, 1 removed\)\./);
  });

  test('keeps the comments above removed entries, also of all of them', () => {
    const without = (...ids: RequirementId[]) =>
      updated(
        written,
        ids.map((id) => result(id, 'pass')),
        false,
      ).text;
    expect(without(upload)).toMatch(/^# The list of the payments team\.\nfailures:\n {2}# --- Uploads ---\n/);
    expect(without(read)).toMatch(/# Nobody knows why\.\n+ {2}- id: create-case\.responds-with-201\n {4}reason: >-\n/);
    const none = without(upload, read, create);
    for (const line of ['The list of the payments team.', '--- Uploads ---', '--- Authentication ---', 'The end.'])
      expect(none).toContain(`# ${line}\n`);
    expect(updated(none, [result(read, ['a'])]).text).toMatch(/^# The list of the payments team\.\n[^]*\n {2}- id: /);
  });

  test('gets what fails in some runs only, under a name of its own', () => {
    const file = join(folder, 'sometimes.yaml');
    writeFileSync(file, `failures:\n  - id: ${read}\n    reason: ours # by us\n    scenarios: [a, b]\n`);
    updateList({ file, add: true }, [run([result(read, ['a', 'b'])]), run([result(read, ['a passes', 'b'])])]);
    const text = readFileSync(file, 'utf8');
    expect(text).toBe(
      `failures:\n  - id: ${read}\n    reason: ours # by us\n    scenarios: [ b ]\n    sometimes:\n      - a\n`,
    );
    updateList({ file, add: true }, [run([result(read, ['a', 'b passes'])]), run([result(read, ['b passes', 'a'])])]);
    expect(readFileSync(file, 'utf8')).toBe(
      `failures:\n  - id: ${read}\n    reason: ours # by us\n    scenarios:\n      - a\n`,
    );
  });

  test('that is malformed stays as it is', () => {
    const file = join(folder, 'malformed.yaml');
    const malformed = `failures:\n  - id: ${read}\n    reason: [\n`;
    writeFileSync(file, malformed);
    expect(complaintOf(() => updateList({ file, add: true }, [run([result(create, 'fail')])]))).toMatch(
      /malformed\.yaml:\d: invalid YAML/,
    );
    expect(readFileSync(file, 'utf8')).toBe(malformed);
  });
});
