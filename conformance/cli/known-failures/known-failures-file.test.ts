import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RequirementId } from '../../../generated/requirements.ts';
import type { Result, Verdict } from '../../run/verdict.ts';
import { complaintOf, resultOf } from '../../testing.ts';
import { readKnownFailures } from './known-failures.ts';
import { updateList } from './known-failures-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'list-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const [read, create, upload, allow, status] = [
  'authentication.read-needs-key',
  'create-case.answers-201',
  'upload-artifact.accepts-evidence',
  'http.allow',
  'get-case.status',
] as const satisfies RequirementId[];

const result = (id: RequirementId, verdict: Verdict, blockedBy?: RequirementId): Result =>
  resultOf(id, verdict, blockedBy && { blockedBy });

/** What the file is after an update; `before` is undefined when there is none yet. */
function updated(before: string | undefined, results: Result[], add = true, name = 'known.yaml') {
  const file = join(folder, name);
  rmSync(file, { force: true });
  if (before !== undefined) writeFileSync(file, before);
  const { list, done } = updateList({ file, add }, results);
  expect(readKnownFailures(file)).toEqual(list);
  return { text: readFileSync(file, 'utf8'), done: done.replace(`${folder}/`, '') };
}

const heading =
  '# Requirements that are known to fail, and those that cannot be judged until they are fixed.\n\n' as const;

test('a new file lists every failure with the requirements that it blocks', () => {
  const { text, done } = updated(undefined, [
    result(read, 'fail'),
    result(create, 'fail'),
    result(allow, 'inconclusive', read),
  ]);
  expect(text).toBe(
    `${heading}- id: ${read}\n  reason: TODO\n  blocks:\n    - ${allow}\n- id: ${create}\n  reason: TODO\n`,
  );
  expect(done).toBe(
    'known.yaml lists 2 failures (2 added, 0 removed). Because of them, 1 requirement cannot be judged. Write the reason in place of each TODO.\n',
  );
});

test('a new file is an empty list when nothing failed, and grows from it', () => {
  const { text } = updated(undefined, [result(read, 'pass')]);
  expect(text).toBe(`${heading}[]\n`);
  expect(updated(text, [result(read, 'fail')]).text).toBe(`${heading}- id: ${read}\n  reason: TODO\n`);
  expect(updated('[]\n', [result(read, 'fail')]).text).toBe(`- id: ${read}\n  reason: TODO\n`);
});

test('a file whose name ends in .json, or that contains JSON, is written as JSON', () => {
  const { text } = updated(undefined, [result(read, 'fail')], true, 'known.json');
  expect(JSON.parse(text)).toEqual([{ id: read, reason: 'TODO' }]);
  const again = updated(text, [result(create, 'fail')], true, 'known-failures').text;
  expect(JSON.parse(again)).toEqual([
    { id: read, reason: 'TODO' },
    { id: create, reason: 'TODO' },
  ]);
});

describe('an existing file', () => {
  const written = `# The list of the payments team.

# --- Uploads ---
- id: ${upload}   # JIRA-7
  reason: "the gateway cuts them, in a sentence that is longer than the eighty characters at which a line would be folded"
  blocks:
    - ${allow} # since spring
    - ${status}
# --- Authentication ---
# Nobody knows why.
- { id: ${read}, reason: 'once' }
- id: ${create}
  reason: >-
    answered
    with 200
# The end.
`;

  test('keeps its bytes when nothing changed', () => {
    const blocked = [result(allow, 'inconclusive', upload), result(status, 'inconclusive', upload)];
    const same = [result(upload, 'fail'), result(read, 'fail'), result(create, 'fail'), ...blocked];
    expect(updated(written, same).text).toBe(written);
    expect(updated(written, same, false).text).toBe(written);
  });

  test('keeps comments, order, reasons and quotes of the entries that stay, and the comments above removed entries', () => {
    const results = [
      result(read, 'pass'),
      result(upload, 'fail'),
      result(create, 'fail'),
      result('http.nosniff', 'fail'),
      result(allow, 'inconclusive', upload),
      result(status, 'pass'),
    ];
    const { text, done } = updated(written, results);
    for (const kept of [
      '# The list of the payments team.',
      '# --- Uploads ---',
      '# JIRA-7',
      '# since spring',
      '# The end.',
    ])
      expect(text).toContain(kept);
    expect(text).toMatch(/^- id: \S+ +# JIRA-7\n {2}reason: "the gateway cuts .* would be folded"\n/m);
    expect(text).toMatch(
      /^# --- Authentication ---\n# Nobody knows why\.\n+- id: create-case\.answers-201\n {2}reason: >-$/m,
    );
    expect(text).not.toContain(read);
    expect(text).not.toContain(status);
    expect([...readKnownFailures(join(folder, 'known.yaml')).keys()]).toEqual([upload, create, 'http.nosniff']);
    expect(done).toMatch(
      /^known\.yaml lists 3 failures \(1 added, 1 removed\)\. Because of them, 1 requirement cannot be judged\./,
    );
  });

  test('keeps the comment at its top when its first entry is removed, and every comment when all entries are removed', () => {
    const { text } = updated(written, [result(upload, 'pass')], false);
    expect(text.startsWith('# The list of the payments team.\n\n# --- Uploads ---\n')).toBe(true);
    const none = updated(written, [result(upload, 'pass'), result(read, 'pass'), result(create, 'pass')], false).text;
    for (const line of ['The list of the payments team.', '--- Uploads ---', '--- Authentication ---', 'The end.'])
      expect(none).toContain(`# ${line}\n`);
    expect(updated(none, [result(read, 'fail')]).text).toMatch(/^# The list of the payments team\.\n[^]*\n- id: /);
  });

  test('keeps entries in braces in braces', () => {
    expect(updated(written, [result(allow, 'inconclusive', read)]).text).toMatch(
      new RegExp(`^- \\{ id: ${read}, reason: 'once', blocks: \\[ ${allow} \\] \\}$`, 'm'),
    );
  });

  test('keeps its line ends', () => {
    const { text } = updated(written.replaceAll('\n', '\r\n'), [result(read, 'pass')]);
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  });

  test('that is malformed stays as it is', () => {
    const file = join(folder, 'malformed.yaml');
    const malformed = `- id: ${read}\n  reason: [\n`;
    writeFileSync(file, malformed);
    expect(complaintOf(() => updateList({ file, add: true }, [result(create, 'fail')]))).toMatch(
      /malformed\.yaml:\d: invalid YAML/,
    );
    expect(readFileSync(file, 'utf8')).toBe(malformed);
  });
});

test('a folder that does not exist is a usage error', () => {
  const file = join(folder, 'none', 'known.yaml');
  expect(complaintOf(() => updateList({ file, add: true }, []))).toBe(
    `${folder}/none cannot be written to (ENOENT); name a file in a folder that exists.`,
  );
  expect(existsSync(file)).toBe(false);
});
