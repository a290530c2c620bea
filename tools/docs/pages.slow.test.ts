// Runs the commands in docs/ and compares what they print with what the pages show.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReference } from '../../conformance/reference/start.ts';
import { cli } from '../../conformance/testing.ts';
import { startMock } from '../prism.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = [
  'check-your-implementation',
  'read-a-failure',
  'claim-capabilities',
  'webhooks',
  'adopt-with-known-failures',
];
let folder: string;
let reference: Awaited<ReturnType<typeof startReference>>;
let mock: Awaited<ReturnType<typeof startMock>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'));
  // The commands write files, so they run in a temporary package that has the same npm script.
  const scripts = { conformance: `node ${cli}` };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, scripts }));
  [reference, mock] = await Promise.all([startReference(), startMock()]);
});
afterAll(async () => {
  await Promise.all([mock.stop(), reference.stop()]);
  rmSync(folder, { recursive: true });
});

interface Step {
  command: string;
  exitCode: number;
  /** the lines that the page shows; `…` matches any text */
  shown: string[];
}

/** The shell blocks of a page, each with the text block that follows it. */
function stepsOf(page: string): Step[] {
  const text = readFileSync(join(root, `docs/${page}.md`), 'utf8')
    .replaceAll('http://127.0.0.1:8080', reference.baseUrl)
    .replaceAll('http://127.0.0.1:4010', mock.baseUrl);
  return [...text.matchAll(/^```sh\n(.*?)^```\n(?:\n^```text\n(.*?)^```\n)?/gms)].map(([, command, shown = '']) => ({
    command: command!,
    exitCode: Number(/# exits with (\d)/.exec(command!)?.[1] ?? 0),
    shown: shown.split('\n').filter((line) => line !== ''),
  }));
}

/** Runs the blocks in one shell, as a reader does, and returns the output and the exit code of each. */
function runInOneShell(steps: Step[]): Promise<string[]> {
  const script = steps.map(({ command }) => `${command}\necho "exit $?"\nprintf '\\0'\n`).join('');
  const inherited = Object.entries(process.env).filter(([name]) => !/^(IDV|GITHUB|npm)_/.test(name));
  const env = { ...Object.fromEntries(inherited), NO_COLOR: '1' };
  return new Promise((resolve) => {
    execFile('bash', ['-c', script], { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 }, (_error, out) =>
      resolve(out.split('\0')),
    );
  });
}

const patternOf = (line: string) =>
  new RegExp(
    line
      .split('…')
      .map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  );

test.each(pages)('the commands of docs/%s.md print what the page shows', async (page) => {
  const steps = stepsOf(page);
  expect(steps.length).toBeGreaterThan(1);
  const outputs = await runInOneShell(steps);
  for (const [at, { exitCode, shown }] of steps.entries()) {
    expect(outputs[at]).toContain(`exit ${exitCode}\n`);
    for (const line of shown) expect(outputs[at]).toMatch(patternOf(line));
  }
});

test('the commands of every page in docs/ are run by this test or by another one', () => {
  const elsewhere = ['mock.md', 'ci.md', 'deploy.md', 'consumers.md', 'explore.md', 'proxy.md'];
  const withCommands = readdirSync(join(root, 'docs')).filter(
    (name) => name.endsWith('.md') && readFileSync(join(root, 'docs', name), 'utf8').includes('```sh\n'),
  );
  expect(withCommands.toSorted()).toEqual([...pages.map((page) => `${page}.md`), ...elsewhere].toSorted());
});
