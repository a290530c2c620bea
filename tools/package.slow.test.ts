// Tests the package as its users get it: packed, then installed in an empty project.
import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { referenceKeys } from '../conformance/reference/start.ts';
import { environmentWith, execute } from '../conformance/testing.ts';
import description from '../package.json' with { type: 'json' };
import { readyLine, stopProcess } from './processes.ts';
import { root } from './root.ts';

const { name, version, engines } = description;
/** The oldest Node that the package says it runs on. */
const oldest = /\d+\.\d+\.\d+/.exec(engines.node)![0];

const folder = mkdtempSync(join(tmpdir(), 'package-'));
const project = join(folder, 'project');
mkdirSync(project);
writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
const services: ChildProcess[] = [];
let baseUrl: string;

beforeAll(async () => {
  await npm(['install', await pack()], project);
  baseUrl = await serving(['serve', '--ephemeral']);
});
afterAll(async () => {
  await Promise.all(services.map((service) => stopProcess(service)));
  rmSync(folder, { recursive: true });
});

/** The tarball of a copy, so that nothing is built beside the sources that other tests read. */
async function pack(): Promise<string> {
  const source = join(folder, 'source');
  const others = /^(.*\/)?node_modules$|^(\.git|dist|docs-site|reports|data)$/;
  cpSync(root, source, { recursive: true, filter: (file) => !others.test(relative(root, file)) });
  symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'));
  await npm(['pack', '--pack-destination', folder], source);
  return join(folder, `${name}-${version}.tgz`);
}

/** Runs npm, which has to succeed. */
async function npm(args: string[], cwd: string): Promise<void> {
  const { code, err } = await run('npm', [...args, '--prefer-offline', '--no-audit', '--no-fund'], {}, cwd);
  if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with ${code}:\n${err}`);
}

/** Runs a command in the project, or in another folder. */
const run = (command: string, args: string[], more: Record<string, string> = {}, cwd = project) =>
  execute(command, args, { cwd, env: environmentWith(more) });

const installed = (...path: string[]) => join(project, 'node_modules', ...path);

/** Starts a command of the package that serves, and returns its address. */
function serving(args: string[]): Promise<string> {
  const env = environmentWith({ PORT: '0' });
  const service = spawn(installed('.bin/idv-conformance'), args, { cwd: project, env });
  services.push(service);
  return readyLine(service, /(?:served at|listening on) (http:\S+)/);
}

/** Other packages of the user, as links instead of downloads. */
function linked(...names: string[]): void {
  for (const other of names) {
    mkdirSync(dirname(installed(other)), { recursive: true });
    symlinkSync(join(root, 'node_modules', other), installed(other));
  }
}

const filesOf = (place: string) =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

test('it is small and contains neither sources, tests nor proofs', () => {
  const own = filesOf(installed(name)).map((file) => relative(installed(name), file));
  expect(own).toContain('docs-site/index.html');
  // The code of a check is in a bundle, because many small files take time to load.
  expect(own).toContain('dist/conformance/cli/main.js');
  expect(own).not.toContain('dist/conformance/run/suite.js');
  const unwanted = /^dist.*(?<!\.d)\.ts$|testing|\.test\.|(^|\/)(proof|tools|faults|null-servers|variants)\//;
  expect(own.filter((file) => unwanted.test(file))).toEqual([]);

  // The size on disk: in blocks of 4 KiB.
  const files = filesOf(installed());
  const bytes = files.reduce((sum, file) => sum + Math.ceil(statSync(file).size / 4096) * 4096, 0);
  const packages = files.filter((file) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file)).length;
  process.stdout.write(`installed: ${(bytes / 1e6).toFixed(1)} MB in ${packages} packages\n`);
  expect(bytes).toBeLessThan(30e6);
});

test('contains every file that its pages link to', () => {
  const pages = filesOf(installed(name)).filter((file) => file.endsWith('.md'));
  expect(pages).toContain(installed(name, 'docs/ci.md'));
  const links = pages.flatMap((page) =>
    [
      ...readFileSync(page, 'utf8')
        .replaceAll(/`[^`\n]*`/g, '')
        .matchAll(/\]\((?!https?:|#)([^)#]+)/g),
    ].map(([, link]) => join(dirname(page), link!)),
  );
  expect(links).toContain(installed(name, 'openapi.yaml'));
  expect(links.filter((link) => !existsSync(link))).toEqual([]);
});

test('its command judges the service that it starts itself, by this Node and by the oldest that it runs on', async () => {
  const flags = ['--reference-implementation', '--report-dir', 'reports'];
  const here = await run('npx', ['--no', '--', 'idv-conformance', ...flags, '--only', 'get-case.responds-with-200']);
  expect(here).toMatchObject({ code: 0, out: expect.stringContaining('PASSED 1 of 1 selected') });

  // npm keeps this package of one file, and starts it from its cache.
  const node = ['--package', `node-${process.platform}-${process.arch}@${oldest}`, '--', 'node'];
  const place = await run('npm', ['exec', '--yes', '--prefer-offline', ...node, '-p', 'process.execPath']);
  const older = place.out.trim();
  expect((await run(older, ['--version'])).out.trim()).toBe(`v${oldest}`);
  const there = await run(older, [installed(name, 'dist/conformance/cli/main.js'), ...flags, '--class', 'stated']);
  const outcome = '\nCONFORMANT: the bundled reference implementation (stated)';
  expect(there).toMatchObject({ code: 0, out: expect.stringContaining(outcome) });
});

