// Runs the commands in docs/ and compares what they print with what the pages show.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReference } from '../../conformance/reference/start.ts';
import { cli, environmentWith, execute } from '../../conformance/testing.ts';
import { startMock } from '../prism.ts';
import { root } from '../root.ts';

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
  /** what the blocks before it export */
  exports: string[];
}

/** The shell blocks of a page, each with the text block that follows it. */
function stepsOf(page: string): Step[] {
  const text = readFileSync(join(root, `docs/${page}.md`), 'utf8');
  const exports: string[] = [];
  return [...text.matchAll(/^```sh\n(.*?)^```\n(?:\n^```text\n(.*?)^```\n)?/gms)].map(([, command, shown = '']) => {
    const before = [...exports];
    exports.push(...command!.split('\n').filter((line) => line.startsWith('export ')));
    const exitCode = Number(/# exits with (\d)/.exec(command!)?.[1] ?? 0);
    return { command: command!, exitCode, shown: shown.split('\n').filter((line) => line !== ''), exports: before };
  });
}

const withAddresses = (text: string) =>
  text.replaceAll('http://127.0.0.1:8080', reference.baseUrl).replaceAll('http://127.0.0.1:4010', mock.baseUrl);

/** Runs a block in the shell of a reader who ran those before it, and returns the output and the exit code. */
async function run({ command, exports }: Step): Promise<string> {
  const script = [...exports, command, 'echo "exit $?"'].join('\n');
  return (await execute('bash', ['-c', withAddresses(script)], { cwd: folder, env: environmentWith() })).out;
}

const patternOf = (line: string) => new RegExp(line.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*'));

// At the same time, because the suite mostly waits.
test.concurrent.each(pages)('the commands of docs/%s.md print what the page shows', async (page) => {
  const steps = stepsOf(page);
  expect(steps.length).toBeGreaterThan(1);
  for (const step of steps) {
    const output = await run(step);
    expect(output, step.command).toContain(`exit ${step.exitCode}\n`);
    for (const line of step.shown) expect(output, step.command).toMatch(patternOf(withAddresses(line)));
  }
});

test('the commands of every page in docs/ are run by this test or by another one', () => {
  const elsewhere = ['mock.md', 'ci.md', 'deploy.md', 'consumers.md', 'explore.md', 'proxy.md'];
  const withCommands = readdirSync(join(root, 'docs')).filter(
    (name) => name.endsWith('.md') && readFileSync(join(root, 'docs', name), 'utf8').includes('```sh\n'),
  );
  expect(withCommands.toSorted()).toEqual([...pages.map((page) => `${page}.md`), ...elsewhere].toSorted());
});
