// Runs the commands in docs/ and compares what they print with what the pages show.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Capability } from '../../generated/requirements.ts';
import { startReference } from '../../conformance/reference/start.ts';
import { outcomeOf } from '../../conformance/run/outcome.ts';
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

/** Two commands judge the whole contract, which takes long and which other tests do. */
const isWhole = (command: string) => command.includes('--report-dir') && !/--(only|class|last-failed)\b/.test(command);

/** Instead, they judge the family whose requirements decide the outcome that the page shows. */
const shortened = (command: string) =>
  isWhole(command) ? command.replace('--report-dir', '--only sandbox --report-dir') : command;

/** The line that such a command prints when it judges everything and ends with this exit code. */
function outcomeOfWhole(command: string, exitCode: number): string {
  const claimed = [...command.matchAll(/--claim (\S+)/g)].map(([, name]) => name as Capability);
  const verdict = exitCode === 0 ? 'pass' : 'fail';
  const { headline } = outcomeOf([{ verdict }], { class: 'full', claimed, leftOut: [], partial: false });
  return headline.replace(' (', `: ${reference.baseUrl} (`);
}

const patternOf = (line: string) => new RegExp(line.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*'));

/** Does what `npm run conformance -- …` does, without the time that npm takes to start. */
const npm = `npm() { shift 3; npm_lifecycle_event=conformance node ${cli} "$@"; }`;

/** Runs the commands in one shell, as a reader does, and compares what each prints. */
async function follow(page: string): Promise<void> {
  const steps = stepsOf(page);
  expect(steps.length).toBeGreaterThan(1);
  const script = steps.map(({ command }) => `${shortened(command)}\necho "exit $?"\necho '---'`).join('\n');
  const { out } = await execute('bash', ['-c', `${npm}\n${script}`], { cwd: folder, env: environmentWith() });
  const printed = out.split('---\n');
  for (const [at, { command, exitCode, shown }] of steps.entries()) {
    expect(printed[at], command).toContain(`exit ${exitCode}\n`);
    const lines = printed[at] + (isWhole(command) ? outcomeOfWhole(command, exitCode) : '');
    for (const line of shown) expect(lines, command).toMatch(patternOf(line));
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
