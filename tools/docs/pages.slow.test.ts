// Runs the commands in docs/ and compares what they print with what the pages show.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Capability } from '../../generated/requirements.ts';
import { startReference } from '../../conformance/reference/start.ts';
import { outcomeOf } from '../../conformance/run/judge/outcome.ts';
import { environmentWith, execute, runHere } from '../../conformance/testing.ts';
import { startMock } from '../prism.ts';
import { root } from '../root.ts';

const pages = [
  'check-your-implementation',
  'read-a-failure',
  'adopt-with-known-failures',
  'claim-capabilities',
  'webhooks',
  'recordings',
];
// As npm sets it for the script: messages name the command so.
vi.hoisted(() => void (process.env['npm_lifecycle_event'] = 'conformance'));

let folder: string;
let reference: Awaited<ReturnType<typeof startReference>>;
let mock: Awaited<ReturnType<typeof startMock>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'));
  process.chdir(folder);
  [reference, mock] = await Promise.all([startReference(), startMock()]);
});
afterAll(async () => {
  await Promise.all([mock.stop(), reference.stop()]);
  process.chdir(root);
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

/** Two commands judge the whole contract, which takes long and which other tests do. */
const isWhole = (command: string) => command.includes('--report-dir') && !/--(only|class|last-failed)\b/.test(command);

/** Instead, they judge the requirement that decides the outcome that the page shows, and one that passes with the sandbox. */
const decisive = '--only sandbox.rejected-without-capability --only sandbox.approves';
const shortened = (command: string) =>
  isWhole(command) ? command.replace('--report-dir', `${decisive} --report-dir`) : command;

/** The line that such a command prints when it judges everything and ends with this exit code. */
function outcomeOfWhole(command: string, exitCode: number): string {
  const claimed = [...command.matchAll(/--claim (\S+)/g)].map(([, name]) => name as Capability);
  const verdict = exitCode === 0 ? 'pass' : 'fail';
  const { headline } = outcomeOf([{ verdict }], { class: 'full', claimed, leftOut: ['--slow'], partial: false });
  return headline.replace(' (', `: ${reference.baseUrl} (`);
}

const patternOf = (line: string) => new RegExp(line.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*'));

/** Runs the lines of a block as a shell does, except that commands of the suite run in this process, which is faster. */
async function runBlock(command: string, environment: Record<string, string>) {
  let code = 0;
  let printed = '';
  for (const line of command.trim().split('\n')) {
    const [, name, value] = /^export (\w+)=(.*)$/.exec(line) ?? [];
    if (name) {
      environment[name] = value!;
      continue;
    }
    const [, flags] = /^npm run conformance -- (.*?)(?: +#.*)?$/.exec(line) ?? [];
    const options = { cwd: folder, env: environmentWith(environment) };
    const run = flags ? runHere(flags.split(' '), environment) : execute('bash', ['-c', line], options);
    const { out, ...ended } = await run;
    code = ended.code;
    printed += out;
  }
  return { code, printed };
}

test.each(pages)('the commands of docs/%s.md print what it shows', { timeout: 240_000 }, async (page) => {
  const steps = stepsOf(page);
  expect(steps.length).toBeGreaterThan(1);
  const environment = {};
  for (const { command, exitCode, shown } of steps) {
    const { code, printed } = await runBlock(shortened(command), environment);
    expect(code, command).toBe(exitCode);
    const lines = printed + (isWhole(command) ? outcomeOfWhole(command, exitCode) : '');
    for (const line of shown) expect(lines, command).toMatch(patternOf(line));
  }
});

test('the commands of every page in docs/ are run by this test or by another one', () => {
  const elsewhere = ['mock.md', 'test-your-client.md', 'ci.md', 'deploy.md', 'consumers.md', 'explore.md', 'proxy.md'];
  const withCommands = readdirSync(join(root, 'docs')).filter(
    (name) => name.endsWith('.md') && readFileSync(join(root, 'docs', name), 'utf8').includes('```sh\n'),
  );
  expect(withCommands.toSorted()).toEqual([...pages.map((page) => `${page}.md`), ...elsewhere].toSorted());
});
