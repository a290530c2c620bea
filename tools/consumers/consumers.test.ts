// The tools that read the contract: docs/consumers.md says what is checked for each of them, and the limits of the tool. And
// libraries that repeat requests: docs/http-libraries.md says how clients with them are judged.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { referenceKeys, startReference } from '../../conformance/reference/start.ts';
import { installPackages } from '../install.ts';
import { root } from '../root.ts';
import { cellsOf, columns, generatedClients } from './generated-clients.ts';
import { compareWithPage } from './page.ts';
import { expectedOf, judge, makeClients, retrySettings, rowsOfSettings } from './retry-settings.ts';
import { compileStrictly, here, makeWorkspace, openCase, run, versionOf, type Workspace } from './workspace.ts';

interface Consumer {
  name: string;
  /** the npm package that names its version */
  package: string;
  /** @throws Error when the tool does not accept the contract, or what it made does not work */
  use: (workspace: Workspace) => Promise<void>;
  /** a program without which it is skipped; with `-version` it prints its version */
  needs?: string;
}

const consumers: Consumer[] = [
  {
    name: 'swagger-parser',
    package: '@apidevtools/swagger-parser',
    use: async (workspace) => {
      const program = `import parser from '@apidevtools/swagger-parser'; await parser.validate('openapi.yaml');`;
      await run(workspace, ['node', '--input-type=module', '--eval', program]);
    },
  },
  {
    name: 'Spectral',
    package: '@stoplight/spectral-cli',
    use: async (workspace) => {
      writeFileSync(join(workspace.folder, 'ruleset.yaml'), 'extends: spectral:oas\n');
      const output = await run(workspace, ['spectral', 'lint', '-r', 'ruleset.yaml', '-f', 'json', 'openapi.yaml']);
      const found = JSON.parse(/^\[.*\]/s.exec(output)![0]) as { code: string; path: string[] }[];
      // This project has no contact address.
      expect(found.filter(({ code }) => code !== 'info-contact')).toEqual([]);
    },
  },
  {
    name: 'Redocly',
    package: '@redocly/cli',
    use: async (workspace) => {
      await run(workspace, ['redocly', 'lint', 'openapi.yaml', '--extends', 'recommended-strict']);
    },
  },
  {
    name: 'openapi-typescript',
    package: 'openapi-typescript',
    use: async (workspace) => {
      await run(workspace, ['openapi-typescript', 'openapi.yaml', '-o', 'types.ts']);
      await compileStrictly(workspace, ['types.ts']);
      withoutUnknown(workspace, 'types.ts', /^ {8}Case: \{$.*?^ {8}\}.*?$/ms);
    },
  },
  {
    name: 'orval with zod',
    package: 'orval',
    use: async (workspace) => {
      const output = { target: './orval/zod.ts', client: 'zod' };
      const config = { validators: { input: './openapi.yaml', output } };
      writeFileSync(join(workspace.folder, 'orval.config.mjs'), `export default ${JSON.stringify(config)};\n`);
      await run(workspace, ['orval', '--config', 'orval.config.mjs']);
      withoutUnknown(workspace, 'orval/zod.ts', /^export const GetCaseResponse = .*?$/m);
      await runClient(workspace, 'orval-validators', 'PENDING 0');
    },
  },
  {
    name: 'Portman',
    package: '@apideck/portman',
    use: async (workspace) => {
      const contract = await openCase(workspace);
      copyFileSync(join(here, 'portman.json'), join(workspace.folder, 'portman.json'));
      writeFileSync(join(workspace.folder, 'deed.pdf'), '%PDF-1.7');
      const files = ['--portmanConfigFile', 'portman.json', '--output', 'collection.json'];
      await run(workspace, ['portman', '--local', contract, '--baseUrl', workspace.baseUrl, ...files]);
      await run(workspace, ['newman', 'run', 'collection.json', '--env-var', `bearerToken=${workspace.key}`]);
    },
  },
  {
    name: 'Bruno',
    package: '@usebruno/cli',
    use: async (workspace) => {
      const contract = await openCase(workspace);
      const format = ['--collection-name', 'cases', '--collection-format', 'bru'];
      await run(workspace, ['bru', 'import', 'openapi', '--source', contract, '--output', '.', ...format]);
      const { baseUrl, key, folder } = workspace;
      // Bruno cannot run the script that it generates from the OpenAPI link of the upload.
      const upload = join(folder, 'cases/Evidence/Upload evidence.bru');
      writeFileSync(upload, readFileSync(upload, 'utf8').replace(/^.*\$request.*$/m, ''));
      const variables = ['--env-var', `baseUrl=${baseUrl}`, '--env-var', `token=${key}`];
      const inCollection = { ...workspace, folder: join(folder, 'cases') };
      await run(inCollection, ['bru', 'run', '-r', ...variables, '--reporter-json', 'results.json']);
      const [{ results }] = JSON.parse(readFileSync(join(folder, 'cases/results.json'), 'utf8'));
      // A create, a read and an upload.
      expect(results.map((result: any) => result.response.status)).toEqual([201, 200, 201]);
    },
  },
  {
    name: 'Specmatic',
    package: 'specmatic',
    needs: 'java',
    use: async (workspace) => {
      const contract = await openCase(workspace);
      const command = ['-jar', join(here, 'node_modules/specmatic/specmatic.jar'), 'test'];
      const flags = [`--testBaseURL=${workspace.baseUrl}`, contract];
      // Specmatic reads the key of a security scheme from the variable with its name.
      const output = await run(workspace, ['java', ...command, ...flags], { bearerKey: workspace.key });
      // Three creates, three reads and an upload.
      expect(output.slice(-400)).toMatch(/Tests run: 7, Successes: 7, Failures: 0, WIP: 0, Errors: 0/);
    },
  },
];

