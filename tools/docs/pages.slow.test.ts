// Runs the commands in docs/ and compares what they print with what the pages show.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReference } from '../../conformance/reference/start.ts';
import { cli, environmentWith, execute } from '../../conformance/testing.ts';
import { startMock } from '../prism.ts';
import { root } from '../root.ts';

// The pages of a list run one after the other, so that the mock, which is slow, has one client at a time.
const lists = [
  { service: 'the mock', pages: ['check-your-implementation', 'read-a-failure', 'adopt-with-known-failures'] },
  { service: 'the reference implementation', pages: ['claim-capabilities', 'webhooks'] },
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

/** The shell blocks of a page, each with its exit code and the lines of the text block that follows it; `…` matches any text. */
function stepsOf(page: string): { command: string; exitCode: number; shown: string[] }[] {
  const text = readFileSync(join(root, `docs/${page}.md`), 'utf8')
    .replaceAll('http://127.0.0.1:8080', reference.baseUrl)
    .replaceAll('http://127.0.0.1:4010', mock.baseUrl);
  return [...text.matchAll(/^```sh\n(.*?)^```\n(?:\n^```text\n(.*?)^```\n)?/gms)].map(([, command, shown = '']) => {
    const exitCode = Number(/# exits with (\d)/.exec(command!)?.[1] ?? 0);
    return { command: command!, exitCode, shown: shown.split('\n').filter((line) => line !== '') };
  });
}

const patternOf = (line: string) => new RegExp(line.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*'));

/** Runs the commands in one shell, as a reader does, and compares what each prints. */
async function follow(page: string): Promise<void> {
  const steps = stepsOf(page);
  expect(steps.length).toBeGreaterThan(1);
  const script = steps.map(({ command }) => `${command}\necho "exit $?"\necho '---'`).join('\n');
  const { out } = await execute('bash', ['-c', script], { cwd: folder, env: environmentWith() });
  const printed = out.split('---\n');
  for (const [at, { command, exitCode, shown }] of steps.entries()) {
    expect(printed[at], command).toContain(`exit ${exitCode}\n`);
    for (const line of shown) expect(printed[at], command).toMatch(patternOf(line));
  }
}

test.concurrent.each(lists)(
  'pages about $service print what they show: $pages',
  { timeout: 240_000 },
  async ({ pages }) => {
    for (const page of pages) await follow(page);
  },
);

test('the commands of every page in docs/ are run by this test or by another one', () => {
  const elsewhere = ['mock.md', 'ci.md', 'deploy.md', 'consumers.md', 'explore.md', 'proxy.md'];
  const withCommands = readdirSync(join(root, 'docs')).filter(
    (name) => name.endsWith('.md') && readFileSync(join(root, 'docs', name), 'utf8').includes('```sh\n'),
  );
  expect(withCommands.toSorted()).toEqual(
    [...lists.flatMap(({ pages }) => pages.map((page) => `${page}.md`)), ...elsewhere].toSorted(),
  );
});
