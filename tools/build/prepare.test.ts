import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';

const script = new URL('prepare.js', import.meta.url).pathname;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prepare-'));
  mkdirSync(join(folder, 'node_modules/esbuild'), { recursive: true });
  return () => rmSync(folder, { recursive: true });
});

/** Runs the script for a package whose build is this command, as npm does when it was started in a folder. */
function prepare(build: string, startedIn: string) {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.2.3', scripts: { build } }));
  const env = { ...process.env, INIT_CWD: startedIn };
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: folder, env, encoding: 'utf8' });
  return { status, stderr };
}

test('builds the package when npm installs it from git', () => {
  expect(prepare('node --version > build', tmpdir()).status).toBe(0);

  expect(existsSync(join(folder, 'build'))).toBe(true);
});

test('names the archive of the release when the package cannot be built', () => {
  const { status, stderr } = prepare('exit 3', tmpdir());

  expect(status).toBe(1);
  expect(stderr).toContain('/releases/download/v1.2.3/idv-case-contract-1.2.3.tgz');
});

test('does nothing in a checkout, and nothing without the build tools', () => {
  expect(prepare('exit 3', folder).status).toBe(0);

  rmSync(join(folder, 'node_modules/esbuild'), { recursive: true });
  expect(prepare('exit 3', tmpdir()).status).toBe(0);
});

test('the command of a package without its code names the archive, too', () => {
  mkdirSync(join(folder, 'shipped'));
  const command = join(folder, 'shipped/command.js');
  copyFileSync(new URL('../../shipped/command.js', import.meta.url), command);
  writeFileSync(join(folder, 'package.json'), '{ "version": "1.2.3", "type": "module" }');

  const { status, stderr } = spawnSync(process.execPath, [command], { encoding: 'utf8' });

  expect(status).toBe(2);
  expect(stderr).toContain('/releases/download/v1.2.3/idv-case-contract-1.2.3.tgz');
});