/** A schema that the generator did not understand becomes `unknown` or `any`, and still compiles. */
function withoutUnknown({ folder }: Workspace, file: string, part: RegExp): void {
  const [found] = part.exec(readFileSync(join(folder, file), 'utf8'))!;
  expect(found.replaceAll(/\/\*.*?\*\/|'[^']*'/gs, '')).not.toMatch(/\bunknown\b|\bany\b/);
}

/** Compiles the client of that name with what was generated, runs it, and compares what it prints. */
async function runClient(workspace: Workspace, name: string, expected: string): Promise<void> {
  copyFileSync(join(here, `clients/${name}.ts`), join(workspace.folder, 'client.ts'));
  await compileStrictly(workspace, ['client.ts']);
  await run(workspace, [
    'esbuild',
    'client.ts',
    '--bundle',
    '--format=esm',
    '--outfile=client.mjs',
    '--log-level=error',
  ]);
  const printed = await run(workspace, ['node', 'client.mjs'], { BASE_URL: workspace.baseUrl, API_KEY: workspace.key });
  expect(printed.trim()).toBe(expected);
}

const hadOthers = (page: string) => `${page} had other rows: it was written, format and commit it`;

const work = mkdtempSync(join(tmpdir(), 'consumers-'));
let reference: Awaited<ReturnType<typeof startReference>>;
beforeAll(async () => {
  installPackages(here);
  reference = await startReference();
});
afterAll(async () => {
  rmSync(work, { recursive: true });
  await reference.stop();
});

for (const { name, package: own, use, needs } of consumers)
  test.skipIf(needs && spawnSync(needs, ['-version']).status !== 0)(name, async () => {
    const folder = makeWorkspace(join(work, own.replace('/', '-')));
    await use({ folder, baseUrl: reference.baseUrl, key: referenceKeys.tenant });

    const version = versionOf(own);
    const row = new RegExp(`^\\| ${name} +\\| ${version} +\\|`, 'm');
    const isListed = row.test(readFileSync(join(root, 'docs/consumers.md'), 'utf8'));
    expect(isListed, `docs/consumers.md has no row for the version ${version}; write it there.`).toBe(true);
  });

describe('generated clients', () => {
  const rows: string[][] = [];

  test.each(generatedClients)('$tool, $setting', async (client) => {
    const folder = makeWorkspace(join(work, `client-${generatedClients.indexOf(client)}`));
    const cells = await cellsOf(client, { folder, baseUrl: reference.baseUrl, key: referenceKeys.tenant });
    rows.push([`${client.tool} ${versionOf(client.package)}`, client.setting, ...columns.map((name) => cells[name])]);
  });

  test('docs/consumers.md has what they did', ({ skip }) => {
    if (rows.length < generatedClients.length) skip('not all of them ran');
    const head = ['Client', 'Setting', 'Compiles', 'Create', 'Upload', 'Read', 'Key', '404', '429', 'Time to wait'];
    expect(compareWithPage('docs/consumers.md', 'clients', [head, ...rows]), hadOthers('docs/consumers.md')).toBe(true);
  });
});

describe('settings that repeat requests', () => {
  const workspace = { folder: join(work, 'retries'), baseUrl: '', key: '' };
  beforeAll(async () => {
    makeWorkspace(workspace.folder);
    await makeClients(workspace);
  });

  test.each(retrySettings)('$library $client: $because', async (row) => {
    expect(await judge(row, workspace)).toEqual(expectedOf(row));
  });

  test('docs/http-libraries.md has their verdicts', () => {
    const page = 'docs/http-libraries.md';
    expect(compareWithPage(page, 'retries', rowsOfSettings()), hadOthers(page)).toBe(true);
  });
});