test('an error of the suite names the line of the source', async () => {
  const broken = 'data:text/javascript,performance.now = () => { throw new Error("broken"); }';
  const main = installed(name, 'dist/conformance/cli/main.js');
  const { code, err } = await run(process.execPath, ['--import', broken, main, '--reference-implementation']);
  expect(code).toBe(2);
  expect(err).toMatch(/Error: broken\n.*\n +at newRecording \(.*\/conformance\/run\/service\.ts:\d+:/);
});

test('the service that it starts has the page to try it', async () => {
  for (const path of ['/docs', '/docs/openapi.json', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css'])
    expect((await fetch(baseUrl + path)).status, path).toBe(200);
});

test('a failure links to the pages that the package carries', async () => {
  const flags = ['--base-url', baseUrl, '--only', 'sandbox.rejected-without-capability'];
  const { out } = await run(installed('.bin/idv-conformance'), flags);
  const [, page, anchor] = /^ {2}docs +(\S+)#(\S+)$/m.exec(out)!;
  expect(filesOf(installed(name))).toContain(join(project, page!));
  expect(anchor).toBe('sandbox.rejected-without-capability');
});

test('docs writes the contract and its pages', async () => {
  expect((await run(installed('.bin/idv-conformance'), ['docs', 'contract'])).code).toBe(0);
  const names = ['index.html', 'openapi.yaml', 'conformance.schema.json', 'conformance.yaml'];
  expect(readdirSync(join(project, 'contract'))).toEqual(expect.arrayContaining(names));
});

test('mock says how to get Prism, and serves the contract by the Prism of the project', async () => {
  const without = await run(installed('.bin/idv-conformance'), ['mock']);
  expect(without).toMatchObject({ code: 2, out: '' });
  expect(without.err).toBe(
    'The mock needs Prism, which is not installed here: npm install --save-dev @stoplight/prism-cli@5.\n',
  );

  linked('@stoplight/prism-cli');
  const response = await fetch(`${await serving(['mock'])}/cases/any`, { headers: { Authorization: 'Bearer any' } });
  expect(response.status).toBe(200);
});

const consumer = `import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { components } from 'idv-case-contract/types';
import { Case } from 'idv-case-contract/validators';
import { contract, requirements } from 'idv-case-contract/requirements';

const kind: components['schemas']['ArtifactKind'] = 'ID_FRONT';
// @ts-expect-error: no such kind
const other: components['schemas']['ArtifactKind'] = 'HOLIDAY_PHOTO';
const value: unknown = JSON.parse('{ "score": 7 }');
if (Case(value)) console.log(value.score.toFixed());
else console.log(Case.errors!.length > 0, kind, other);
// @ts-expect-error: only a value that the type guard accepted has a score
console.log(value.score);
const file = fileURLToPath(import.meta.resolve('idv-case-contract/openapi.yaml'));
console.log(readFileSync(file, 'utf8').includes(\`version: \${contract.version}\`), requirements.length > 100);
`;
const suite = `import { registerConformance } from 'idv-case-contract/vitest';
registerConformance({ baseUrl: process.env['CANDIDATE_URL']!, only: ['get-case.responds-with-200'], keys: KEYS, claims: ['sandbox'] });
// @ts-expect-error: no such capability
if (process.env['NEVER']) registerConformance({ baseUrl: 'http://127.0.0.1:1', claims: ['magic'] });
`;

test('types, validators, requirements, the contract and the Vitest adapter are imported and typed', async () => {
  linked('vitest', 'typescript-native', '@types/node', 'openapi-fetch', 'openapi-typescript-helpers');
  cpSync(installed(name, 'examples/typed-client/client.ts'), join(project, 'client.ts'));
  writeFileSync(join(project, 'consumer.ts'), consumer);
  const { tenant, other } = referenceKeys;
  writeFileSync(join(project, 'own.test.ts'), suite.replace('KEYS', JSON.stringify({ tenant, other })));

  const flags = ['--strict', '--module', 'nodenext', '--target', 'es2024', '--noEmit', '--types', 'node'];
  const checked = await run(process.execPath, [
    installed('typescript-native/bin/tsc'),
    ...flags,
    'consumer.ts',
    'client.ts',
    'own.test.ts',
  ]);
  expect(checked).toMatchObject({ code: 0, out: '' });

  const used = await run(process.execPath, ['consumer.ts']);
  expect(used).toMatchObject({ code: 0, out: 'true ID_FRONT HOLIDAY_PHOTO\n7\ntrue true\n' });

  const tested = await run(process.execPath, [installed('vitest/vitest.mjs'), 'run'], { CANDIDATE_URL: baseUrl });
  expect(tested).toMatchObject({ code: 0, out: expect.stringMatching(/Tests +\d+ passed/) });
});
