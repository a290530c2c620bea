import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { contractDiff } from './contract-diff.ts';
import type { Change, Group } from './diff/change.ts';
import { create, type Edit, edited, must, old, path, source } from './diff/testing.ts';
import { stepBetween, stepFor } from './diff/version.ts';

const folder = mkdtempSync(join(tmpdir(), 'contract-diff-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the version has to announce a break', () => {
  const changes = (...found: Group[]): Change[] => found.map((group) => ({ group, text: '', places: [] }));
  test.each([
    ['0.1.0', 'minor', changes('breaks clients')],
    ['0.1.0', 'minor', changes('may make a conformant service fail', 'compatible')],
    ['0.1.0', 'patch', changes('compatible')],
    ['0.1.0', 'none', changes()],
    ['1.2.3', 'major', changes('breaks clients', 'may make a conformant service fail')],
    ['1.2.3', 'minor', changes('may make a conformant service fail')],
    ['1.2.3', 'patch', changes('compatible')],
  ])('from %s a %s step', (version, step, found) => expect(stepFor(found, version)).toBe(step));

  test.each([
    ['0.1.0', '0.1.0', 'none'],
    ['0.1.0', '0.1.1', 'patch'],
    ['0.1.9', '0.2.0', 'minor'],
    ['0.9.0', '1.0.0', 'major'],
    ['0.2.0', '0.1.5', 'none'],
    ['1.0.0', '1.10.0-rc.1', 'minor'],
  ])('%s to %s is a step: %s', (from, to, step) => expect(stepBetween(from, to)).toBe(step));

  const [major, minor, patch] = old.version.split('.').map(Number) as [number, number, number];
  const [patched, raised] = [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`];
  const addMust: Edit = (document) => create(document)['x-requirements'].push(must);
  const reword: Edit = (document) => (document.info.description = 'A service.');
  test.each<[string, Edit, string, 0 | 1, RegExp]>([
    ['a new MUST without a step', addMust, old.version, 1, /needs a minor version bump, .* is still .*: raise it\.\n$/],
    [
      'a new MUST with a patch step',
      addMust,
      patched,
      1,
      /needs a minor version bump, .* only a patch version bump: raise/,
    ],
    ['a new MUST with a minor step', addMust, raised, 0, /needs a minor version bump, .*; \d\.\d\.0 is enough\.\n$/],
    [
      'prose without a step',
      reword,
      old.version,
      0,
      /needs a patch version bump, .*: raise it before it is published\.\n$/,
    ],
    ['prose with a patch step', reword, patched, 0, /needs a patch version bump, .* is enough\.\n$/],
  ])('%s', (_, edit, version, exitCode, says) => {
    const file = join(folder, 'new.yaml');
    const stepped: Edit = (document) => {
      edit(document);
      document.info.version = version;
    };
    writeFileSync(file, edited(stepped));

    const outcome = contractDiff([path], file);

    expect(outcome.text).toMatch(says);
    expect(outcome.text).toMatch(
      new RegExp(`^contract ${old.version} → ${version}\n\n(may make|compat).* \\(1\\)\n  \\S`),
    );
    expect(outcome.exitCode).toBe(exitCode);
  });
});

describe('wrong usage is reported in one sentence', () => {
  const bad = join(folder, 'bad.yaml');
  writeFileSync(bad, source.replace('source: §5.1', 'source: §99'));
  const unversioned = join(folder, 'unversioned.yaml');
  writeFileSync(unversioned, source.replace(`version: ${old.version}`, 'version: latest'));
  test.each([
    ['nothing', [], /^Give one older contract, a git revision or a path, not 0: see --help\.\n$/],
    ['two files', [path, path], /^Give one older contract, a git revision or a path, not 2: see --help\.\n$/],
    ['an unknown flag', ['--json', path], /^There is no flag --json: see --help\.\n$/],
    ['an unknown format', [path, '--format', 'xml'], /^--format takes text, markdown, json, not xml: see --help\.\n$/],
    ['a format without a name', [path, '--format'], /^--format takes .*, not nothing/],
    [
      'what is neither',
      ['/nowhere.yaml'],
      /^\/nowhere\.yaml is neither a file nor a git revision with an openapi\.yaml/,
    ],
    [
      'a JSON that is none',
      [fileURLToPath(new URL('../package.json', import.meta.url))],
      /is not a contract: name an op/,
    ],
    ['a contract with a fault', [bad], /bad\.yaml is not a contract: .*cites §99/],
    ['no semantic version', [unversioned], /has no semantic version under info: write one such as 0\.1\.0\.\n$/],
  ])('%s', (_, args, says) => {
    const { text, exitCode } = contractDiff(args, path);
    expect(text).toMatch(says);
    expect(text.trim().split('\n')).toHaveLength(1);
    expect(exitCode).toBe(2);
  });

  test('the command compares with the contract of this project', () => {
    const command = fileURLToPath(new URL('contract-diff.ts', import.meta.url));
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, path], { cwd: folder, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toBe(`contract ${old.version} → ${old.version}\n\nNothing changed.\n`);
  });
});

describe('other forms', () => {
  const file = join(folder, 'other-forms.yaml');
  writeFileSync(
    file,
    edited((document) => create(document)['x-requirements'].push(must)),
  );

  test('Markdown has a heading for each group and the advice first', () => {
    const { text } = contractDiff([path, '--format', 'markdown'], file);

    expect(text).toMatch(
      /^## Contract .* → .*\n\nThis needs a minor version bump.*\n\n### May make a conformant service fail \(1\)\n\n- \S/,
    );
  });

  test('JSON has the changes as they were found', () => {
    const { text } = contractDiff(['--format', 'json', path], file);

    expect(JSON.parse(text)).toMatchObject({
      old: old.version,
      needed: 'minor',
      taken: 'none',
      announced: false,
      changes: [{ group: 'may make a conformant service fail', text: expect.stringContaining(must.id) }],
    });
  });

  test('a git revision is an older contract', () => {
    expect(contractDiff(['HEAD', '--format', 'json'], path).text).toMatch(/^\{\n {2}"old": "\d/);
  });
});
