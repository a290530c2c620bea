import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, environmentWith, execute, runHere } from '../testing.ts';
import { temporaryFolder } from '../testing-folder.ts';

const folder = temporaryFolder();
const [old, list] = ['{ "old": true }\n', 'failures: [] # ours\n'];
let folders = 0;

/** A folder with the reports of the last run, a list of known failures, and a file of the user. */
function folderOfLastRun(): string {
  folders += 1;
  const own = join(folder, String(folders));
  mkdirSync(own);
  for (const name of ['report.json', 'report.html', 'junit.xml', 'summary.md', 'notes'])
    writeFileSync(join(own, name), old);
  writeFileSync(join(own, 'known.yaml'), list);
  return own;
}

/** Runs the command by a shell in which no file may become larger than this, as on a disk that is full. */
function limited(kilobytes: number, flags: string, cwd: string) {
  const shell = `trap '' XFSZ; ulimit -f ${kilobytes}; exec "$0" "$1" ${flags}`;
  return execute('bash', ['-c', shell, process.execPath, cli], { env: environmentWith(), cwd });
}

const stated = '--reference-implementation --class stated';

test.each([
  ['--list > /dev/full', 'ENOSPC'],
  ['--list > out', 'EFBIG'],
  [`${stated} > /dev/full`, 'ENOSPC'],
])('a run that cannot print is no verdict: %s', async (flags, code) => {
  expect(await limited(8, flags, folderOfLastRun())).toEqual({
    code: 2,
    out: '',
    err: `Standard output cannot be written to (${code}): free space there, or name another file.\n`,
  });
});

test('reports are written whole or not at all, and announced afterwards', async () => {
  const own = folderOfLastRun();
  const { code, out, err } = await limited(32, `${stated} --report-dir ${own}`, own);
  expect(err).toBe(
    `--report-dir ${own}: the reports cannot be written (EFBIG); free space there, or name another folder.\n`,
  );
  expect(out.trimEnd().split('\n').at(-1)).toBe('exit code 2: the reports cannot be written');
  expect(code).toBe(2);
  expect(readdirSync(own)).toEqual(['known.yaml', 'last-report.json', 'notes']);
  expect(readFileSync(join(own, 'last-report.json'), 'utf8')).toBe(old);
});

test('a list of known failures that cannot be written stays as it was', async () => {
  const own = folderOfLastRun();
  const { code, err } = await limited(
    0,
    `${stated} --write-known-failures known.yaml | cat; exit \${PIPESTATUS[0]}`,
    own,
  );
  expect(err).toBe('known.yaml cannot be written (EFBIG), and stays as it was: free space there, and run again.\n');
  expect(code).toBe(2);
  expect(readFileSync(join(own, 'known.yaml'), 'utf8')).toBe(list);
});

test.each([
  ['an unknown flag', (own: string) => ['--slwo', '--report-dir', own]],
  ['a wrong value', (own: string) => [`--report-dir=${own}`, '--timeout', '0']],
  ['a service that does not respond', (own: string) => ['--base-url', 'http://127.0.0.1:9', '--report-dir', own]],
  ['a proxy without a target', (own: string) => ['proxy', '--report-dir', own]],
])('no report of an earlier run is left in the folder after %s', async (_, flagsFor) => {
  const own = folderOfLastRun();
  expect(await runHere(flagsFor(own))).toMatchObject({ code: 2 });
  expect(readdirSync(own)).toEqual(['known.yaml', 'last-report.json', 'notes']);
});

test('it is left there by what writes no reports', async () => {
  const own = folderOfLastRun();
  for (const flags of [['explore', '--fur'], ['diff', 'a.json'], ['--list']])
    await runHere(flags, { IDV_REPORT_DIR: own });
  expect(readdirSync(own)).toContain('report.json');
});
